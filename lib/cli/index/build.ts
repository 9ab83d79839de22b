import { setPriority } from "node:os";
import { buildIndex } from "../../codebase/index/build_index.ts";
import type { Progress } from "../../codebase/index/file_pass.ts";
import { EXIT } from "../../contract/error_codes.ts";
import { parserThread } from "../../kernel/open_tools.ts";
import { attempt } from "../../settings/attempt.ts";
import type { World } from "../../settings/world.ts";
import { Failure } from "../failure.ts";
import { print, printError } from "../output.ts";
import type { Place } from "./status.ts";

/** Lowest priority: a build never slows what a person waits for. */
const NICE = 19;
/** ms between two lines of progress. */
const PROGRESS_MS = 100;
/** ms to wait for another build: that of 100,000 files takes half of it. */
const WAIT_MS = 10 * 60_000;
const CLEAR_LINE = "\r\u001b[K";

/** Builds an index or brings it up to date, and says how far it is where a person watches. Returns the exit code. */
export async function build({ options, dir }: Place, background: boolean, world: World): Promise<number> {
  // Where the system does not let a process be nice, it works all the same.
  if (background) attempt(() => setPriority(NICE));
  const began = world.elapsed();
  const progress = !background && Deno.stderr.isTerminal() ? progressLine(world) : () => {};
  const wait = () => {
    if (!background) printError("another build is running; waiting for its end, at most 10 minutes\n");
    return background ? 0 : WAIT_MS;
  };
  const how = { now: () => world.now().getTime(), byHand: !background, wait, progress, thread: parserThread };
  const built = await buildIndex(dir, options, how).catch(({ message }: Error) => {
    throw new Failure(`the index could not be built: ${message}`, EXIT.toolsFailed);
  });
  if (background) return EXIT.ok;
  if (built.kind === "busy") throw new Failure("another build is still running", EXIT.toolsFailed);
  const { files, read, removed } = built;
  const seconds = ((world.elapsed() - began) / 1000).toFixed(2);
  print(`${files} files, ${read} read, ${removed} removed; ${seconds} s\n`);
  return EXIT.ok;
}

/** One line on the terminal that says what is done and counts up, and is wiped when all is done. */
function progressLine(world: World): Progress {
  let last = -Infinity;
  return (done, total) => {
    const now = world.elapsed();
    if (done === total) printError(CLEAR_LINE);
    else if (now - last >= PROGRESS_MS) {
      last = now;
      printError(`${CLEAR_LINE}indexing ${done} of ${total} files`);
    }
  };
}
