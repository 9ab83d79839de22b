/** Words of source code: identifiers whole and split at case, underscore and digit, Han and Kana and Hangul as pairs of characters, all in lower case. */

/** Longer identifiers are hashes, embedded data or minified names: nobody asks for them. */
const MAX_IDENTIFIER = 64;
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[\u0080-\uffff]+/g;

/** 0: between words; 1: part of an identifier; 2: written without spaces, so read in pairs. */
export type CharacterClass = 0 | 1 | 2;

let classes: Uint8Array | undefined;

/** The class of every UTF-16 unit: a table, since each character of a repository is asked. */
export function characterClasses(): Uint8Array {
  if (classes) return classes;
  classes = new Uint8Array(0x10000);
  const fill = (from: number, to: number, kind: CharacterClass) => classes?.fill(kind, from, to + 1);
  fill(0x30, 0x39, 1);
  fill(0x41, 0x5a, 1);
  fill(0x61, 0x7a, 1);
  fill(0xaa, 0x1fff, 1);
  fill(0x3040, 0x312f, 2);
  fill(0x3400, 0x4dbf, 2);
  fill(0x4e00, 0x9fff, 2);
  fill(0xac00, 0xd7a3, 2);
  for (const code of [0x24, 0x5f]) classes[code] = 1;
  for (const code of [0xab, 0xbb, 0xbf, 0xd7, 0xf7]) classes[code] = 0;
  return classes;
}

/** Calls `visit` for each run of one character class, as offsets. Linear, without allocation. */
export function eachRun(text: string, visit: (start: number, end: number, pairs: boolean) => void): void {
  const table = characterClasses();
  const length = text.length;
  let start = 0;
  let current = 0;
  for (let at = 0; at <= length; at++) {
    const kind = at === length ? 0 : table[text.charCodeAt(at)] ?? 0;
    if (kind === current) continue;
    if (current !== 0) visit(start, at, current === 2);
    start = at;
    current = kind;
  }
}

/** The tokens of one identifier: itself first, then its parts of two letters and more. Empty for numbers and overlong ones. */
export function identifierTokens(identifier: string): string[] {
  if (identifier.length > MAX_IDENTIFIER || /^[\d_$]*$/.test(identifier)) return [];
  const whole = identifier.toLowerCase();
  if (/^[a-z]+$/.test(identifier) || /^[A-Z][a-z]*$/.test(identifier)) return [whole];
  const tokens = [whole];
  for (const part of identifier.match(PART) ?? []) {
    const lower = part.toLowerCase();
    if (lower.length > 1 && lower !== whole) tokens.push(lower);
  }
  return tokens;
}

/** Pairs of neighbouring characters of a run written without spaces; a run of one character is its own token. */
export function pairTokens(run: string): string[] {
  if (run.length === 1) return [run];
  const pairs: string[] = [];
  for (let at = 0; at + 1 < run.length; at++) pairs.push(run.slice(at, at + 2));
  return pairs;
}

/** The tokens of a run of one character class. */
export function runTokens(run: string, pairs: boolean): string[] {
  return pairs ? pairTokens(run) : identifierTokens(run);
}

/** Of all endings that a stem has lost. */
const LAST_LETTERS = "degnsty";

/** Stands before a stem in a key that counts all its forms. */
export const STEM = "~";

/** A light English stem (plural, -ing, -ed, -ly, -ation, -ate, -ment, final e), the same for all forms of most verbs; other words are their own stem. */
export function stem(word: string): string {
  if (word.length < 4 || !LAST_LETTERS.includes(word.at(-1) ?? "") || !/^[a-z]+$/.test(word)) return word;
  let root = word;
  if (/ie[sd]$/.test(root) && root.length > 4) root = root.slice(0, -3) + "y";
  else if (/(?:x|ch|sh)es$/.test(root) || (/[sz]es$/.test(root) && root.length > 5)) root = root.slice(0, -2);
  else if (root.endsWith("s") && !/(?:ss|us|is)$/.test(root)) root = root.slice(0, -1);
  for (const ending of ["ation", "ment", "ing", "ed", "ly"]) {
    if (root.endsWith(ending) && root.length - ending.length >= 3) {
      root = root.slice(0, -ending.length);
      if (/([bdgklmnprt])\1$/.test(root)) root = root.slice(0, -1);
      // named and naming meet name, which is too short to lose its e.
      else if (/^(?:ed|ing)$/.test(ending) && /^[^aeiouy][aeiouy][^aeiouwxy]$/.test(root)) root += "e";
      break;
    }
  }
  // validate, validating and validated meet validation.
  for (const ending of ["ate", "at"]) {
    if (root.endsWith(ending) && root.length - ending.length >= 3 && (ending === "ate" || root !== word)) {
      return root.slice(0, -ending.length);
    }
  }
  return root.endsWith("e") && root.length > 4 ? root.slice(0, -1) : root;
}

/** A pattern's source for what every word of a stem holds: the stem, but for a final `y` or `e` that stemming may have put there (`retries` → `retry`, `naming` → `name`). */
function stemPattern(root: string): string {
  const end = /^[a-z]+([ye])$/.exec(root)?.[1];
  if (end !== undefined) return `${root.slice(0, -1)}(?:${end === "y" ? "y|ie" : "e|ing"})`;
  return RegExp.escape(root);
}

/** Matches each text that has a word of any of these stems, and few others. */
export function stemsPattern(roots: Iterable<string>, flags = "i"): RegExp {
  const held = [...roots].filter((root) => root !== "").map(stemPattern);
  return new RegExp(held.length === 0 ? "(?!)" : held.join("|"), flags);
}

/** Each four words of a text that stand in a row, in lower case. */
export function phrasesOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.slice(3).map((_, at) => words.slice(at, at + 4).join(" "));
}

/** The stem that a key of a query counts: its own, or that of its word. */
export function rootOf(key: string): string {
  return key.startsWith(STEM) ? key.slice(STEM.length) : stem(key);
}

export function bump(map: Map<string, number>, key: string, by: number): void {
  map.set(key, (map.get(key) ?? 0) + by);
}

/** A word with hyphens: `date-picker`, `v-for`. */
export const COMPOUND = /(?<![\w-])[A-Za-z][A-Za-z0-9]{0,40}(?:-[A-Za-z0-9]{1,40}){1,3}(?![\w-])/g;

/** True for words that only code has: camelCase, snake_case or a digit inside; `URLs` is none. */
export function isCodeLike(word: string): boolean {
  return /[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}|[A-Za-z0-9]_[A-Za-z0-9]|[A-Za-z]\d/.test(word);
}
