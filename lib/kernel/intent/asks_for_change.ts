/** `make the overlay darker`, `let the spider stay open when it becomes idle`, `give up after three redirects` */
const OPENING_VERB =
  /^(?:change|make|turn|set|let|show|print|paint|colou?r|give|wait|close|open|follow|raise|lower|increase|decrease|send|choose|prefer|round|widen|narrow|shorten|lengthen|darken|lighten|enlarge|shrink|align|cent(?:er|re)|wake)\s/i;
const OPENER =
  /^(?:(?:so|and|but|ok|okay|hey|hi|also|now|please|just)[,:]? |(?:can|could) (?:you|we) |let's |we (?:should|need to|want to) ){0,3}/i;
/** Words that say nothing of what is to change. */
const EMPTY =
  /^(?:the|an?|its?|this|that|these|those|to|of|in|on|at|for|from|by|with|and|or|be|is|are|so|such|much|more|less|bit|little|than|after|before|when|all|any|some|one|not|it|them|up|down|instead|into|as)$/i;
/** Whoever speaks of people asks no program, and whoever speaks of a piece of writing means the one that was written last. */
const PERSON_OR_WRITING =
  /\b(?:my|your|i|me|you|he|she|his|her|summary|summaries|paragraphs?|sentences?|tone|wording|intro|introduction|conclusion|draft|stor(?:y|ies)|speech|talk|slides?)\b/i;
const MIN_WORDS = 2;
const MAX_CHARS = 240;

/**
 * Whether an English prompt asks for a change in words that need not be of the trade: a verb of change that opens it, and at least two words of content for what
 * is to change. Whether that is one of the code, only the repository can say. Chinese openings (把…改成…) are among the words that are weighed.
 */
export function asksForChange(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARS || trimmed.includes("\n") || /[\u4e00-\u9fff]/.test(trimmed)) return false;
  const said = trimmed.replace(OPENER, "");
  if (!OPENING_VERB.test(said) || PERSON_OR_WRITING.test(said)) return false;
  const [, ...object] = said.match(/[A-Za-z][A-Za-z0-9'-]*/g) ?? [];
  return object.filter((word) => !EMPTY.test(word)).length >= MIN_WORDS;
}
