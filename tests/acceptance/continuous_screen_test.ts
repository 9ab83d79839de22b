/** A run on a terminal: its screen, its keys, and the terminal as it was afterwards. `script` of util-linux makes the terminal. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type AgentPlace, agentPlace, task } from "../fixtures/continuous/fake_agent.ts";
import { remaining } from "../tools/living.ts";
import { appears, binary } from "./harness.ts";
import { assertInTime } from "./in_time.ts";
import { type Step, TERMINAL, typed } from "./terminal.ts";

const ENTERED = "\u001b[?25l";
const BEGIN = ["--continuous", "--yes", "Make it work"];
const LEFT = "\u001b[?25h";

/** A person at a terminal of 24 lines: waits until the screen shows something, then presses keys. */
function typedAt(place: AgentPlace, args: string[], steps: Step[], env: Record<string, string> = {}) {
  return typed(args, steps, { cwd: place.repo.path, env: { ...place.env, ...env }, size: [24, 80] });
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
    ["Waiting costs nothing", "c"],
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
  const { code, screen } = await typedAt(place, BEGIN, [
    ["working on: Do a", "p"],
    ["it waits after this step", ""],
    ["WAITS (requested)", "c"],
  ]);
  assertEquals(code, 0, screen);
  await using skipped = await agentPlace([A, B], WORK);
  const end = await typedAt(skipped, BEGIN, [["WAITS (breakpoint)", "b"]]);
  assertEquals(end.code, 4, end.screen);
  const after = end.screen.slice(end.screen.lastIndexOf(LEFT));
  assertStringIncludes(after, "Go on: codex-auto resume --continuous");
});

onTerminal("a pause that was asked for is had at the next question, and not once more after it", async () => {
  await using place = await agentPlace([A, B], { ...WORK, "2": "sleep 2; writes a.txt proven; say done" });
  const { code, screen } = await typedAt(place, BEGIN, [
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
  for (const key of ["q", "\u0003"]) {
    const sign = `sign-${crypto.randomUUID()}`;
    await using place = await agentPlace([A], {
      "2": "runs 'echo hi'; sleep 300 & sleep 300",
      "3": "writes a.txt proven; say done",
    });
    const { code, screen, took } = await typedAt(place, BEGIN, [
      ["runs    echo hi", key],
    ], { SIGN: sign });
    assertEquals(code, 3, screen);
    await assertInTime(took, 2000);
    assertEquals(await remaining(sign), []);
    assert(screen.includes(LEFT));
    await place.resumed(0);
  }
});

onTerminal("Ctrl-C without a screen lets a git that runs come to its end", async () => {
  await using place = await agentPlace([A], { "2": "writes a.txt proven; say done" });
  // Takes its time once, and says so: the terminal's signal goes to all that share our process group.
  const busy = `${place.scripts}/busy`;
  place.home.install(
    "git",
    `#!/bin/sh
PATH=/usr/local/bin:/usr/bin:/bin
case " $* " in *" write-tree ") mkdir '${busy}' 2>/dev/null && sleep 0.5 ;; esac
exec git "$@"
`,
  );
  const { code, screen } = await typed(["--continuous", "--yes", "--no-tui", "Make it work"], [
    { when: () => appears(busy), text: "\u0003" },
  ], { cwd: place.repo.path, env: place.env });
  assertEquals(code, 130, screen);
  assertEquals(/git \S+ ended with/.test(screen), false, screen);
  assertEquals(place.events().filter(({ head }) => head === "none"), []);
  Deno.removeSync(`${place.home.path}/bin/git`);
  await place.resumed(0, "--yes");
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
  await appears(`${place.scripts}/busy`);
  terminal.kill("SIGKILL");
  await terminal.stdin.close();
  await terminal.status;
  assertEquals(await remaining(sign), []);
  await place.resumed(0);
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
