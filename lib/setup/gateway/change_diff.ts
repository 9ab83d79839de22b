import { formatPatch, structuredPatch } from "diff";
import { redact } from "../../guard/secrets/redact.ts";
import { type FileChange, textOf } from "../file_changes.ts";
import type { ServerFormat } from "./server_format.ts";

/** What a change would change, as a unified diff with every secret masked. */
export function changeDiff({ file, after }: FileChange, format: ServerFormat): string {
  const { path } = file;
  const before = textOf(file);
  const shown = (text: string | undefined) =>
    text === undefined ? "" : format.masked(text.replace(/^\uFEFF/, ""), path);
  const patch = structuredPatch(
    before === undefined ? "/dev/null" : path,
    after === undefined ? "/dev/null" : path,
    shown(before),
    shown(after),
    undefined,
    undefined,
  );
  const hunks = patch.hunks.map((hunk) => ({ ...hunk, lines: redacted(hunk.lines) }));
  return formatPatch({ ...patch, hunks }, {
    includeIndex: false,
    includeUnderline: false,
    includeFileHeaders: true,
  });
}

/** Lines of a diff without the secrets that stand elsewhere than where secrets stand: in arguments, say. Redaction keeps lines apart. */
function redacted(lines: readonly string[]): string[] {
  const clean = redact(lines.map((line) => line.slice(1)).join("\n")).text.split("\n");
  return lines.map((line, at) => line.charAt(0) + (clean[at] ?? ""));
}
