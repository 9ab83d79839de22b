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

onTerminal(
  "preview, help, the plan edited on the same terminal, breakpoint and the end, by keys",
  async () => {
    await using place = await agentPlace([A, B], { ...WORK, "2": "writes a.txt edited; say done" });
    const { code, screen } = await typedAt(place, ["--continuous", "Make it work"], [
      ["WAITS (preview)", "h"],
      ["Waiting costs nothing", "e"],
      [/grep -q edited a.txt[^]*WAITS \(preview\)/, "c"],
      ["WAITS (breakpoint)", "c"],
    ], { EDITOR: "sed -i 's/proven a.txt/edited a.txt/'" });
    assertEquals(code, 0, screen);
    assertStringIncludes(screen, "verify  grep -q proven a.txt");
    assertStringIncludes(screen, "修改 b 文件");
    assertMatch(screen, /2\/2 tasks/);
    assertEquals(screen.split(ENTERED).length, 3);
    assert(
      screen.lastIndexOf(LEFT) > screen.lastIndexOf("c continue  p pause"),
      "the terminal is not given back",
    );
    assertStringIncludes(screen.slice(screen.lastIndexOf(LEFT)), "# Complete: 2 of 2 tasks done and proven");
  },
);

onTerminal(
  "p makes it wait after the step, or at the next question and not once more after it; b puts the task aside",
  async () => {
    const wait = (name: string) => `until [ -e "$FAKE_CODEX/${name}" ]; do sleep 0.05; done`;
    const tasks = [A, task("c", "grep -q more c.txt"), B];
    await using place = await agentPlace(tasks, {
      "2": `${wait("first")}; writes a.txt proven; say done`,
      "3": `${wait("second")}; writes c.txt more; say done`,
    });
    const goes = (name: string): Step => ({
      when: () => Deno.writeTextFile(`${place.scripts}/${name}`, ""),
      text: "",
    });
    const { code, screen } = await typedAt(place, BEGIN, [
      ["working on: Do a", "p"],
      ["it waits after this step", ""],
      goes("first"),
      ["WAITS (requested)", "c"],
      ["working on: Do c", "p"],
      ["it waits after this step", ""],
      goes("second"),
      [/WAITS \(breakpoint\)[\s\S]*c continue {2}p pause/, "b"],
    ]);
    assertEquals(code, 4, screen);
    assertEquals(place.events().filter((event) => Object(event["pause"]).kind === "requested").length, 1);
    assertStringIncludes(screen.slice(screen.lastIndexOf(LEFT)), "Go on: codex-auto resume --continuous");
  },
);

onTerminal(
  "q and Ctrl-C leave at once, and a terminal that is closed does as well, with nothing left running; Ctrl-C without a screen lets a git that runs come to its end; no colour where NO_COLOR says so, and lines instead of a screen on a dumb terminal, where it goes on",
  async () => {
    const hangs = `runs 'echo hi'; sleep 300 & touch "$FAKE_CODEX/busy-$n"; sleep 300`;
    await using place = await agentPlace([A], {
      ...{ "2": hangs, "3": hangs, "4": hangs },
      else: "writes a.txt proven; say done",
    });
    const GO_ON = ["resume", "--continuous"];
    const cwd = place.repo.path;
    for (const [key, exit] of [["q", 3], ["\u0003", 130]] as const) {
      const env = { SIGN: `sign-${crypto.randomUUID()}`, NO_COLOR: "1" };
      const { code, screen, took } = await typedAt(place, key === "q" ? BEGIN : GO_ON, [
        ["runs    echo hi", key],
      ], env);
      assertEquals(code, exit, screen);
      await assertInTime(took, 2000);
      assertEquals(await remaining(env.SIGN), []);
      assert(screen.includes(LEFT));
      // deno-lint-ignore no-control-regex
      assertEquals(/\u001b\[\d+m/.test(screen), false);
    }
    const sign = `sign-${crypto.randomUUID()}`;
    const terminal = new Deno.Command("script", {
      args: ["-qec", `exec ${binary()} ${GO_ON.join(" ")}`, "/dev/null"],
      cwd,
      clearEnv: true,
      env: { TERM: "xterm", SHELL: "/bin/sh", ...place.env, SIGN: sign },
      stdin: "piped",
      stdout: "null",
      stderr: "null",
    }).spawn();
    await appears(`${place.scripts}/busy-4`);
    terminal.kill("SIGKILL");
    await terminal.stdin.close();
    await terminal.status;
    assertEquals(await remaining(sign), []);
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
    const stopped = await typed([...GO_ON, "--no-tui"], [{ when: () => appears(busy), text: "\u0003" }], {
      cwd,
      env: place.env,
    });
    assertEquals(stopped.code, 130, stopped.screen);
    assertEquals(/git \S+ ended with/.test(stopped.screen), false, stopped.screen);
    assertEquals(place.events().filter(({ head }) => head === "none"), []);
    Deno.removeSync(`${place.home.path}/bin/git`);
    const dumb = await typedAt(place, GO_ON, [], { TERM: "dumb" });
    assertEquals([dumb.code, dumb.screen.includes("\u001b")], [0, false], dumb.screen);
  },
);
