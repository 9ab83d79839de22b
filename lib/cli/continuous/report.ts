import { EXIT } from "../../contract/error_codes.ts";
import { reportText } from "../../continuous/runner/report.ts";
import { readSession } from "../../continuous/store/session_store.ts";
import { CONTINUOUS_USAGE, parseContinuousArgs } from "./args.ts";
import { chosenSession, runPlace, sessionAtWork, sessionFolder } from "./place.ts";
import { say } from "../failure.ts";
import { print } from "../output.ts";
import { UsageError } from "../usage_error.ts";

/** `codex-auto continuous report [ID]`: what a run has come to, made from its events as they are now. */
export async function report(args: string[]): Promise<number> {
  const { words, repo } = parseContinuousArgs(args);
  if (words.length > 1) throw new UsageError("report takes one run", CONTINUOUS_USAGE);
  const { root } = await runPlace(repo);
  const id = chosenSession(root, words[0]);
  const read = readSession(sessionFolder(root, id));
  if (read.kind === "unusable") {
    await say(read.message);
    return EXIT.unavailable;
  }
  const [begunAt, lastAt] = [read.events[0]?.at ?? "", read.events.at(-1)?.at ?? ""];
  print(reportText(read.state, { begunAt, lastAt, isAtWork: id === sessionAtWork(root) }));
  return EXIT.ok;
}
