import { logFiles, type LoggedCall, loggedCalls, readLog } from "../gateway/call_log.ts";
import { standing } from "../settings/small_file.ts";
import { paint, print, printError, visible } from "./output.ts";

/** ms between two looks at a log that is followed. */
const FOLLOW_MS = 300;
const COLOURS = { ok: 32, error: 31, permission: 33, begun: 36 } as const;

/** Prints every call that went through a gateway, oldest first; `follow`: and those to come, until it is ended. */
export async function showLog(
  stateDir: string,
  { follow, format }: { follow: boolean; format: "text" | "json" },
): Promise<void> {
  const show = (calls: readonly LoggedCall[]) =>
    print(calls.map((call) => format === "json" ? `${JSON.stringify(call)}\n` : lineOf(call)).join(""));
  const [, file] = logFiles(stateDir);
  let seen = standing(file)?.size ?? 0;
  const calls = readLog(stateDir);
  show(calls);
  if (calls.length === 0) printError("No call has gone through a gateway yet.\n");
  while (follow) {
    await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
    const size = standing(file)?.size ?? 0;
    if (size < seen) seen = 0;
    if (size === seen) continue;
    const bytes = Deno.readFileSync(file);
    // The last line may be half written.
    const end = bytes.lastIndexOf(10) + 1;
    show(loggedCalls(new TextDecoder().decode(bytes.subarray(seen, end))));
    seen = Math.max(seen, end);
  }
}

function lineOf({ time, client, tool, argumentsSha256, word, result, ms }: LoggedCall): string {
  const took = ms === undefined ? "" : `  ${Math.round(ms)} ms`;
  const by = { rule: "by rule", user: "by the user", none: "nobody's word" }[word];
  const what = paint(result.padEnd(10), COLOURS[result]);
  return visible(`${time}  `) + what +
    visible(`  ${tool}  ${argumentsSha256.slice(0, 8)}  ${by}  ${client}${took}`) + "\n";
}
