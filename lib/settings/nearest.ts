/** Candidates that a misspelt word may have meant, the nearest first; `spelt` is how each is compared. */
export function nearest(word: string, candidates: readonly string[], spelt = (each: string) => each) {
  const most = word.length < 4 ? 1 : 2;
  return candidates.map((candidate) => ({ candidate, slips: editDistance(word, spelt(candidate), most) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/** Characters to insert, delete, change or swap with their neighbour to make `b` of `a`; not counted where it is more than `most` by their lengths. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const changed = (last?.[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? (before?.[j - 1] ?? 0) + 1 : Infinity;
      row.push(Math.min((last?.[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, changed, swapped));
    }
    [before, last] = [last, row];
  }
  return last?.[b.length] ?? Infinity;
}
