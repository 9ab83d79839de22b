/** How alike two names have to be, of 1. */
const ALIKE = 0.4;
const MAX_LENGTH = 200;

/** Names that a wrong one may have meant, best first: those whose pairs of letters are nearly the same (Dice), the tool's own name before its server's. */
export function similarNames(wanted: string, names: readonly string[], max = 3): string[] {
  return names.map((name) => ({
    name,
    score: Math.max(alike(toolOf(wanted), toolOf(name)), alike(wanted, name)),
  }))
    .filter(({ score }) => score >= ALIKE)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, max)
    .map(({ name }) => name);
}

function toolOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function alike(one: string, other: string): number {
  const [a, b] = [pairs(one), pairs(other)];
  return 2 * a.intersection(b).size / Math.max(1, a.size + b.size);
}

function pairs(name: string): Set<string> {
  const letters = name.slice(0, MAX_LENGTH).toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return new Set(Array.from(letters, (letter, at) => letter + letters.charAt(at + 1)));
}
