/// <reference lib="deno.worker" />
import type { JobAnswer, JobMessage } from "./isolate.ts";

/** The inside of an isolate: one job after another, under no permissions at all. Whoever waits ends it when a job takes too long. */
self.onmessage = async (event: MessageEvent<JobMessage>) => {
  let answer: JobAnswer;
  try {
    answer = { output: await done(event.data) };
  } catch (error) {
    answer = { failed: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
};

async function done(job: JobMessage): Promise<unknown> {
  switch (job.name) {
    case "validate":
      return (await import("./validate.ts")).validate(job.input);
    case "sanitize":
      return (await import("../../guard/sanitize.ts")).sanitize(job.input.text);
    case "grep":
      return (await import("./grep.ts")).grep(job.input);
  }
}
