import { type Concept, conceptsOf, isQuestion } from "../../codebase/query/concepts.ts";
import { namedPlaces, symbolsIn } from "../../codebase/query/names.ts";
import { errorTexts } from "../../codebase/structure/failure_clues.ts";
import { halfWidth, simplify } from "../../codebase/query/chinese.ts";
import type { Signal } from "../../contract/envelope.ts";
import { kindsOf, shapesIn, type TierTwoCall, tierTwoOf, wording } from "./wording.ts";

export interface Intent {
  /** It shows code, names a file or something that only code has, or asks for what one of the tools tells. */
  isCode: boolean;
  /** It does not, but has words that may be those of a repository: whether they are, the repository knows. */
  mayBeCode: boolean;
  /** It asks about a message that it quotes: whether that stands here, only a search can tell. */
  asksMessage: boolean;
  /** It asks how things differ, or what holds in a language: it is about the repository where that defines each of them. */
  compares: boolean;
  /** It asks for what belongs to something said before, its tests say: what that was, the session knows. */
  continues: boolean;
  /** It asks about the project as a whole and about nothing in it. */
  asksWhole: boolean;
  concepts: readonly Concept[];
  /** The evidence, heaviest first, each with how much it says (0..1). */
  signals: Signal[];
  /** Identifiers the prompt names, in order, at most 20. */
  symbols: string[];
  /** Files and folders the prompt names, with `/` and without line numbers, in order, at most 20. */
  paths: string[];
  kinds: string[];
  tierTwo: TierTwoCall[];
  /** No person typed this text: no context, no notice. */
  machine: boolean;
}

/** Characters read at each end. A prompt's request stands at its beginning or its end; what lies between is pasted. */
const END_CHARS = 8192;
/** Characters in which what a client writes itself shows. */
const HEAD_CHARS = 400;
const MAX_SIGNALS = 24;
const MAX_PATHS = 20;
const MAX_MATCH_CHARS = 80;
/** How much each kind of evidence says: a path or an identifier is hardly ever there by chance. */
const WEIGHT = { shape: 0.8, path: 0.7, symbol: 0.6, past: 0.35, word: 0.3 } as const;
/** Such a name may be a product's: `GitHub`, `iPhone`. Whether it is the repository's, the repository knows. */
const MAY_BE_PRODUCT = /^[a-z]?[A-Z][A-Za-z]*$/;

let last: { prompt: string; intent: Intent } | undefined;

/** Reads what `prompt` is about; what was read last is known. No more than a fixed part of a prompt of any size is looked at; the same input gives the same intent. */
export function readIntent(prompt: string): Intent {
  if (last?.prompt !== prompt) last = { prompt, intent: intentOf(prompt) };
  return last.intent;
}

function intentOf(prompt: string): Intent {
  const start = prompt.search(/\S/);
  // Nothing at all, a slash command, or something the client wrote itself.
  const machine = start < 0 || wording("machine").test(prompt.slice(start, start + HEAD_CHARS));
  const ends = [prompt.slice(0, END_CHARS), prompt.slice(-END_CHARS)];
  const bounded = prompt.length <= 2 * END_CHARS ? prompt : ends.join("\n");
  const text = machine ? "" : halfWidth(bounded);
  const simple = simplify(text);
  const symbols = symbolsIn(text);
  const plain = namedPlaces(text).paths.filter(({ isPlain }) => isPlain);
  const paths = plain.slice(0, MAX_PATHS).map(({ path }) => path);
  const shapes = shapesIn(text);
  const language = wording("language").exec(simple)?.[1];
  const concepts = conceptsOf(simple, symbols).filter(({ said }) => said !== language);
  const tierTwo = tierTwoOf(simple, shapes);
  const compares = language !== undefined || wording("compares").test(simple);
  const isNamed = symbols.some((symbol) => !MAY_BE_PRODUCT.test(symbol));
  const asksWhole = paths.length + symbols.length === 0 && isAboutWhole(simple, concepts);
  const isCode = shapes.length + paths.length > 0 || isNamed && !compares || asksWhole ||
    tierTwo.some(({ asked }) => asked);
  const content = concepts.filter(({ kind }) => kind !== "weak");
  const asksMessage = !compares && isQuestion(simple) && errorTexts(text).messages.length > 0;
  const isAsked = content.length > 0 || concepts.length > 0 && isQuestion(simple);
  const isClear = asksMessage ||
    isAsked && (symbols.length > 0 || content.length > 1 || !wording("back").test(simple));
  const continues = !isCode && !isClear && content.length <= 1 && wording("aspect").test(simple) &&
    !wording("errand").test(simple);
  const mayBeCode = !isCode && isClear || continues;
  const isOpen = isCode || mayBeCode;
  return {
    isCode,
    mayBeCode,
    asksMessage,
    compares,
    continues,
    asksWhole,
    concepts,
    signals: [
      ...shapes.map((shape) => signal("code", shape, WEIGHT.shape)),
      ...paths.map((path) => signal("implicit", path, WEIGHT.path)),
      ...symbols.map((symbol) => signal("code", symbol, WEIGHT.symbol)),
      ...concepts.map(({ said }) => signal("explicit", said, WEIGHT.word)),
    ].slice(0, MAX_SIGNALS),
    symbols,
    paths,
    kinds: isOpen ? kindsOf(simple) : [],
    tierTwo: isOpen ? tierTwo : [],
    machine,
  };
}

/** Whether a request names the project, or asks for its shape, and has no word of anything in it. */
function isAboutWhole(text: string, concepts: readonly Concept[]): boolean {
  const isSubject = wording("project").test(text) ||
    wording("shape").test(text) && !wording("back").test(text);
  return isSubject && concepts.every(({ said, kind }) => kind === "loose" || wording("about").test(said));
}

function signal(type: Signal["type"], match: string, weight: number): Signal {
  return { type, match: match.slice(0, MAX_MATCH_CHARS), weight };
}

/** Earlier prompts and changed files that are looked at: the last ones are the ones people mean. */
const MAX_PROMPTS = 5;
const MAX_FILES = 50;
const PROMPT_CHARS = 2000;
/** Names of files that say nothing about what they hold. */
const COMMON = new Set("index main mod init test tests app readme the and for new all".split(" "));

/** What this session's past says about a prompt: it names a file changed lately, or something that an earlier prompt (oldest first) named. */
export function historicalSignals(
  prompt: string,
  prompts: readonly string[],
  changedFiles: readonly string[],
): Signal[] {
  const words = new Set(prompt.slice(0, PROMPT_CHARS).toLowerCase().match(/[a-z][a-z0-9_]{2,60}/g) ?? []);
  const file = changedFiles.slice(0, MAX_FILES).find((path) => {
    const name = (path.split("/").at(-1) ?? "").replace(/\..{0,40}$/, "").toLowerCase();
    return !COMMON.has(name) && words.has(name);
  });
  const named = file ?? prompts.slice(-MAX_PROMPTS).toReversed()
    .flatMap((earlier) => symbolsIn(earlier.slice(0, PROMPT_CHARS)))
    .find((symbol) => words.has(symbol.toLowerCase()));
  return named === undefined ? [] : [signal("historical", named, WEIGHT.past)];
}
