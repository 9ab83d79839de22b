import type { Dependent } from "./settle.ts";

const RISKS = ["low", "medium", "high"] as const;
export type Risk = (typeof RISKS)[number];

/** Ids in the order in which they are worked on: by depth of dependencies, then the lower risk, then as the plan has them. */
export function workOrder(plan: readonly (Dependent & { risk: Risk })[]): string[] {
  const depth = depths(plan);
  const rank = (id: string) => depth.get(id) ?? 0;
  return plan
    .map(({ task_id, risk }, at) => ({ task_id, risk: RISKS.indexOf(risk), at }))
    .sort((a, b) => rank(a.task_id) - rank(b.task_id) || a.risk - b.risk || a.at - b.at)
    .map(({ task_id }) => task_id);
}

/** Longest way of dependencies below each task, 0 without any. Ids that the plan does not know count for nothing. */
function depths(plan: readonly Dependent[]): Map<string, number> {
  const byId = new Map(plan.map((item) => [item.task_id, item]));
  const found = new Map<string, number>();
  const visit = (id: string, path: ReadonlySet<string>): number => {
    const known = found.get(id);
    if (known !== undefined) return known;
    const item = byId.get(id);
    if (item === undefined || path.has(id)) return -1;
    const inner = new Set(path).add(id);
    const depth = 1 + Math.max(-1, ...item.depends_on.map((each) => visit(each, inner)));
    found.set(id, depth);
    return depth;
  };
  for (const { task_id } of plan) visit(task_id, new Set());
  return found;
}
