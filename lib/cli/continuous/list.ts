import { EXIT } from "../../contract/error_codes.ts";
import { sessionIds } from "../../continuous/store/folder.ts";
import { KEPT_DAYS, KEPT_RUNS } from "../../continuous/store/retention.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { readSession } from "../../continuous/store/session_store.ts";
import { CONTINUOUS_USAGE, parseContinuousArgs } from "./args.ts";
import { runPlace, sessionAtWork, sessionFolder } from "./place.ts";
import { coloured, paint, print, printError } from "../output.ts";
import { UsageError } from "../usage_error.ts";

/** `codex-auto continuous list`: one line a run, the latest last. */
export async function list(args: string[]): Promise<number> {
  const { words, repo } = parseContinuousArgs(args);
  if (words.length > 0) throw new UsageError("list takes no run; report does", CONTINUOUS_USAGE);
  const { root } = await runPlace(repo);
  const ids = sessionIds(root);
  if (ids.length === 0) printError(`No run in ${forLine(root)} yet: codex-auto --continuous "GOAL"\n`);
  const on = coloured(Deno.stdout);
  const atWork = sessionAtWork(root);
  for (const id of ids) {
    const read = readSession(sessionFolder(root, id));
    if (read.kind === "unusable") {
      print(`${id}  ${paint("unusable", 31, on)}  ${forLine(read.message)}\n`);
      continue;
    }
    const { state } = read;
    const tasks = [...state.tasks.values()];
    const done = tasks.filter(({ status }) => status === "done").length;
    const status = state.finished ??
      (state.pause ? `waits (${state.pause.kind})` : id === atWork ? "under way" : "interrupted");
    print(
      `${id}  ${paint(status, status === "complete" ? 32 : 33, on)}  ${done}/${tasks.length}  ${
        forLine(state.goal).slice(0, 80)
      }\n`,
    );
  }
  if (ids.length > KEPT_RUNS) {
    printError(
      `A run of yours is removed ${KEPT_DAYS} days after its last event, when another begins; the ${KEPT_RUNS} latest and what cannot be read stay.\n`,
    );
  }
  return EXIT.ok;
}

/** A run may have come with the repository: its words are a stranger's, and a terminal would obey them. */
function forLine(text: string): string {
  return sanitize(text).text.replace(/\s+/g, " ");
}
