import type { Signal } from "../../contract/envelope.ts";
import { asksForChange } from "./asks_for_change.ts";
import { asksOrComplains } from "./asks_or_complains.ts";
import { isErrand } from "./errand.ts";
import { historyEvidence } from "./history.ts";
import { type Kind, kindsOf, type TierTwoCall, tierTwoOf } from "./kinds.ts";
import { isMachineText } from "./machine.ts";
import { namesIn } from "./names.ts";
import { readWords, wordScore } from "./score.ts";
import { shapesIn } from "./shapes.ts";
import { halfWidth, simplify } from "./lexicon.ts";

/** What a prompt is about, read from its text alone. */
export interface Intent {
  /** Whether there is evidence that the prompt is about code. */
  isCode: boolean;
  /** There is none, but it asks how something works, says what is wrong with it or how it is to change, that may be code: whether it is, the repository knows. */
  mayBeCode: boolean;
  /** The evidence, strongest kind first, each with how much it says (0..1). */
  signals: Signal[];
  /** Identifiers the prompt names, in order, at most 20. */
  symbols: string[];
  /** Files and folders the prompt names, with `/` and without line numbers, in order, at most 20. */
  paths: string[];
  kinds: Kind[];
  tierTwo: TierTwoCall[];
  /** It asks for a chore around the code and names nothing in it: there is no place to look for. */
  errand: boolean;
  /** No person typed this text: no context, no notice. */
  machine: boolean;
}

/** What this session already showed: earlier prompts, oldest first, and files changed lately, relative to the root. */
export interface PromptHistory {
  prompts: string[];
  changedFiles: string[];
}

/** Score from which a prompt counts as one about code. The tables of words are weighed against it. */
const CODE_FROM = 0.35;
/** Characters read at each end. A prompt's request stands at its beginning or its end; what lies between is pasted. */
const END_CHARS = 8192;
const MAX_SIGNALS = 24;
const MAX_MATCH_CHARS = 80;
/** What a name in the prompt says of it: a path or an identifier is hardly ever there by chance. */
const NAME_WEIGHT = { path: 0.7, symbol: 0.6 } as const;
/** Sums of tenths are rounded to this before they are compared or shown. */
const ROUND = 1000;

const NOTHING: Intent = {
  isCode: false,
  mayBeCode: false,
  signals: [],
  symbols: [],
  paths: [],
  kinds: [],
  tierTwo: [],
  errand: false,
  machine: false,
};

/** The intent read last without a history: the gate, the kernel and the envelope ask for the same one. */
let last: { prompt: string; intent: Intent } | undefined;

/**
 * Reads what `prompt` is about. Costs a few milliseconds in a fresh process and less than one afterwards; no more than a fixed part
 * of a prompt of any size is looked at. The same input gives the same intent.
 */
export function readIntent(
  prompt: string,
  history: PromptHistory = { prompts: [], changedFiles: [] },
): Intent {
  if (history.prompts.length + history.changedFiles.length > 0) return intentOf(prompt, history);
  if (last?.prompt !== prompt) last = { prompt, intent: intentOf(prompt, history) };
  return last.intent;
}

function intentOf(prompt: string, history: PromptHistory): Intent {
  if (isMachineText(prompt)) return { ...NOTHING, machine: true };
  const text = halfWidth(bounded(prompt));
  const simple = simplify(text);
  const { symbols, paths } = namesIn(text);
  const shapes = shapesIn(text);
  const words = readWords(simple);
  const earlier = historyEvidence(simple, history);

  const hard = shapes.reduce((sum, { weight }) => sum + weight, 0) + symbols.length * NAME_WEIGHT.symbol +
    paths.length * NAME_WEIGHT.path;
  const score = hard + wordScore(words, earlier !== undefined) + (earlier?.weight ?? 0);
  const signals: Signal[] = [
    ...words.filter(({ role }) => role !== "against" && role !== "question").map(({ match, weight }) =>
      signal("explicit", match, weight)
    ),
    ...paths.map((path) => signal("implicit", path, NAME_WEIGHT.path)),
    ...symbols.map((symbol) => signal("code", symbol, NAME_WEIGHT.symbol)),
    ...shapes.map(({ name, weight }) => signal("code", name, weight)),
    ...(earlier === undefined ? [] : [signal("historical", earlier.match, earlier.weight)]),
  ];
  const isCode = Math.round(score * ROUND) >= CODE_FROM * ROUND;
  const mayBeCode = !isCode && (asksOrComplains(simple) || asksForChange(simple)) &&
    !words.some(({ role }) => role === "against");
  const isOpen = isCode || mayBeCode;
  let kinds: Kind[] | undefined;
  let tierTwo: TierTwoCall[] | undefined;
  return {
    isCode,
    mayBeCode,
    signals: strongest(signals),
    symbols,
    paths,
    // The gate needs neither: they are worked out when they are first asked for.
    get kinds() {
      return kinds ??= isOpen ? kindsOf(simple) : [];
    },
    get tierTwo() {
      return tierTwo ??= isOpen ? tierTwoOf(simple, shapes) : [];
    },
    errand: isOpen && isErrand(simple, { words, shapes, named: symbols.length + paths.length > 0 }),
    machine: false,
  };
}

function bounded(prompt: string): string {
  return prompt.length <= 2 * END_CHARS
    ? prompt
    : `${prompt.slice(0, END_CHARS)}\n${prompt.slice(-END_CHARS)}`;
}

function signal(type: Signal["type"], match: string, weight: number): Signal {
  return { type, match: match.slice(0, MAX_MATCH_CHARS), weight };
}

/** The heaviest signals, in a stable order: weight first, then as they were found. */
function strongest(signals: Signal[]): Signal[] {
  return signals.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_SIGNALS);
}
