/// <reference lib="deno.worker" />
import type { FromThread } from "../../tools/thread.ts";
import type { resolve, select } from "./select.ts";
import type { grep } from "./grep.ts";
import type { validate } from "./validate.ts";

/** What can be done apart from everything else: what a stranger wrote decides how long it takes. */
const JOBS = {
  validate: async (request: Parameters<typeof validate>[0]) =>
    (await import("./validate.ts")).validate(request),
  /** A text without secrets and without orders to a model. */
  sanitize: async (text: string) => (await import("../../guard/sanitize.ts")).sanitize(text),
  select: async (request: Parameters<typeof select>[0]) => (await import("./select.ts")).select(request),
  resolve: async (request: Parameters<typeof resolve>[0]) => (await import("./select.ts")).resolve(request),
  grep: async (request: Parameters<typeof grep>[0]) => (await import("./grep.ts")).grep(request),
};

export type Jobs = typeof JOBS;

self.onmessage = async ({ data: { name, input } }: MessageEvent<{ name: keyof Jobs; input: never }>) => {
  const say = (message: FromThread) => self.postMessage(message);
  say({ started: true });
  try {
    say({ answer: await JOBS[name](input) });
  } catch (error) {
    say({ failed: error instanceof Error ? error.message : String(error) });
  }
};
