/** Candidates that a misspelt word may have meant, the nearest first; `spelt` is how each is compared. */
export function nearest(word: string, candidates: readonly string[], spelt = (each: string) => each) {
  const most = word.length < 4 ? 1 : 2;
  return candidates.map((candidate) => ({ candidate, slips: slipsOf(word, spelt(candidate), most) }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/** Characters to insert, delete, change or swap with their neighbour to make `b` of `a`; infinite where they are more than `most`. */
function slipsOf(a: string, b: string, most: number): number {
  if (most < Math.abs(a.length - b.length)) return Infinity;
  if (a === "" || b === "") return a.length + b.length;
  if (a[0] === b[0]) return slipsOf(a.slice(1), b.slice(1), most);
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  const ways = [[1, 0], [0, 1], [1, 1], ...isSwapped ? [[2, 2]] : []];
  return 1 + Math.min(...ways.map(([x, y]) => slipsOf(a.slice(x), b.slice(y), most - 1)));
}
