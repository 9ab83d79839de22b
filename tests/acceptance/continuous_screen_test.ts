/** A run on a terminal: its screen, its keys, and the terminal as it was afterwards. `script` of util-linux makes the terminal. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type AgentPlace, agentPlace, task } from "../fixtures/continuous/fake_agent.ts";
import { remaining } from "../tools/living.ts";
import { appears, binary } from "./harness.ts";
import { assertInTime } from "./in_time.ts";
import { TERMINAL, typed } from "./terminal.ts";

const ENTERED = "\u001b[?1049h";
const LEFT = "\u001b[?25h\u001b[?1049l";

/** A person: waits until the screen shows something, then presses keys. */
type Deed = [shows: string | RegExp, keys: string];

async function typedAt(place: AgentPlace, args: string[], deeds: Deed[], env: Record<string, string> = {}) {
  const quoted = [binary(), ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = new Deno.Command("script", {
    args: ["-qec", `stty rows 24 cols 80; exec ${quoted}`, "/dev/null"],
    cwd: place.repo.path,
    clearEnv: true,
    env: { TERM: "xterm", SHELL: "/bin/sh", ...place.env, ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let screen = "";
  let seen = 0;
  let ended = false;
  let pressed = 0;
  const more = async () => {
    const { done, value } = await reader.read();
    ended = done;
    screen += value ?? "";
  };
  for (const [shows, keys] of deeds) {
    const isThere = () =>
      typeof shows === "string" ? screen.slice(seen).includes(shows) : shows.test(screen.slice(seen));
    while (!ended && !isThere()) await more();
    assert(!ended, `it ended before it showed ${shows}:\n${screen}`);
    seen = screen.length;
    pressed = performance.now();
    await writer.write(new TextEncoder().encode(keys));
  }
  while (!ended) await more();
  /** ms from the last key to the end. */
  const took = performance.now() - pressed;
  clearTimeout(timer);
  await writer.close().catch((error: unknown) => assert(error instanceof Error));
  return { code: (await child.status).code, screen, took };
}

function onTerminal(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `continuous, on a terminal: ${name}`, ignore: !TERMINAL, fn });
}

const A = task("a", "grep -q proven a.txt");
const B = task("b", "grep -q more b.txt", { depends_on: ["a"], breakpoint: true, title: "修改 b 文件" });
const WORK = { "2": "writes a.txt proven; say done", "3": "writes b.txt more; say done" };

onTerminal("preview, help, breakpoint and the end, by keys", async () => {
  await using place = await agentPlace([A, B], WORK);
  const { code, screen } = await typedAt(place, ["--continuous", "Make it work"], [
    ["WAITS (preview)", "h"],
    ["Waiting costs nothing", "h"],
    ["WAITS (preview)", "c"],
    ["WAITS (breakpoint)", "c"],
  ]);
  assertEquals(code, 0, screen);
  assertStringIncludes(screen, "verify  grep -q proven a.txt");
  assertStringIncludes(screen, "修改 b 文件");
  assertMatch(screen, /2\/2 tasks/);
  assertEquals(screen.split(ENTERED).length, 2);
  assert(
    screen.lastIndexOf(LEFT) > screen.lastIndexOf("c continue  p pause"),
    "the terminal is not given back",
  );
  assertStringIncludes(screen.slice(screen.lastIndexOf(LEFT)), "# Complete: 2 of 2 tasks done and proven");
});

onTerminal("p makes it wait after the step, b puts the task aside", async () => {
  await using place = await agentPlace([A, { ...B, breakpoint: false, depends_on: [] }], {
    "2": "sleep 2; writes a.txt proven; say done",
    "3": "writes b.txt more; say done",
  });
  const { code, screen } = await typedAt(place, ["--continuous", "--yes", "Make it work"], [
    ["working on: Do a", "p"],
    ["it waits after this step", ""],
    ["WAITS (requested)", "c"],
  ]);
  assertEquals(code, 0, screen);
  const skipped = await agentPlace([A, B], WORK);
  const end = await typedAt(skipped, ["--continuous", "--yes", "Make it work"], [[
    "WAITS (breakpoint)",
    "b",
  ]]);
  assertEquals(end.code, 4, end.screen);
  assertStringIncludes(
    end.screen.slice(end.screen.lastIndexOf(LEFT)),
    "Go on: codex-auto resume --continuous",
  );
  await skipped[Symbol.asyncDispose]();
});

onTerminal("a pause that was asked for is had at the next question, and not once more after it", async () => {
  await using place = await agentPlace([A, B], { ...WORK, "2": "sleep 2; writes a.txt proven; say done" });
  const { code, screen } = await typedAt(place, ["--continuous", "--yes", "Make it work"], [
    ["working on: Do a", "p"],
    [/WAITS \(breakpoint\)[\s\S]*c continue {2}p pause/, "c"],
  ]);
  assertEquals(code, 0, screen);
  assertEquals(screen.includes("WAITS (requested)"), false);
});

onTerminal("e opens the editor on the same terminal and comes back with the new plan", async () => {
  await using place = await agentPlace([A], { "2": "writes c.txt edited; say done" });
  const editor = `sed -i 's/proven a.txt/edited c.txt/'`;
  const { code, screen } = await typedAt(place, ["--continuous", "Make it work"], [
    ["WAITS (preview)", "e"],
    ["grep -q edited c.txt", "c"],
  ], { EDITOR: editor });
  assertEquals(code, 0, screen);
  assertEquals(screen.split(ENTERED).length, 3);
});

onTerminal("q and Ctrl-C leave at once, with nothing left running, and the run can be resumed", async () => {
  for (const [key, exit] of [["q", 3], ["\u0003", 3]] as const) {
    const sign = `sign-${crypto.randomUUID()}`;
    await using place = await agentPlace([A], {
      "2": "runs 'echo hi'; sleep 300 & sleep 300",
      "3": "writes a.txt proven; say done",
    });
    const { code, screen, took } = await typedAt(place, ["--continuous", "--yes", "Make it work"], [
      ["runs    echo hi", key],
    ], { SIGN: sign });
    assertEquals(code, exit, screen);
    await assertInTime(took, 2000);
    assertEquals(await remaining(sign), []);
    assert(screen.includes(LEFT));
    const resumed = await place.auto(["resume", "--continuous", "--no-tui"]);
    assertEquals(resumed.code, 0, resumed.stderr);
  }
});

onTerminal("Ctrl-C without a screen lets a git that runs come to its end", async () => {
  await using place = await agentPlace([A], { "2": "writes a.txt proven; say done" });
  const git = new TextDecoder().decode(
    new Deno.Command("/bin/sh", { args: ["-c", "command -v git"] }).outputSync().stdout,
  );
  // Takes its time once, and says so: the terminal's signal goes to all that share our process group.
  const busy = `${place.scripts}/busy`;
  place.home.install(
    "git",
    `#!/bin/sh
PATH=/usr/local/bin:/usr/bin:/bin
case " $* " in *" write-tree ") mkdir '${busy}' 2>/dev/null && sleep 0.5 ;; esac
exec ${git.trim()} "$@"
`,
  );
  const { code, screen } = await typed(["--continuous", "--yes", "--no-tui", "Make it work"], [
    { when: () => appears(busy, 40_000), text: "\u0003" },
  ], { cwd: place.repo.path, env: place.env });
  assertEquals(code, 130, screen);
  assertEquals(/git \S+ ended with/.test(screen), false, screen);
  assertEquals(place.events().filter(({ head }) => head === "none"), []);
  Deno.removeSync(`${place.home.path}/bin/git`);
  const resumed = await place.auto(["resume", "--continuous", "--no-tui", "--yes"]);
  assertEquals(resumed.code, 0, resumed.stderr);
});
onTerminal("a terminal that is closed leaves no process, and the run can be resumed", async () => {
  const sign = `sign-${crypto.randomUUID()}`;
  await using place = await agentPlace([A], {
    "2": `touch "$FAKE_CODEX/busy"; sleep 300`,
    "3": "writes a.txt proven; say done",
  });
  const terminal = new Deno.Command("script", {
    args: ["-qec", `exec ${binary()} --continuous --yes 'Make it work'`, "/dev/null"],
    cwd: place.repo.path,
    clearEnv: true,
    env: { TERM: "xterm", SHELL: "/bin/sh", ...place.env, SIGN: sign },
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  await appears(`${place.scripts}/busy`, 40_000);
  terminal.kill("SIGKILL");
  await terminal.stdin.close();
  await terminal.status;
  await new Promise((resolve) => setTimeout(resolve, 2000));
  assertEquals(await remaining(sign), []);
  const { code, stderr } = await place.auto(["resume", "--continuous", "--no-tui"]);
  assertEquals(code, 0, stderr);
});

onTerminal("no colour where NO_COLOR says so, and lines instead of a screen on a dumb terminal", async () => {
  await using place = await agentPlace([A], WORK);
  const plain = await typedAt(place, ["--continuous", "Make it work"], [["WAITS (preview)", "q"]], {
    NO_COLOR: "1",
  });
  assertEquals(plain.code, 3, plain.screen);
  // deno-lint-ignore no-control-regex
  assertEquals(/\u001b\[\d+m/.test(plain.screen), false);
  const dumb = await typedAt(place, ["resume", "--continuous"], [], { TERM: "dumb" });
  assertEquals([dumb.code, dumb.screen.includes("\u001b")], [0, false], dumb.screen);
});
