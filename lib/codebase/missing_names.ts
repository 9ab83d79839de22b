import type { Finding } from "../contract/finding.ts";
import type { ToolContext } from "./codebase.ts";
import type { Search } from "./search.ts";

/** Names that are told of; a longer list is a pasted log, whose names are other programs'. */
const MAX_NAMES = 3;
/** How sure one is of it, beside places that were found. */
const CONFIDENCE = 0.5;

/**
 * That a name of the request stands nowhere, which spares a model the search for it; with the name that it may be a slip for. Told beside places that were
 * `found`, since alone it is no reason to say anything; and not where some file was not looked at, since the name may be in that one.
 */
export function missingNames(
  tool: string,
  { words: { absent }, corpus, limits }: Search,
  found: boolean,
  context: ToolContext,
): Finding[] {
  if (!found || absent.length > MAX_NAMES || limits.length > 0) return [];
  return absent.map(({ name, nearest }) => {
    const near = nearest && `; \`${nearest.name}\` in ${corpus.path(nearest.document)} is the nearest name`;
    return {
      tool,
      title: `${name} was not found in this repository`,
      summary: `no text that was read has this name${near ?? ""}`,
      confidence: CONFIDENCE,
      source: { tool, version: context.commit?.slice(0, 12) ?? "-", time: context.time },
    };
  });
}
