import { z } from "zod";
import { sanitizedHead } from "../guard/sanitize.ts";
import { hashOf } from "../settings/sha256.ts";
import type { Gateway } from "./gateway.ts";
import { appendOwnFile, readOwnFile } from "../settings/own_files.ts";
import { attempt, recover } from "../settings/attempt.ts";

/** Bytes from which on a new file is begun; the one before is kept. */
const MAX_BYTES = 8 * 1024 * 1024;

const MAX_NAME = 200;

/** A call as the log has it. What it was given stands there as a hash alone. */
export const loggedCall = z.object({
  time: z.string(),
  client: z.string(),
  conversation: z.string(),
  tool: z.string(),
  argumentsSha256: z.string(),
  /** Whose word let it run, or kept it from that: a rule's, the user's, or nobody's yet. */
  word: z.enum(["rule", "user", "none"]),
  /** `begun` before it runs; then what came of it. */
  result: z.enum(["begun", "ok", "error", "permission"]),
  ms: z.number().optional(),
});

export type LoggedCall = z.infer<typeof loggedCall>;

/** Paths of the log below a folder for state, the older file first. */
export function logFiles(stateDir: string): [before: string, now: string] {
  return [`${stateDir}/gateway/calls.1.jsonl`, `${stateDir}/gateway/calls.jsonl`];
}

export type CallLog = ReturnType<typeof callLog>;

/** The log of all calls (0600), which is only ever added to. A call runs though it cannot be logged, and that is said. */
export function callLog(
  { stateDir, world }: Pick<Gateway, "stateDir" | "world">,
  of: Pick<LoggedCall, "client" | "conversation">,
) {
  const problems = new Set<string>();
  return {
    problems,
    add(
      { name: tool, arguments: args }: { name: string; arguments: Record<string, unknown> },
      what: Pick<LoggedCall, "word" | "result" | "ms">,
    ): void {
      if (stateDir === undefined) {
        return void problems.add("Calls are not logged: no folder for state is known");
      }
      const time = world.now().toISOString();
      // A model may make up a name, and of any length.
      const named = sanitizedHead(tool, MAX_NAME);
      const call: LoggedCall = { time, ...of, tool: named, argumentsSha256: hashOf(args), ...what };
      const [before, now] = logFiles(stateDir);
      recover(
        () => {
          const bytes = appendOwnFile(now, `${JSON.stringify(call)}\n`);
          // Another gateway may just have done so.
          if (bytes > MAX_BYTES) attempt(() => Deno.renameSync(now, before));
        },
        Error,
        ({ message }) => void problems.add(`Calls could not be logged: ${message.slice(0, 200)}`),
      );
    },
  };
}

/** The calls of both files, oldest first; a damaged line is left out. */
export function readLog(stateDir: string): LoggedCall[] {
  return logFiles(stateDir).flatMap((path) => loggedCalls(readOwnFile(path, 2 * MAX_BYTES) ?? ""));
}

export function loggedCalls(text: string): LoggedCall[] {
  return text.split("\n").flatMap((line) => loggedCall.safeParse(attempt(() => JSON.parse(line))).data ?? []);
}
