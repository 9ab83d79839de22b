import type { Corpus } from "../corpus/corpus.ts";
import { editDistance } from "../../settings/edit_distance.ts";
import type { Concept } from "../query/concepts.ts";
import { STEM, stem } from "../query/tokens.ts";
import type { Ranking } from "./rank.ts";

/** A name of the request that no file has, and the name of a definition that it may be a slip for. */
export interface AbsentName {
  name: string;
  nearest?: { name: string; document: number };
}

/** Names that are looked into, and characters of one: an edit distance costs their product. Shorter names are near to too many. */
const MAX_NAMES = 5;
const CHARS = { least: 5, most: 64 } as const;
/** Names of definitions that they are compared with: a generated file alone has thousands. */
const MAX_DEFINED = 50_000;
/** Wrong characters in a short and in a long name. */
const SLIPS = { short: 1, long: 2, longFrom: 9 } as const;

/** The request's names that stand in no text and no path; one that was not counted in time is none of them. */
export function absentNames(
  concepts: readonly Concept[],
  { frequency, files }: Pick<Ranking, "frequency" | "files">,
  corpus: Pick<Corpus, "names">,
): AbsentName[] {
  const absent = concepts.filter(({ kind, said }) => {
    const key = said.toLowerCase();
    return kind === "name" && frequency.get(key) === 0 && !frequency.get(STEM + stem(key));
  });
  if (absent.length === 0) return [];
  const defined = new Map<string, { name: string; document: number }>();
  let looked = 0;
  for (const { document } of files) {
    for (const name of corpus.names(document)) {
      if (++looked > MAX_DEFINED) break;
      if (!defined.has(plain(name))) defined.set(plain(name), { name, document });
    }
  }
  return absent.slice(0, MAX_NAMES).map(({ said }) => {
    const nearest = nearestOf(plain(said), defined);
    return { name: said, ...(nearest && { nearest }) };
  });
}

/** The definition that differs from a name in a slip or two, or in how its words are joined; the nearest, then that of the best ranked file. */
function nearestOf(wanted: string, defined: ReadonlyMap<string, { name: string; document: number }>) {
  if (wanted.length < CHARS.least || wanted.length > CHARS.most) return undefined;
  let most: number = wanted.length >= SLIPS.longFrom ? SLIPS.long : SLIPS.short;
  let nearest = defined.get(wanted);
  for (const [its, each] of nearest === undefined ? defined : []) {
    const slips = editDistance(wanted, its, most);
    if (slips > most) continue;
    nearest = each;
    most = slips - 1;
  }
  return nearest;
}

/** A name without how its words are joined. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_$-]/g, "");
}
