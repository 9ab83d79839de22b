import { editDistance } from "../settings/edit_distance.ts";

/** Slips that a word of this many characters may have to be taken for another one. */
const SLIPS: readonly (readonly [chars: number, slips: number])[] = [[6, 2], [3, 1]];
const MAX_CHARS = 40;

/** The one of `candidates` that `word` was meant to be, as far as can be told; the first of those equally near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_CHARS) return undefined;
  const most = SLIPS.find(([chars]) => word.length >= chars)?.[1] ?? 0;
  let best: { candidate: string; slips: number } | undefined;
  for (const candidate of new Set(candidates)) {
    const slips = editDistance(word, candidate, most);
    if (slips > 0 && slips <= most && slips < (best?.slips ?? Infinity)) best = { candidate, slips };
  }
  return best?.candidate;
}

/** What a message about an unknown word goes on with: the one that was meant, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}
