import { createTwoFilesPatch } from "diff";
import { redact } from "../../guard/redact.ts";
import type { Rewriting } from "./gateway_move.ts";
import type { ServerFormat } from "./server_format.ts";

/** What a rewriting would change, as a unified diff with every secret masked. */
export function rewritingDiff({ path, before, after }: Rewriting, format: ServerFormat): string {
  const shown = (text: string | undefined) =>
    text === undefined ? "" : redact(format.masked(text.replace(/^\uFEFF/, ""), path)).text;
  return createTwoFilesPatch(
    before === undefined ? "/dev/null" : path,
    after === undefined ? "/dev/null" : path,
    shown(before),
    shown(after),
    undefined,
    undefined,
    { headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true } },
  );
}
