/** Tasks side by side: they really are, they meet each other's changes, and they survive a kill. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
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

const worktrees = async (place: AgentPlace) =>
  (await place.repo.git("worktree", "list", "--porcelain")).match(/^worktree /gm)?.length;

Deno.test("continuous --parallel: two tasks are at work at once, each in a checkout of its own; killed then it leaves no process and no checkout, and goes on; the second to change a line is tried again on top of the first, and each becomes a commit", async () => {
  const hangs = `${WHICH} echo half >$me.txt; touch "$FAKE_CODEX/busy-$me"; sleep 300`;
  await using place = await agentPlace([task("a", "grep -q a a.txt"), task("b", "grep -q b a.txt")], {
    "2": hangs,
    "3": hangs,
    else: `${MEET} writes a.txt "$(sed s/one// a.txt)$me"; say done`,
  });
  const busy = async () => {
    for (const each of ["a", "b"]) await appears(`${place.scripts}/busy-${each}`);
  };
  const sign = `sign-${crypto.randomUUID()}`;
  const env = { CI_AUTO_TOOLS_CONTINUOUS_PARALLEL: "2", SIGN: sign };
  const killed = await place.begin({ env, signal: { name: "SIGKILL", when: busy() } });
  assertEquals(killed.signal, "SIGKILL");
  assertEquals(await remaining(sign), []);
  assertEquals(await worktrees(place), 4);
  const { stdout, stderr } = await place.resumed(0);
  for (const step of [1, 2]) assertStringIncludes(stderr, `step ${step} was lost, and it is done again`);
  const lines = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const files = lines.filter(({ kind, event }) => kind === "agent" && event.kind === "files");
  assertEquals(new Set(files.map(({ task_id }) => task_id)), new Set(["a", "b"]));
  const events = place.events();
  const kinds = events.map(({ type }) => type).filter((type) =>
    /^(?:step_(?:started|lost)|turn_ended)$/.test(type)
  );
  const twice = (kind: string) => [kind, kind];
  assertEquals(kinds.slice(0, 7), [
    ...["step_started", "step_lost", "step_started"].flatMap(twice),
    "turn_ended",
  ]);
  const steps = events.filter(({ type }) => type === "step_ended");
  assertEquals(steps.map(({ passed, conflicts }) => [passed, conflicts]), [
    [true, undefined],
    [false, ["a.txt"]],
    [true, undefined],
  ]);
  const met = "Nothing of it was kept: meanwhile others had changed a.txt";
  assertStringIncludes(place.prompts().at(-1) ?? "", met);
  assertMatch(await place.repo.git("show", "auto/make-it-work:a.txt"), /^(?:ab|ba)$/m);
  const log = await place.repo.git("log", "--format=%s", "HEAD..auto/make-it-work");
  assertEquals(log.trim().split("\n").sort(), ["Do a", "Do b"]);
  assertEquals([await place.repo.git("status", "--porcelain"), await worktrees(place)], ["", 2]);
  const wrong = await place.auto(["--continuous", "--parallel", "9", "Another"]);
  assertEquals(wrong.code, 2);
  assertStringIncludes(wrong.stderr, "--parallel is a number from 1 to 8, not 9");
});
