/** Braces in one another that are followed, and characters that a word may become; more are nobody's honest work. */
const MAX_NESTING = 20;
const MAX_CHARS = 64 * 1024;

interface Brace {
  end: number;
  /** Where its alternatives are parted. */
  commas: number[];
}

/**
 * The words that a shell makes of `{rm,-rf,x}`, `r{m,}` or `{r..r}m`; numbers in a row are left as they stand, since no command is made of them.
 *
 * @param marks where in the word braces and commas stand that no quotes hold, in order.
 * @returns undefined where they are too many, or too deep.
 */
export function expandBraces(word: string, marks: readonly number[]): string[] | undefined {
  const braces = bracesOf(word, marks);
  if (braces.size === 0) return [word];
  const expand = (from: number, to: number, depth: number): string[] | undefined => {
    if (depth > MAX_NESTING) return undefined;
    let words = [""];
    let plain = from;
    for (let at = from; at < to; at++) {
      const brace = braces.get(at);
      if (brace === undefined) continue;
      const alternatives = alternativesOf(word, at, brace, (from, to) => expand(from, to, depth + 1));
      const before = word.slice(plain, at);
      const next = alternatives && product(words, alternatives.map((each) => before + each));
      if (next === undefined) return undefined;
      words = next;
      at = brace.end;
      plain = at + 1;
    }
    return product(words, [word.slice(plain, to)]);
  };
  return expand(0, word.length, 0)?.filter((each) => each !== "");
}

/** Braces that a shell expands, by where they open. */
function bracesOf(word: string, marks: readonly number[]): Map<number, Brace> {
  const found = new Map<number, Brace>();
  const open: { at: number; commas: number[] }[] = [];
  for (const mark of marks) {
    if (word[mark] === "{") open.push({ at: mark, commas: [] });
    else if (word[mark] === ",") open.at(-1)?.commas.push(mark);
    else {
      const brace = open.pop();
      if (brace === undefined) continue;
      if (brace.commas.length > 0 || LETTERS.test(word.slice(brace.at + 1, mark))) {
        found.set(brace.at, { end: mark, commas: brace.commas });
      }
    }
  }
  return found;
}

function alternativesOf(
  word: string,
  at: number,
  { end, commas }: Brace,
  expand: (from: number, to: number) => string[] | undefined,
): string[] | undefined {
  const [, first, last] = LETTERS.exec(word.slice(at + 1, end)) ?? [];
  if (first !== undefined && last !== undefined) return lettersFrom(first, last);
  const found: string[] = [];
  for (const [index, comma] of [...commas, end].entries()) {
    const each = expand((commas[index - 1] ?? at) + 1, comma);
    if (each === undefined) return undefined;
    found.push(...each);
  }
  return found;
}

const LETTERS = /^([A-Za-z])\.\.([A-Za-z])$/;

function lettersFrom(first: string, last: string): string[] {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from(
    { length: Math.abs(to - from) + 1 },
    (_, at) => String.fromCharCode(from + Math.sign(to - from) * at),
  );
}

function product(heads: readonly string[], tails: readonly string[]): string[] | undefined {
  const chars = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length + 1, 0);
  if (chars(heads) * tails.length + heads.length * chars(tails) > MAX_CHARS) return undefined;
  return heads.flatMap((head) => tails.map((tail) => head + tail));
}
