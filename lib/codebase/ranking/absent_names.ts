import type { Corpus } from "../corpus/corpus.ts";
import { editDistance } from "../../settings/edit_distance.ts";
import { STEM } from "../query/query.ts";
import { stem } from "../query/tokens.ts";
import type { Concept } from "./concepts.ts";
import type { Ranking } from "./rank.ts";

/** A name of the request that no file has, and the name of a definition that it may be a slip for. */
export interface AbsentName {
  name: string;
  nearest?: { name: string; document: number };
}

/** Names that are looked into, and characters of one: an edit distance costs their product. */
const MAX_NAMES = 5;
const MAX_CHARS = 64;
/** Shorter names are near to too many. */
const MIN_CHARS = 5;
/** Wrong characters in a short and in a long name. */
const SLIPS = { short: 1, long: 2, longFrom: 9 } as const;

/** The request's names that stand in no text and no path; one that was not counted in time is none of them. */
export function absentNames(
  concepts: readonly Concept[],
  { frequency, files }: Pick<Ranking, "frequency" | "files">,
  corpus: Pick<Corpus, "names">,
): AbsentName[] {
  const counted = (key: string) => frequency.get(key);
  const absent = concepts.filter(({ kind, said }) => {
    const key = said.toLowerCase();
    return kind === "name" && (counted(key) ?? -1) === 0 && (counted(STEM + stem(key)) ?? 0) === 0;
  });
  return absent.slice(0, MAX_NAMES).map(({ said }) => {
    const nearest = nearestOf(said, files, corpus);
    return { name: said, ...(nearest === undefined ? {} : { nearest }) };
  });
}

/** The definition of a ranked file that differs from `name` in a slip or two, or in how its words are joined; the nearest, then the best ranked. */
function nearestOf(
  name: string,
  files: Ranking["files"],
  corpus: Pick<Corpus, "names">,
): AbsentName["nearest"] {
  const wanted = plain(name);
  if (wanted.length < MIN_CHARS || wanted.length > MAX_CHARS) return undefined;
  const most = wanted.length >= SLIPS.longFrom ? SLIPS.long : SLIPS.short;
  let nearest: { name: string; document: number; slips: number } | undefined;
  for (const { document } of files) {
    for (const defined of corpus.names(document)) {
      const other = plain(defined);
      if (other.length > MAX_CHARS) continue;
      const slips = editDistance(wanted, other, most);
      if (slips <= most && slips < (nearest?.slips ?? Infinity)) nearest = { name: defined, document, slips };
    }
  }
  return nearest && { name: nearest.name, document: nearest.document };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_$-]/g, "");
}
