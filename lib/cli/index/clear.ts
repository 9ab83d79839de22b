import { clearIndex } from "../../codebase/index/build_index.ts";
import { indexReport } from "../../codebase/index/index_report.ts";
import { EXIT } from "../../contract/error_codes.ts";
import { say } from "../failure.ts";
import { print, printError } from "../output.ts";
import type { Place } from "./place.ts";
import { printable } from "./printable.ts";

/** Deletes an index, and says whether there was one. Returns the exit code. */
export async function clear({ dir }: Place): Promise<number> {
  const { state, problem } = indexReport(dir);
  const there = state !== "missing" || problem !== undefined;
  try {
    if (!clearIndex(dir)) {
      printError("codex-auto: a build is running; try again when it has ended\n");
      return EXIT.toolsFailed;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await say(`the index could not be deleted: ${error.message}`);
    return EXIT.toolsFailed;
  }
  print(there ? `Deleted the index in ${printable(dir)}\n` : "There was no index to delete\n");
  return EXIT.ok;
}
