import type { Corpus } from "../corpus/corpus.ts";
import { editDistance } from "../../settings/edit_distance.ts";
import { STEM, stem } from "../query/tokens.ts";
import type { Concept } from "../query/concepts.ts";
import type { Ranking } from "./rank.ts";

/** A name of the request that no file has, and the name of a definition that it may be a slip for. */
export interface AbsentName {
  name: string;
  nearest?: { name: string; document: number };
}

/** Names that are looked into, and characters of one: an edit distance costs their product. */
const MAX_NAMES = 5;
const MAX_CHARS = 64;
/** Names of definitions that they are compared with, repeats and all: a generated file alone has thousands. */
const MAX_DEFINED = 50_000;
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
  let defined: readonly Defined[] | undefined;
  return absent.slice(0, MAX_NAMES).map(({ said }) => {
    const wanted = plain(said);
    if (wanted.length < MIN_CHARS || wanted.length > MAX_CHARS) return { name: said };
    const nearest = nearestOf(wanted, defined ??= definedIn(files, corpus));
    return { name: said, ...(nearest && { nearest: { name: nearest.name, document: nearest.document } }) };
  });
}

interface Defined {
  name: string;
  document: number;
  plain: string;
  letters: number;
}

/** Names that the ranked files define, each once, in the order of the files. */
function definedIn(files: Ranking["files"], corpus: Pick<Corpus, "names">): Defined[] {
  const found = new Map<string, Defined>();
  let looked = 0;
  for (const { document } of files) {
    for (const name of corpus.names(document)) {
      if (++looked > MAX_DEFINED) return [...found.values()];
      const its = plain(name);
      if (its.length > MAX_CHARS || found.has(its)) continue;
      found.set(its, { name, document, plain: its, letters: lettersOf(its) });
    }
  }
  return [...found.values()];
}

/** The definition that differs from a name in a slip or two, or in how its words are joined; the nearest, then that of the best ranked file. */
function nearestOf(wanted: string, defined: readonly Defined[]): Defined | undefined {
  const letters = lettersOf(wanted);
  let most: number = wanted.length >= SLIPS.longFrom ? SLIPS.long : SLIPS.short;
  let nearest: Defined | undefined;
  for (const each of defined) {
    // A slip takes one letter away and adds one at most. Few names come as far as the distance, which takes a hundred times as long.
    if (most < 0 || bitsIn(letters ^ each.letters) > 2 * most) continue;
    const slips = editDistance(wanted, each.plain, most);
    if (slips > most) continue;
    nearest = each;
    most = slips - 1;
  }
  return nearest;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_$-]/g, "");
}

/** Which letters a name has: a bit for each of `a` to `z`, and five for all other characters. */
function lettersOf(name: string): number {
  let bits = 0;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    bits |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + code % 5);
  }
  return bits;
}

function bitsIn(number: number): number {
  let count = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) count++;
  return count;
}
