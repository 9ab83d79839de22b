/** Names that a wrong one may have meant, best first: the same tool of another server, then names that share most of their words. */
export function similarNames(wanted: string, names: Iterable<string>, max = 3): string[] {
  const words = wordsOf(wanted);
  const tool = wanted.slice(wanted.lastIndexOf("/") + 1).toLowerCase();
  const scored: { name: string; score: number }[] = [];
  for (const name of names) {
    const own = name.slice(name.lastIndexOf("/") + 1).toLowerCase();
    const shared = wordsOf(name).filter((word) => words.includes(word)).length;
    const score = (own === tool ? 10 : tool !== "" && (own.includes(tool) || tool.includes(own)) ? 5 : 0) +
      shared / Math.max(1, words.length);
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
