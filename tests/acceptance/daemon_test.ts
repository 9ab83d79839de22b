/** The third prompt of a session is answered by a process that keeps the repository warm, with what it would have got without. */
import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { living, procText } from "../tools/living.ts";
import { namesIn, placeProgram, runBinary, runProgram, runtimeFolder } from "./harness.ts";
import { type Setting, setting, until } from "./harness.ts";
import { writeUserConfig } from "./configured_tools.ts";

const FILES = {
  "src/token.ts": "/** Refreshes the token once it is old. */\nexport function refreshToken(): void {}\n",
  "src/other.ts": "export const other = 1;\n",
};
const PROMPT = "where is the token refreshed when it is old?";

interface AtWork {
  prompt(text?: string): Promise<string>;
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
    prompt: async (text = PROMPT) => {
      const payload = {
        hook_event_name: "UserPromptSubmit",
        prompt: text,
        cwd: at.cwd,
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

const test = (name: string, act: (work: AtWork, at: Setting) => Promise<void>) =>
  Deno.test({ name, ignore: Deno.build.os !== "linux", fn: () => atWork(act) });

test(
  "a daemon gives the bytes that a prompt gives without one, sees edits, names no file that is excluded since, starts once, and ends with setup remove, or with its program",
  async (work, at) => {
    const cold = await warm(work);
    const warmed = await work.prompt();
    assertEquals(same(warmed), same(cold));
    assertStringIncludes(warmed, "src/token.ts");
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

test("whoever wants no daemon has none", async (work, at) => {
  writeUserConfig(at.home, "daemon_minutes: 0\n");
  for (let prompts = 0; prompts < 3; prompts++) await work.prompt();
  assertEquals([work.sockets(), work.daemon()], [[], []]);
  const { code } = await runBinary(["index", "daemon", "--repo", at.cwd], at);
  assertEquals([code, work.sockets()], [0, []]);
});
