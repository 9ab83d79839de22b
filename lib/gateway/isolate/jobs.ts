import type { Sanitized } from "../../guard/sanitize.ts";

/** What can be done apart from everything else: what a stranger wrote decides how long it takes. */
export interface Jobs {
  /** Problems of a value against a JSON Schema; `unusable` where the schema itself cannot be used. */
  validate: {
    input: { schema: unknown; value: unknown };
    output: { problems: string[]; unusable?: string };
  };
  /** A text without secrets and without orders to a model. */
  sanitize: {
    input: { text: string };
    output: Sanitized;
  };
  /** Lines of a text that match; `error` where the pattern is none. */
  grep: {
    input: GrepRequest;
    output: GrepResult | { error: string };
  };
}

export interface GrepRequest {
  text: string;
  /** RE2: linear time, so neither look-around nor back-references. */
  pattern: string;
  /** Lines before and after each match. */
  before: number;
  after: number;
  /** Matching lines that are given. */
  limit: number;
}

export interface GrepResult {
  matches: number;
  lines: { line: number; text: string; match: boolean }[];
}

export type JobName = keyof Jobs;

/** What an isolate is sent. */
export type JobMessage = { [Name in JobName]: { name: Name; input: Jobs[Name]["input"] } }[JobName];

/** What it answers; `failed` where the job threw. */
export type JobAnswer<Name extends JobName = JobName> = { output: Jobs[Name]["output"] } | { failed: string };
