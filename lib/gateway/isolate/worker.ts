/// <reference lib="deno.worker" />
import type { GrepRequest } from "./grep.ts";
import type { ValidateRequest } from "./validate.ts";

/** What can be done apart from everything else: what a stranger wrote decides how long it takes. */
const JOBS = {
  validate: async (request: ValidateRequest) => (await import("./validate.ts")).validate(request),
  /** A text without secrets and without orders to a model. */
  sanitize: async (text: string) => (await import("../../guard/sanitize.ts")).sanitize(text),
  grep: async (request: GrepRequest) => (await import("./grep.ts")).grep(request),
};

export type Jobs = typeof JOBS;

/** `failed` where the job threw. */
export type JobAnswer = { output: unknown } | { failed: string };

/** The inside of an isolate: one job after another, under no permissions at all. Whoever waits ends it when a job takes too long. */
self.onmessage = async ({ data: { name, input } }: MessageEvent<{ name: keyof Jobs; input: never }>) => {
  let answer: JobAnswer;
  try {
    answer = { output: await JOBS[name](input) };
  } catch (error) {
    answer = { failed: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
};
