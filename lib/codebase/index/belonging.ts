import { isOfKind, KEY, KIND } from "../corpus/corpus.ts";
import type { StoredCorpus } from "../corpus/stored_corpus.ts";
import type { Concept } from "../query/concepts.ts";
import { STEM } from "../query/tokens.ts";
import { idf } from "../ranking/text_signals.ts";
import { openIndex } from "./index_state.ts";

/** How the words of a prompt stand to a repository: `own`, its code is named after most of them; `some`, after enough to look closer; `foreign`. */
export type Belonging = "own" | "some" | "foreign";

/** Share of a prompt's words, by rarity, that definitions or files must be named after. */
const OWN = 0.8;
const SOME = 0.3;
/** Rarity (0..1) that one of them must have: a word that every other file is named after tells of nothing. */
const LEAST_RARITY = 0.3;
/** Words from which on a prompt that is all of the repository's is surely about it. */
const LEAST_WORDS = 2;

/** Whether a repository's code is named after the words of a prompt, which `compares` them; undefined where its index cannot tell. */
export function belonging(
  dir: string,
  concepts: readonly Concept[],
  compares = false,
): Belonging | undefined {
  const { stored } = openIndex(dir);
  if (!stored) return undefined;
  try {
    const content = concepts.filter(({ kind }) => kind !== "weak");
    const asked = content.length > 0 ? content : concepts;
    return compares && !definesEach(stored, asked) ? "foreign" : judged(stored, asked);
  } finally {
    stored.close();
  }
}

function judged(stored: StoredCorpus, concepts: readonly Concept[]): Belonging {
  const rarest = idf(stored.files, 1);
  let named = 0;
  let all = 0;
  let most = 0;
  let count = 0;
  let isWhole = false;
  for (const concept of concepts) {
    const { defining, written } = standing(stored, concept);
    // What stands in its texts alone speaks neither for it nor against it.
    if (defining === 0 && written > 0 || concept.kind === "loose") continue;
    const rarity = isNameOf(stored, concept) ? 1 : idf(stored.files, Math.max(1, defining)) / rarest;
    all += rarity;
    if (defining === 0) continue;
    named += rarity;
    most = Math.max(most, rarity);
    count++;
    isWhole ||= rarity >= LEAST_RARITY && isWholeName(stored, concept);
  }
  const share = all === 0 ? 0 : named / all;
  // Words that half of its names are made of tell little one by one, and enough together where it has each of them.
  if (share < SOME || most < LEAST_RARITY && (share < 1 || count <= LEAST_WORDS)) return "foreign";
  return share >= OWN && (count >= LEAST_WORDS || isWhole) && most >= LEAST_RARITY ? "own" : "some";
}

/** Whether a definition or a file has just this name: `slowlog` of `slowlog.c`. Of Chinese, one of the words that code has for it. */
function isWholeName(stored: StoredCorpus, { said, roots, literal }: Concept): boolean {
  const names = literal === undefined ? [said, said.toLowerCase()] : [...roots];
  return names.some((name) => has(stored, KEY.definition + name) || has(stored, KEY.fileName + name));
}

function has(stored: StoredCorpus, key: string): boolean {
  let isThere = false;
  stored.each(key, () => isThere = true);
  return isThere;
}

/** Whether what is compared is defined here: everything that was written as a name by that very name, Chinese by a part of one. */
function definesEach(stored: StoredCorpus, concepts: readonly Concept[]): boolean {
  const compared = concepts.filter(({ said, kind }) => kind !== "loose" && !/^differ/i.test(said));
  const isWhole = (concept: Concept) => isWholeName(stored, concept);
  return compared.some(isWhole) &&
    compared.every((concept) =>
      isWhole(concept) || concept.literal !== undefined && standing(stored, concept).defining > 0
    );
}

/** Whether it is written as a name is, and is one here: `Flask`. */
function isNameOf(stored: StoredCorpus, { kind, said }: Concept): boolean {
  return kind === "name" || /^[A-Z]/.test(said) && has(stored, KEY.definition + said);
}

/** In how many source files a concept is part of a name or of the path, and in how many files it is written; of several words for it, the rarest counts. */
function standing(
  stored: StoredCorpus,
  { roots, kind, said, literal }: Concept,
): { defining: number; written: number } {
  let best = { defining: 0, written: 0 };
  // What else code may call an English word says nothing of what this repository calls its own.
  const own = literal === undefined ? [...roots].slice(0, 1) : [...roots];
  for (const key of kind === "name" ? [said.toLowerCase()] : own.map((root) => STEM + root)) {
    const defining = new Set<number>();
    let written = 0;
    const isSource = (document: number) =>
      isOfKind(stored, document, KIND.source) && !isOfKind(stored, document, KIND.test);
    stored.each(key, (document, _count, inDefinitions) => {
      written++;
      if (inDefinitions > 0 && isSource(document)) defining.add(document);
    });
    stored.each(KEY.path + key, (document) => {
      if (isSource(document)) defining.add(document);
    });
    const isRarer = best.defining === 0 || defining.size < best.defining;
    if (defining.size > 0 ? isRarer : best.defining === 0) {
      best = { defining: defining.size, written: Math.max(written, best.written) };
    }
  }
  return best;
}
