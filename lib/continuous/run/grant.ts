import { type Budget, MINUTE_MS, type PauseKind } from "./event.ts";

/** What a run has used. */
export interface Spent {
  ms: number;
  tokens: number;
  cost_usd: number;
}

/** Grants as much again of what is used up, from here on: a step may have used far more than was left. */
export function grant(kind: PauseKind | undefined, budget: Budget, share: Budget, spent: Spent): void {
  const more = (used: number, limit: number, again: number) => Math.max(used, limit) + again;
  switch (kind) {
    case "steps":
      budget.steps += share.steps;
      break;
    case "time":
      budget.total_minutes = more(spent.ms / MINUTE_MS, budget.total_minutes, share.total_minutes);
      break;
    case "tokens":
      budget.tokens = more(spent.tokens, budget.tokens, share.tokens);
      break;
    case "cost":
      budget.cost_usd = more(spent.cost_usd, budget.cost_usd, share.cost_usd);
  }
}
