import type { CommandJudge } from "../guard/command_judge.ts";
import { type CheckedPlan, checkPlan } from "./check.ts";
import type { Plan, PlanItem } from "./plan_item.ts";

/**
 * A new plan in an old one's place: what is done stays as it was, whether the new plan names it or not; everything else is the new plan's.
 * Checked as a whole.
 */
export function mergePlan(
  old: Plan,
  done: ReadonlySet<string>,
  fresh: Plan,
  judge: CommandJudge,
): CheckedPlan {
  const kept = old.tasks.filter(({ task_id }) => done.has(task_id));
  const added = fresh.tasks.filter(({ task_id }) => !done.has(task_id));
  const named = new Set(fresh.tasks.map(({ task_id }) => task_id));
  const repairs = [
    ...kept.filter(({ task_id }) => !named.has(task_id)).map(({ task_id }) =>
      `${task_id} is done and stays in the plan`
    ),
    ...fresh.tasks.flatMap((item) => changedThoughDone(item, kept)),
  ];
  const checked = checkPlan({
    requirements: fresh.requirements.length > 0 ? fresh.requirements : old.requirements,
    tasks: [...kept, ...added],
  }, judge);
  return { ...checked, repairs: [...repairs, ...checked.repairs] };
}

function changedThoughDone(item: PlanItem, kept: readonly PlanItem[]): string[] {
  const old = kept.find(({ task_id }) => task_id === item.task_id);
  return old !== undefined && JSON.stringify(old) !== JSON.stringify(item)
    ? [`${item.task_id} is done, so it stays as it was; more work on it is a task of its own`]
    : [];
}
