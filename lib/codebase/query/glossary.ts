import { GLOSSARY_TERMS } from "./glossary_terms.ts";
import { STOP_PHRASES } from "./stop_words.ts";

interface Glossary {
  /** English words by Chinese term; none for a phrase that has no subject. */
  readonly terms: ReadonlyMap<string, readonly string[]>;
  /** Of the longest term, in characters. */
  readonly longest: number;
}

let glossary: Glossary | undefined;

/** Built when first asked for: a request in English needs none of it. */
function open(): Glossary {
  if (glossary) return glossary;
  // A phrase is read as a whole, so that 进行 is no 行 and 当前端口 no 前端.
  const terms = new Map<string, readonly string[]>(STOP_PHRASES.map((phrase) => [phrase, []]));
  for (const line of GLOSSARY_TERMS) {
    const [chinese = "", ...english] = line.split(" ");
    terms.set(chinese, english);
  }
  const longest = Math.max(...[...terms.keys()].map((term) => term.length));
  return glossary = { terms, longest };
}

/** For each programming term in a run of Chinese characters its English words, longest term first, no character read twice. */
export function glossed(run: string): (readonly string[])[] {
  const { terms, longest } = open();
  const found: (readonly string[])[] = [];
  for (let at = 0; at < run.length;) {
    let length = Math.min(longest, run.length - at);
    while (length > 0 && !terms.has(run.slice(at, at + length))) length--;
    const english = terms.get(run.slice(at, at + length));
    if (english && english.length > 0) found.push(english);
    at += Math.max(1, length);
  }
  return found;
}
