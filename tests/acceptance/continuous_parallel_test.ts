/** Tasks side by side: they really are, they meet each other's changes, and they survive a kill. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type AgentPlace, agentPlace, task } from "../fixtures/continuous/fake_agent.ts";
import { remaining } from "../tools/living.ts";
import { appears } from "./harness.ts";

/** Which task a call of codex is about, as `$me`, of two; `$other` is the other one. */
const WHICH =
  `case $(cat "$FAKE_CODEX/$n.stdin") in *'# Your task: Do a'*) me=a other=b ;; *) me=b other=a ;; esac; `;
/** Each begins, and goes on once the other has begun as well. */
const MEET = `${WHICH} touch "$FAKE_CODEX/began-$me"
for _ in $(seq 1200); do [ -e "$FAKE_CODEX/began-$other" ] && break; sleep 0.05; done
[ -e "$FAKE_CODEX/began-$other" ] || fails 'the other one did not begin'; `;

const parallel = { env: { CI_AUTO_TOOLS_CONTINUOUS_PARALLEL: "2" } };
const worktrees = async (place: AgentPlace) =>
  (await place.repo.git("worktree", "list", "--porcelain")).match(/^worktree /gm)?.length;

Deno.test("continuous --parallel: two tasks are at work at once, each in a checkout of its own, and become two commits", async () => {
  await using place = await agentPlace(
    [
      task("a", "grep -q proven a.txt"),
      task("b", "grep -q proven b.txt"),
      task("c", "test -e c.txt", {
        depends_on: ["a", "b"],
      }),
    ],
    {
      else:
        `case $(cat "$FAKE_CODEX/$n.stdin") in *'# Your task: Do c'*) writes c.txt '' ;; *) ${MEET} writes $me.txt proven ;; esac; say done`,
    },
  );
  const { code, stdout, stderr } = await place.auto(
    ["--continuous", "--yes", "--no-tui", "--parallel", "2", "Make it work"],
  );
  assertEquals(code, 0, stderr);
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const files = lines.filter(({ kind, event }) => kind === "agent" && event.kind === "files");
  assertEquals(files.map(({ task_id }) => task_id).sort(), ["a", "b", "c"]);
  const kinds = place.events().map(({ type }) => type).filter((type) =>
    /^(?:step_started|turn_ended)$/.test(type)
  );
  assertEquals(kinds.slice(0, 3), ["step_started", "step_started", "turn_ended"]);
  const log = await place.repo.git("log", "--format=%s", "--name-only", "HEAD..auto/make-it-work");
  assertEquals(log.split(/\s*\n+/).filter(Boolean).sort(), [
    "Do a",
    "Do b",
    "Do c",
    "a.txt",
    "b.txt",
    "c.txt",
  ]);
  assertEquals([await place.repo.git("status", "--porcelain"), await worktrees(place)], ["", 2]);
  const wrong = await place.auto(["--continuous", "--parallel", "9", "Another"]);
  assertEquals(wrong.code, 2);
  assertStringIncludes(wrong.stderr, "--parallel is a number from 1 to 8, not 9");
});

Deno.test("continuous --parallel: of two tasks that change the same line the second is tried again on top of the first, and both end proven", async () => {
  await using place = await agentPlace([task("a", "grep -q a a.txt"), task("b", "grep -q b a.txt")], {
    else: `${MEET} writes a.txt "$(sed s/one// a.txt)$me"; say done`,
  });
  await place.begun(0, parallel);
  const steps = place.events().filter(({ type }) => type === "step_ended");
  assertEquals(steps.map(({ passed, conflicts }) => [passed, conflicts]), [
    [true, undefined],
    [false, ["a.txt"]],
    [true, undefined],
  ]);
  assertStringIncludes(
    place.prompts().at(-1) ?? "",
    "Nothing of it was kept: meanwhile others had changed a.txt",
  );
  assertMatch(await place.repo.git("show", "auto/make-it-work:a.txt"), /^(?:ab|ba)$/m);
  assertStringIncludes(await place.report(), "# Complete: 2 of 2 tasks done and proven");
});

Deno.test("continuous --parallel: killed with two turns at work it leaves no process and no checkout, and goes on; so does discard", async () => {
  const hangs = `${WHICH} writes $me.txt half; touch "$FAKE_CODEX/busy-$me"; sleep 300`;
  await using place = await agentPlace(
    [task("a", "grep -q proven a.txt"), task("b", "grep -q proven b.txt")],
    {
      "2": hangs,
      "3": hangs,
      else: `${WHICH} writes $me.txt proven; say done`,
    },
  );
  const sign = `sign-${crypto.randomUUID()}`;
  const busy = async () => {
    for (const each of ["a", "b"]) await appears(`${place.scripts}/busy-${each}`);
  };
  const killed = () =>
    place.begin({ env: { ...parallel.env, SIGN: sign }, signal: { name: "SIGKILL", when: busy() } });
  assertEquals((await killed()).signal, "SIGKILL");
  assertEquals(await remaining(sign), []);
  assertEquals(await worktrees(place), 4);
  const { stderr } = await place.resumed(0);
  for (const step of [1, 2]) assertStringIncludes(stderr, `step ${step} was lost, and it is done again`);
  assertEquals(place.events().filter(({ type }) => type === "step_lost").length, 2);
  assertEquals(await worktrees(place), 2);

  for (const name of ["else", "busy-a", "busy-b"]) {
    Deno.removeSync(`${place.scripts}/${name === "else" ? "else.sh" : name}`);
  }
  place.script(
    "else",
    `case $(cat "$FAKE_CODEX/$n.stdin") in *"Make a plan"*) . "$FAKE_CODEX/1.sh" ;; *) ${hangs} ;; esac`,
  );
  await killed();
  const [id] = (await place.list()).trim().split("\n").at(-1)?.split(" ") ?? [];
  assert(id);
  const { code } = await place.auto(["continuous", "discard", id]);
  assertEquals([code, await worktrees(place)], [0, 2]);
});
