import { GLOSSARY_TERMS } from "./glossary_terms.ts";

let longest = 0;
const TERMS = new Map<string, readonly string[]>();
for (const line of GLOSSARY_TERMS) {
  const [chinese = "", ...english] = line.split(" ");
  TERMS.set(chinese, english);
  longest = Math.max(longest, chinese.length);
}

/** English words for the programming terms in a run of Chinese characters, longest term first, none read twice. */
export function glossed(run: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < run.length;) {
    let length = Math.min(longest, run.length - at);
    while (length > 0 && !TERMS.has(run.slice(at, at + length))) length--;
    words.push(...TERMS.get(run.slice(at, at + length)) ?? []);
    at += Math.max(1, length);
  }
  return words;
}
