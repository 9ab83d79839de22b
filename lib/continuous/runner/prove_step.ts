import { changedJudges, changedTests, replacedSubmodules } from "../proof/judges.ts";
import { lessTested } from "../proof/counts.ts";
import type { PlanItem } from "../plan/plan.ts";
import { provesNothing } from "../run/decide.ts";
import type { Check, RunEvent, TurnEnded } from "../run/event.ts";
import { PAUSE } from "../run/pauses.ts";
import { titleOf } from "../run/state.ts";
import { counted, ended, named } from "../run/words.ts";
import { keep } from "./guarded_turn.ts";
import { append, type Surroundings } from "./surroundings.ts";
import { verify } from "./verify.ts";
import { goesOnFromLast, nameOf, startFromCommit } from "./work_step.ts";

const REMEMBERED_FILES = 200;
const CHANGED = { A: "new", M: "changed", D: "deleted", T: "changed" };

const REFUSED = "The guard refused what its last step wanted to run, and the task is not done";

export async function checkRed(item: PlanItem, surroundings: Surroundings): Promise<void> {
  const { store, worktree, world, show, stop } = surroundings;
  const began = world.elapsed();
  await startFromCommit(surroundings);
  const { baseline } = store.state;
  show({ kind: "note", text: `verifying "${item.title}" before it is begun: something has to fail` });
  const { checks } = await verify(item.verify, surroundings);
  if (baseline) await worktree.restore(baseline);
  if (stop.aborted) return;
  const ms = Math.round(world.elapsed() - began);
  append(surroundings, { type: "red", task_id: item.task_id, checks, ms });
}

/** Looks at what a turn has changed, and whether its task is done. What the verify commands write is taken back, and so is all of a turn that did not come to its end. */
export async function proveStep(turn: TurnEnded, surroundings: Surroundings): Promise<void> {
  const { store, worktree, world, stop } = surroundings;
  const { step, task_id, outcome } = turn;
  const began = world.elapsed();
  const conflicts = await broughtIn(turn, surroundings);
  const { plan, baseline } = store.state;
  const item = plan?.tasks.find((each) => each.task_id === task_id);
  const now = await worktree.snapshot();
  const { head, tree: start } = baseline ?? now;
  const changes = await worktree.changed(start, now.tree);
  const isProvable = outcome === "worked" && conflicts.length === 0;
  const proven = await verify(isProvable ? item?.verify ?? [] : [], surroundings);
  if (outcome === "worked" && stop.aborted) return;
  // Its own commits go into the one of the task.
  const place = outcome === "worked" ? { head, tree: now.tree } : { head, tree: start };
  if (outcome === "worked" || changes.length > 0) await worktree.restore(place);
  keep(surroundings, `${nameOf(step)}.verify.txt`, proven.output);
  keep(surroundings, `${nameOf(step)}.diff`, await worktree.diff(start, now.tree));
  const judged = isProvable && item ? await judge(item, step, proven, place, surroundings) : {};
  const refused = store.state.refusals.filter((each) => each.step === step && each.by === "guard");
  if (conflicts.length === 0 && !proven.passed && !judged.pause && !turn.pause && refused.length > 0) {
    judged.pause = PAUSE.dangerous(task_id, refused, REFUSED);
  }
  const lines = await worktree.lines(start, now.tree);
  const [added = 0, removed = 0] = [/(\d+) ins/, /(\d+) del/].map((each) =>
    Number(each.exec(lines)?.[1] ?? 0)
  );
  const deleted = changes.filter(({ status }) => status === "D").map(({ path }) => path);
  append(surroundings, {
    type: "step_ended",
    step,
    task_id,
    passed: proven.passed,
    files: changes.map(({ path }) => path).slice(0, REMEMBERED_FILES),
    ...outcome === "worked" && !isProvable ? { conflicts: conflicts.slice(0, REMEMBERED_FILES) } : {},
    checks: proven.checks,
    stat: { added, removed, deleted: deleted.slice(0, REMEMBERED_FILES) },
    ...judged,
    ms: Math.round(world.elapsed() - began),
    ...place,
  });
}

/** Puts what a step did, and nothing else, on top of the latest commit; where others have changed the same there, nothing. Returns the files that both have changed. */
async function broughtIn({ task_id, left }: TurnEnded, surroundings: Surroundings): Promise<string[]> {
  const { store, worktree } = surroundings;
  if (left === undefined) return [];
  if (!goesOnFromLast(task_id, surroundings)) await startFromCommit(surroundings);
  const { baseline = left } = store.state;
  const { tree, conflicts } = await worktree.merged(baseline.head, left);
  await worktree.restore(conflicts.length === 0 ? { head: baseline.head, tree } : baseline);
  return conflicts;
}

/** What the changes and the counts of tests say about a verdict, whatever it is. */
async function judge(
  item: PlanItem,
  step: number,
  { checks, passed }: { checks: readonly Check[]; passed: boolean },
  { head, tree }: { head: string; tree: string },
  surroundings: Surroundings,
): Promise<Pick<Extract<RunEvent, { type: "step_ended" }>, "pause" | "unproven">> {
  const { store: { state }, worktree, records } = surroundings;
  const { task_id, verify: commands, changes_tests } = item;
  const before = await worktree.treeOf(head);
  const changes = await worktree.changed(before, tree);
  const red = state.red.get(task_id) ?? [];
  if (!state.mayTamper.has(task_id)) {
    const changed = changes_tests ? [] : await changedJudges(changes, commands, worktree);
    const replaced = replacedSubmodules(changes);
    const lack = await worktree.lacksFilter(changes);
    const less = changes_tests ? [] : checks.flatMap((check) => {
      const earlier = red.find(({ command }) => command === check.command)?.counts;
      const why = check.code === 0 ? lessTested(earlier, check.counts) : undefined;
      return why === undefined ? [] : [`\`${check.command}\` ${why}`];
    });
    const reasons = [
      ...changed.length > 0 ? [named(changed.map(({ path, status }) => `${CHANGED[status]} ${path}`))] : [],
      ...replaced.length > 0 ? [`files stand in the place of ${named(replaced)}, a submodule`] : [],
      ...lack === undefined ? [] : [lack],
      ...less,
    ];
    if (reasons.length > 0) {
      const name = `${nameOf(step)}.tampered.diff`;
      keep(surroundings, name, await worktree.diff(before, tree));
      return { pause: PAUSE.tampered(task_id, reasons, `${records}/${name}`) };
    }
  }
  if (!passed) return {};
  if (provesNothing(red)) return { unproven: "its verify commands passed before it was begun" };
  const tests = changes_tests ? changedTests(changes) : [];
  if (tests.length === 0) return {};
  const old = await worktree.mixed(before, tests);
  const { passed: proves } = await verifiedIn(old, commands, surroundings);
  return proves ? { unproven: "its new tests pass without its changes as well" } : {};
}

function verifiedIn(tree: string, commands: readonly string[], surroundings: Surroundings) {
  const act = (root: string) => verify(commands, { ...surroundings, root });
  return surroundings.worktree.inCheckout("check", tree, act);
}

export async function commitStep(task_id: string, step: number, surroundings: Surroundings): Promise<void> {
  const { store: { state }, worktree } = surroundings;
  const last = state.history.findLast((each) => each.task_id === task_id);
  if (!last || !state.baseline) return;
  const { head, tree } = state.baseline;
  const red = state.red.get(task_id) ?? [];
  const proof = last.checks.map((check) => {
    const earlier = red.find(({ command }) => command === check.command);
    const tests = check.counts ? ` (${counted(check.counts.ran, "test")})` : "";
    return `- \`${check.command}\` ${ended(check)}${tests}; before: ${earlier ? ended(earlier) : "not run"}`;
  });
  if (last.unproven !== undefined) proof.push(`Not proven: ${last.unproven}.`);
  const of = `Task ${task_id} of run ${state.session}.`;
  const message = [titleOf(state, task_id), "", of, "", "Verified by", ...proof];
  const isEmpty = await worktree.treeOf(head) === tree;
  const commit = isEmpty ? head : await worktree.commit(tree, head, message.join("\n"));
  append(surroundings, { type: "committed", step, task_id, head: commit, tree });
}

/** Runs the verify commands of all tasks once more, in a fresh checkout of what is committed: what a later task broke, or what only a left file made pass, is not done. */
export async function finalCheck(surroundings: Surroundings): Promise<void> {
  const { store, world, show, stop, worktree } = surroundings;
  const began = world.elapsed();
  const { plan, history, baseline } = store.state;
  const commands = [...new Set(plan?.tasks.flatMap((item) => item.verify) ?? [])];
  show({ kind: "note", text: "all tasks are done; running all their verify commands in a fresh checkout" });
  await startFromCommit(surroundings);
  const tree = await worktree.treeOf(baseline?.head ?? "HEAD");
  const { checks } = await verifiedIn(tree, commands, surroundings);
  if (stop.aborted) return;
  const before = history.flatMap((step) => step.checks).filter(({ code }) => code === 0);
  const compared = checks.map((check): Check => {
    const counts = before.findLast(({ command }) => command === check.command)?.counts;
    const less = check.code === 0 ? lessTested(counts, check.counts) : undefined;
    return less === undefined ? check : { ...check, code: -1, tail: `${less}\n${check.tail}` };
  });
  const passed = compared.length > 0 && compared.every(({ code }) => code === 0);
  const ms = Math.round(world.elapsed() - began);
  append(surroundings, { type: "checked", checks: compared, passed, ms });
}
