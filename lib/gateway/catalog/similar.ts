/** Names that a wrong one may have meant, best first: the same tool of another server, then names that share most of their words. */
export function similarNames(wanted: string, names: Iterable<string>, max = 3): string[] {
  const words = wordsOf(wanted);
  const tool = wanted.slice(wanted.lastIndexOf("/") + 1).toLowerCase();
  const scored: { name: string; score: number }[] = [];
  for (const name of names) {
    const own = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
    const shared = wordsOf(name).filter((word) => words.includes(word)).length;
    const near = own === tool ? 10 : isWithin(own, tool) ? 5 : differsLittle(own, tool) ? 3 : 0;
    const score = near + shared / Math.max(1, words.length);
    if (score >= 0.5) scored.push({ name, score });
  }
  return scored.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).slice(0, max).map((
    { name },
  ) => name);
}

function wordsOf(name: string): string[] {
  return name.slice(0, 200).replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z\d]+/).filter((
    word,
  ) => word !== "");
}

function isWithin(one: string, other: string): boolean {
  return one !== "" && other !== "" && (one.includes(other) || other.includes(one));
}

/** Whether two short names differ by at most two letters: by Levenshtein's distance, row by row. */
function differsLittle(one: string, other: string): boolean {
  if (one.length > 64 || other.length > 64 || Math.abs(one.length - other.length) > 2) return false;
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const here = [row + 1];
    for (let at = 1; at <= other.length; at++) {
      const change = (above[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      here.push(Math.min(change, (above[at] ?? 0) + 1, (here[at - 1] ?? 0) + 1));
    }
    above = here;
  }
  return (above.at(-1) ?? 0) <= Math.min(2, Math.floor(one.length / 3));
}
