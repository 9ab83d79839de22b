/** The closed family of `error.code` values in an envelope. */
export const ERROR_CODES = [
  "E_TIMEOUT",
  "E_PARSE",
  "E_TOOL_UNAVAILABLE",
  "E_BUDGET_EXCEEDED",
  "E_INVALID_ARGS",
  "E_REPO_ROOT",
  "E_SESSION",
  "E_UNKNOWN",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Process exit codes of `--format json|text`; `--format hook` always exits 0. */
export const EXIT = {
  ok: 0,
  usage: 2,
  unavailable: 10,
  config: 20,
  invalid: 30,
  toolsFailed: 40,
  budget: 50,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An expected failure that carries its place in the contract: a code, and a message written for people. */
export class AutoToolsError extends Error {
  override readonly name = "AutoToolsError";

  constructor(readonly code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
