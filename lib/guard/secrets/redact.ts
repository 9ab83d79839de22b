import { redactAssignments } from "./assignment.ts";
import { redactContinuations } from "./continuation.ts";
import { redactCookies } from "./cookie.ts";
import { replaceEncoded } from "../encoded_text.ts";
import { redactKubernetesSecrets } from "./kubernetes_secret.ts";
import { redactPrefixed } from "./prefixed_token.ts";
import { redactPrivateKeys } from "./private_key.ts";
import { redactSqlValues } from "./sql_values.ts";
import { RuleSet } from "./rule_set.ts";
import { redactColumns } from "./table_column.ts";

const RULES = new RuleSet();

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
  const note = (kind: string) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  let clean = text;
  // What is left of a value beside another that has gone may be judged otherwise.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { text: next, replaced } = replaceEncoded(redactPlain(clean, note), isSecret, "<redacted>");
    if (replaced > 0) counts.set("encoded", (counts.get("encoded") ?? 0) + replaced);
    if (next === clean) break;
    clean = next;
  }
  const redactions = [...counts].map(([kind, count]) => ({ kind, count }));
  return { text: clean, redactions: redactions.sort((a, b) => a.kind < b.kind ? -1 : 1) };
}

/** Whatever is written as it is; the passes come in an order in which none takes away what a later one goes by. */
function redactPlain(text: string, note: (kind: string) => void): string {
  let clean = redactPrivateKeys(text, note);
  clean = redactKubernetesSecrets(clean, note);
  clean = RULES.redact(clean, note);
  clean = redactCookies(clean, note);
  clean = redactPrefixed(clean, note);
  clean = redactColumns(clean, note);
  clean = redactSqlValues(clean, note);
  clean = redactAssignments(clean, note);
  return redactContinuations(clean, note);
}

function isSecret(decoded: string): boolean {
  let found = false;
  redactPlain(decoded, () => {
    found = true;
  });
  return found;
}
