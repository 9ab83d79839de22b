import { clearIndex } from "../../codebase/index/build_index.ts";
import { indexReport } from "../../codebase/index/index_report.ts";
import { EXIT } from "../../contract/error_codes.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { Failure } from "../failure.ts";
import { coloured, paint, print, visible } from "../output.ts";
import type { Place } from "./place.ts";

/** Why a file was not read, as a person reads it. */
const UNREAD: Readonly<Record<string, string>> = {
  large: "large, over 1 MiB",
  minified: "minified, or with lines too long to read",
  generated: "generated, as they say themselves",
  unrecognized: "of no known type",
};

/** Prints what is indexed, how big it is, and what was not read and why. Returns the exit code. */
export function status({ options, dir }: Place): number {
  const { state, problem, files, bytes, commit, time, unread, parsed, unparsed } = indexReport(dir);
  const lines = [`${paint(printable(options.root), 1, coloured(Deno.stdout))}: ${state}`];
  const line = (name: string, text: string) => lines.push(`  ${name.padEnd(12)}${text}`);
  if (problem !== undefined) line("not used", printable(problem));
  if (time === undefined) {
    if (state === "missing") {
      lines.push("  it is built after the next prompt, or now by: codex-auto index build");
    }
  } else {
    line("files", String(files));
    line("on disk", `${(bytes / 1e6).toFixed(1)} MB in ${printable(dir)}`);
    if (commit !== undefined) {
      line(
        "commit",
        `${commit.slice(0, 12)}${commit === options.commit ? "" : " (the tree is at another one)"}`,
      );
    }
    line("refreshed", time);
    line("parsed", `${parsed}; the definitions of other files are found by patterns`);
    const list = (name: string, groups: typeof unread) => {
      for (const { why, count, examples } of groups) {
        const more = count > examples.length ? ", …" : "";
        line(name, `${count} ${UNREAD[why] ?? why}: ${examples.map(printable).join(", ")}${more}`);
      }
    };
    list("not parsed", unparsed);
    list("not read", unread);
  }
  print(lines.join("\n") + "\n");
  return EXIT.ok;
}

/** Deletes an index, and says whether there was one. Returns the exit code. */
export function clear({ dir }: Place): number {
  const { state, problem } = indexReport(dir);
  const there = state !== "missing" || problem !== undefined;
  try {
    if (!clearIndex(dir)) {
      throw new Failure("a build is running; try again when it has ended", EXIT.toolsFailed);
    }
  } catch (error) {
    if (!(error instanceof Error) || error instanceof Failure) throw error;
    throw new Failure(`the index could not be deleted: ${error.message}`, EXIT.toolsFailed);
  }
  print(there ? `Deleted the index in ${printable(dir)}\n` : "There was no index to delete\n");
  return EXIT.ok;
}

/** File names come from the repository. Half a secret is known to no rule, so they are cut last. */
function printable(path: string): string {
  return visible(redact(path).text.slice(0, 200));
}
