/** The variable that an executor, and so its hook, has `GuardOrder` in as JSON. */
export const GUARD_ORDER = "AUTO_TOOLS_GUARD";

/** What a run tells the guard of its executor. */
export interface GuardOrder {
  /** Real path of the folder that the run works in. */
  root: string;
  /** Commands that a person has allowed. */
  allowed: readonly string[];
  /** How commands begin that the user's configuration allows. */
  rules: readonly string[];
  /** File that the verdicts are added to. */
  log: string;
}

/** Our hook, as an executor takes it. */
export interface GuardHook {
  /** Our own path. */
  program: string;
  /** What Codex knows the hook by: the user, who begins the run, trusts it for this run. Undefined where Codex has not told. */
  trust?: { key: string; hash: string } | undefined;
}
