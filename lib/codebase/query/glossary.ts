import { GLOSSARY_TERMS } from "./glossary_terms.ts";

let longest = 0;
const TERMS = new Map<string, readonly string[]>();
for (const line of GLOSSARY_TERMS) {
  const [chinese = "", ...english] = line.split(" ");
  TERMS.set(chinese, english);
  longest = Math.max(longest, chinese.length);
}

/** For each programming term in a run of Chinese characters its English words, longest term first, no character read twice. */
export function glossed(run: string): (readonly string[])[] {
  const terms: (readonly string[])[] = [];
  for (let at = 0; at < run.length;) {
    let length = Math.min(longest, run.length - at);
    while (length > 0 && !TERMS.has(run.slice(at, at + length))) length--;
    const english = TERMS.get(run.slice(at, at + length));
    if (english) terms.push(english);
    at += Math.max(1, length);
  }
  return terms;
}
