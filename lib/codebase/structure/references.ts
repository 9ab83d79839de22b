import { git } from "../../guard/git/git.ts";
import { AutoToolsError } from "../../contract/error_codes.ts";
import type { CodebaseOptions } from "../codebase.ts";
import { MAX_LINE } from "./mask.ts";
import type { RepoFiles } from "../files/repo_files.ts";

/** A line of the tree that holds one of the texts looked for. */
export interface Reference {
  path: string;
  /** 1-based. */
  line: number;
  text: string;
}

export interface References {
  found: Reference[];
  /** False where git was cut off by time or size, so that lines may be missing. */
  complete: boolean;
}

/** Bytes of matching lines: some 50,000 lines, more than any name worth following has. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_TEXTS = 40;
const NO_MATCH = 1;

/**
 * Lines of tracked and untracked files that hold one of `texts` as a whole word, taken literally, in order of path and line; only files that may be named. Needs no
 * index. Throws `E_TOOL_UNAVAILABLE` where git cannot be started or does not know the folder.
 */
export async function references(
  texts: readonly string[],
  files: RepoFiles,
  context: Pick<CodebaseOptions, "root" | "gitDir">,
  { timeoutMs, maxBytes = MAX_BYTES }: { timeoutMs: number; maxBytes?: number },
): Promise<References> {
  const wanted = [...new Set(texts)].filter((text) => text !== "" && !text.includes("\n"));
  if (wanted.length === 0 || timeoutMs <= 0) return { found: [], complete: wanted.length === 0 };
  const where = context.gitDir === undefined ? ["--no-index", "--exclude-standard"] : ["--untracked"];
  const how = ["--line-number", "--word-regexp", ...where];
  const result = await gitGrep(wanted.slice(0, MAX_TEXTS), how, { cwd: context.root, timeoutMs, maxBytes });
  if (result.code > NO_MATCH) {
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", `git grep failed: ${result.stderr.trim().slice(0, 200)}`);
  }
  const lines = new TextDecoder().decode(result.stdout).split("\n");
  // The last piece is empty, or a line that git did not finish.
  lines.pop();
  return {
    found: lines.flatMap((line) => referenceOf(line, files) ?? []),
    complete: !result.truncated && !result.timedOut,
  };
}

/** What git finds of texts, taken literally, in files that are no binary ones; a NUL ends each path. */
export function gitGrep(
  texts: readonly string[],
  flags: readonly string[],
  options: Parameters<typeof git>[1],
) {
  const wanted = texts.flatMap((text) => ["-e", text]);
  return git(["grep", "--fixed-strings", "--null", "-I", ...flags, ...wanted], options);
}

/** `path NUL line NUL text`; older versions of git put a colon in place of the second NUL. */
function referenceOf(record: string, files: RepoFiles): Reference | undefined {
  const name = record.indexOf("\0");
  const number = /^(\d+)[\0:]/.exec(record.slice(name + 1, name + 12));
  if (name === -1 || number === null) return undefined;
  const path = record.slice(0, name);
  const text = record.slice(name + 1 + number[0].length);
  return text.length > MAX_LINE || !files.allowed(path) ? undefined : { path, line: Number(number[1]), text };
}
