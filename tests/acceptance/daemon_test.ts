/** The third prompt of a session is answered by a process that keeps the repository warm, with what it would have got without. */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { keepWarm } from "../../lib/kernel/daemon.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { write } from "../fixtures/tree.ts";
import { living, procText, remaining } from "../tools/living.ts";
import { namesIn, placeProgram, runBinary, runProgram, runtimeFolder } from "./harness.ts";
import { type Setting, setting, until } from "./harness.ts";
import { homeWithTools, writeUserConfig } from "./configured_tools.ts";

const FILES = {
  "src/token.ts":
    '/** Refreshes the token once it is old. */\nexport function refreshToken() {\n  return fetchToken("Bearer abcdefghijklmnop0123456789");\n}\n',
  "src/other.ts": "export const other = 1;\n",
};
const PROMPT = "where is the token refreshed when it is old?";

interface AtWork {
  prompt(text?: string, cwd?: string): Promise<string>;
  /** Paths of the daemon's socket, and its process. */
  sockets(): string[];
  daemon(): number[];
}

async function atWork(act: (work: AtWork, at: Setting) => Promise<void>): Promise<void> {
  await using at = await setting(FILES);
  const runtime = at.home.env["XDG_RUNTIME_DIR"] = runtimeFolder();
  const folder = `${runtime}/auto-tools`;
  let turn = 0;
  assertEquals((await runBinary(["index", "build"], at)).code, 0);
  await act({
    prompt: async (text = PROMPT, cwd = at.cwd) => {
      const payload = {
        hook_event_name: "UserPromptSubmit",
        prompt: text,
        cwd,
        // Nothing counts as given before.
        session_id: `session-${turn++}`,
      };
      const { code, stdout } = await runBinary(["hook"], { ...at, stdin: JSON.stringify(payload) });
      assertEquals(code, 0);
      return JSON.parse(stdout).hookSpecificOutput.additionalContext;
    },
    sockets: () => namesIn(folder).map((name) => `${folder}/${name}`),
    daemon: () => living(at.cwd).filter((pid) => procText(pid, "cmdline").split("\0").includes("daemon")),
  }, at);
}

/** A context without what each has of its own. */
function same(context: string): string {
  return context.replace(/\d{8}-\d{6}-[0-9a-f]{6}|[0-9a-f]{16}/g, "*").replace(
    /\d\d:\d\d:\d\d(?:\.\d+)?/g,
    "*",
  );
}

/** The daemon is there once somebody listens at its socket. */
async function warm({ prompt, sockets }: AtWork): Promise<string> {
  const cold = await prompt();
  assertEquals(sockets(), []);
  await prompt();
  await until(() => sockets().length > 0, "the daemon listens");
  return cold;
}

/** What a prompt's process tells the daemon. */
function asked({ cwd, home }: Setting): string {
  const client = { name: "claude-code", event: "cli" };
  const request = { prompt: PROMPT, client, cwd, cap: { size: 9500, unit: "utf16" } };
  return `${JSON.stringify({ request, environment: home.env, spentMs: 0 })}\n`;
}

/** What the daemon answers behind its greeting to whoever says this, and has shown to be the user or not. */
async function tell(socket: string, text: string, proves = false): Promise<string> {
  const connection = await Deno.connect({ transport: "unix", path: socket });
  const greeting = new Uint8Array(100);
  const length = await connection.read(greeting) ?? 0;
  const { name } = JSON.parse(new TextDecoder().decode(greeting.subarray(0, length)));
  if (proves) Deno.writeTextFileSync(socket.replace(/[^/]*$/, `${name}.joins`), "", { mode: 0o600 });
  await connection.write(new TextEncoder().encode(text)).catch(() => {});
  await connection.closeWrite().catch(() => {});
  return await new Response(connection.readable).text().catch(() => "");
}

const test = (name: string, act: (work: AtWork, at: Setting) => Promise<void>) =>
  Deno.test({ name, ignore: Deno.build.os !== "linux", fn: () => atWork(act) });

test(
  "a daemon gives the bytes that a prompt gives without one, sees edits, names no file that is excluded since, starts once, and ends with setup remove, or with its program",
  async (work, at) => {
    const cold = await warm(work);
    const warmed = await work.prompt();
    assertEquals(same(warmed), same(cold));
    assertStringIncludes(warmed, "src/token.ts");
    assertStringIncludes(warmed, "Bearer <redacted>");
    assertEquals(await work.prompt("thanks!"), "");
    at.write(
      "src/fresh.ts",
      "/** The old token is refreshed here as well. */\nexport function refreshOldToken() {}\n",
    );
    assertStringIncludes(await work.prompt(), "src/fresh.ts");
    const [socket = ""] = work.sockets();
    assertEquals(Deno.statSync(socket).mode! & 0o777, 0o600);
    assertEquals([work.sockets().length, work.daemon().length], [1, 1]);
    at.write("config/auto-tools.yaml", 'exclude: ["src/token.ts"]\n');
    const excluded = await work.prompt();
    assert(!excluded.includes("src/token.ts"), excluded);
    assertEquals((await runBinary(["setup", "remove"], at)).code, 0);
    assertEquals(work.sockets(), []);
    await until(() => work.daemon().length === 0, "the daemon ends");
    const program = `${at.home.path}/codex-auto`;
    await placeProgram(program);
    const ended = runProgram(program, ["index", "daemon"], { ...at, env: at.home.env });
    await until(() => work.sockets().length > 0, "another one listens");
    assertEquals((await runProgram(program, ["index", "daemon"], { ...at, env: at.home.env })).code, 0);
    Deno.removeSync(program);
    assertEquals((await ended).code, 0);
  },
);

test("a daemon that was killed or stopped blocks no prompt, and the next finds a new one", async (work) => {
  const cold = await warm(work);
  for (const signal of ["SIGSTOP", "SIGKILL"] as const) {
    const before = work.daemon();
    for (const pid of before) Deno.kill(pid, signal);
    assertEquals(same(await work.prompt()), same(cold), signal);
    await work.prompt();
    await until(() => work.sockets().length > 0, "a new daemon listens");
    if (signal === "SIGKILL") assertNotEquals(work.daemon(), before);
  }
});

test(
  "a daemon answers the user alone, for its own place, and goes on whatever it is told; from other folders of the repository it is found",
  async (work, at) => {
    await warm(work);
    const [socket = ""] = work.sockets();
    const before = work.daemon();
    for (const text of ["", "{\n", "[]\n", asked(at), "x".repeat(9_000_000)]) {
      assertEquals(await tell(socket, text), "", text.slice(0, 40));
    }
    assertEquals(await tell(socket, "{}\n", true), "");
    assertStringIncludes(await tell(socket, asked(at), true), "src/token.ts");
    at.write(
      "inner/lib/inside.ts",
      "/** The inner token is refreshed once it is old. */\nexport const inside = 1;\n",
    );
    await at.git("init", "-q", "inner");
    const inner = await work.prompt(PROMPT, `${at.cwd}/inner`);
    assertEquals([inner.includes("\nlib/inside.ts"), inner.includes("token.ts")], [true, false], inner);
    assertEquals(work.daemon(), before);
    for (const pid of before) Deno.kill(pid, "SIGSTOP");
    assertStringIncludes(await work.prompt(PROMPT, `${at.cwd}/src`), "src/token.ts");
    // It was asked, and given up.
    assert(!work.sockets().includes(socket));
  },
);

test(
  "a daemon runs the user's own tools as the prompt's process would, and ends their servers",
  async (work, at) => {
    const config = `${at.home.path}/.config/auto-tools/auto-tools.yaml`;
    await using other = await homeWithTools({ docs_search: { mode: "good" } }, { builtIn: true });
    write(config, Deno.readTextFileSync(config.replace(at.home.path, other.path)));
    await warm(work);
    const [socket = ""] = work.sockets();
    const { envelope } = JSON.parse(await tell(socket, asked(at), true));
    const { status } = envelope.tool_results.find(({ tool }: { tool: string }) => tool === "docs_search");
    assertEquals([status, await remaining(other.sign)], ["ok", []]);
  },
);

test("a daemon answers for a root that the user's own settings choose", async (work, at) => {
  writeUserConfig(at.home, "repo_root: src\n");
  await warm(work);
  const [socket = ""] = work.sockets();
  assertStringIncludes(await tell(socket, asked(at), true), "token.ts");
});

test("one that answers nonsense is none", async (work) => {
  const cold = await warm(work);
  const [socket = ""] = work.sockets();
  for (const pid of work.daemon()) Deno.kill(pid, "SIGKILL");
  for (const answer of ["", "hello", '{"name":"x"}\n', `{"name":"${"0".repeat(32)}"}\n{"envelope":7}`]) {
    if (namesIn(socket.slice(0, socket.lastIndexOf("/"))).length > 0) Deno.removeSync(socket);
    const listener = Deno.listen({ transport: "unix", path: socket });
    const listening = (async () => {
      for await (const connection of listener) {
        await connection.write(new TextEncoder().encode(answer));
        connection.close();
      }
    })();
    assertEquals(same(await work.prompt()), same(cold), answer);
    listener.close();
    await listening;
  }
});

Deno.test({
  name: "a daemon ends when nobody has asked for its time",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    atWork(async ({ sockets }, at) => {
      const world = systemWorld((name) => at.home.env[name]);
      // Its ten minutes pass in one second.
      const kept = keepWarm(at.cwd, { ...world, elapsed: () => 600 * world.elapsed() });
      await until(() => sockets().length > 0, "it listens");
      await kept;
      assertEquals(sockets(), []);
    }),
});

test("whoever wants no daemon has none", async (work, at) => {
  writeUserConfig(at.home, "daemon_minutes: 0\n");
  for (let prompts = 0; prompts < 3; prompts++) await work.prompt();
  assertEquals([work.sockets(), work.daemon()], [[], []]);
  const { code } = await runBinary(["index", "daemon", "--repo", at.cwd], at);
  assertEquals([code, work.sockets()], [0, []]);
});
