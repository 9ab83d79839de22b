import { assignments } from "./assignment.ts";
import { encoded, ENCODINGS } from "./encoded.ts";
import { continuations, cookies, manifests } from "./places.ts";
import { prefixedTokens, unknownTokens } from "./prefixed_token.ts";
import { endsOfKeys, privateKeys } from "./private_key.ts";
import { rows, TABLES } from "./rows.ts";
import { RuleSet } from "./rule_set.ts";
import { replaced, type Span } from "./span.ts";

type Note = (kind: string) => void;

const RULES = new RuleSet();

/** What finds secrets, in an order in which none takes away what a later one goes by. */
const FINDERS: readonly (((text: string) => Iterable<Span>) | RuleSet)[] = [
  privateKeys,
  endsOfKeys,
  manifests,
  RULES,
  cookies,
  prefixedTokens,
  unknownTokens,
  ...TABLES.map((table) => (text: string) => rows(text, table)),
  assignments,
  continuations,
];

/** Times a text is gone through at most; most hold no secret, and once is enough. */
const MAX_ROUNDS = 4;

/** Secrets of one kind that were taken out of a text. */
export interface Redaction {
  kind: string;
  count: number;
}

/**
 * Replaces secrets: private keys, tokens of known services, credentials in URLs and headers, and values next to names that say they are secret.
 *
 * `Bearer <redacted>`, `AKIA<redacted>`, `-----BEGIN … KEY----- <redacted>`, else `<redacted>`. Line breaks stay where they are; what is redacted stays as it is when
 * redacted again. Takes time proportional to the text. `redactions` is sorted by kind.
 */
export function redact(text: string): { text: string; redactions: Redaction[] } {
  const counts = new Map<string, number>();
  const note: Note = (kind) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  let clean = text;
  // What is left of a value beside another that has gone may be judged otherwise.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let next = redactPlain(clean, note);
    for (const encoding of ENCODINGS) next = replaced(next, encoded(next, encoding, isSecret), note);
    if (next === clean) break;
    clean = next;
  }
  const redactions = [...counts].map(([kind, count]) => ({ kind, count }));
  return { text: clean, redactions: redactions.sort((a, b) => a.kind < b.kind ? -1 : 1) };
}

/** Whatever is written as it is. */
function redactPlain(text: string, note: Note): string {
  return FINDERS.reduce(
    (clean, find) => find instanceof RuleSet ? find.redact(clean, note) : replaced(clean, find(clean), note),
    text,
  );
}

function isSecret(decoded: string): boolean {
  let found = false;
  redactPlain(decoded, () => {
    found = true;
  });
  return found;
}
