/** Letters that nobody can see. */
const UNSEEN = /[\u115f\u1160\u3164\uffa0]/g;

export interface NameRules {
  /** What a name may have beside letters and digits of any script, as in a character class. */
  others: string;
  /** What of it a name may begin with. */
  first: string;
  /** Characters of a name. */
  max: number;
  /** The name of what has no letter. */
  fallback: string;
}

/** A stranger's name as one that can be shown in a line and typed: all else in it becomes `-`. */
export function sanitizedName(name: string, { others, first, max, fallback }: NameRules): string {
  const plain = name.normalize("NFC").replace(UNSEEN, "-")
    .replace(new RegExp(`[^\\p{L}\\p{N}${others}]`, "gu"), "-")
    .replace(new RegExp(`^[^\\p{L}\\p{N}${first}]+`, "u"), "");
  return Array.from(plain).slice(0, max).join("") || fallback;
}

/** Plain names by the given ones. One that can stay stays; those that come to the same are numbered, so that none takes another's place. */
export function sanitizedNames(given: readonly string[], rules: NameRules): Map<string, string> {
  const names = new Map(given.filter((it) => sanitizedName(it, rules) === it).map((it) => [it, it]));
  const taken = new Set(names.values());
  const numbers = new Map<string, number>();
  for (const name of given) {
    if (names.has(name)) continue;
    const plain = sanitizedName(name, rules);
    let free = plain;
    let number = numbers.get(plain) ?? 2;
    while (taken.has(free)) free = `${plain}-${number++}`;
    numbers.set(plain, number);
    taken.add(free);
    names.set(name, free);
  }
  return names;
}
