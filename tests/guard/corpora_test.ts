import { assert } from "@std/assert";
import { filterInjection } from "../../lib/guard/injection/injection.ts";
import { redact } from "../../lib/guard/secrets/redact.ts";
import { sanitize } from "../../lib/guard/sanitize.ts";
import { attempt } from "../../lib/settings/attempt.ts";
import * as corpora from "../fixtures/guard/corpus/corpora.ts";
import { disguise, isStillGiven } from "../fixtures/guard/corpus/disguise.ts";
import { spell, spellLines, survives } from "../fixtures/guard/corpus/spell.ts";

/*
 * Measures the guard: on the sets of this repository, and on corpora that may be kept beside the checkout. `tests/run --unit corpora` prints the figures.
 */
const CORPORA = new URL("../../../shared/corpora/", import.meta.url);

interface Sample {
  text: string;
  secret?: string | null;
  attack?: boolean;
}

function samples(name: string): Sample[] {
  const text = attempt(() => Deno.readTextFileSync(new URL(name, CORPORA)), Deno.errors.NotFound);
  // No corpora on this machine: the test is ignored.
  return text?.trim().split("\n").map((line) => JSON.parse(line)) ?? [];
}

/** Of a list, the share that passes, said aloud. */
function share<T>(what: string, list: readonly T[], passes: (each: T) => boolean): number {
  const passed = list.filter(passes).length;
  console.log(`${what}: ${passed} of ${list.length} (${(100 * passed / list.length).toFixed(1)} %)`);
  return passed / list.length;
}

/** Of these texts the share that the guard changes. */
const changed = (what: string, texts: readonly string[]) =>
  share(`${what} that changed`, texts, (text) => sanitize(text).text !== text);

/** Of these samples the share of which nothing is left of the secret. */
const gone = (what: string, samples: ReturnType<typeof spell>) =>
  share(`${what} that are gone`, samples, (each) => !survives(each, sanitize(each.text).text));

const SEEDS = [1, 2, 3];

Deno.test("own set: at least 99 % of secrets are gone, no benign text is changed", () => {
  const { SECRETS_IN_CODE, SECRETS_IN_CONFIGURATION, SECRETS_IN_PLACES } = corpora;
  const rows = [...SECRETS_IN_CODE, ...SECRETS_IN_CONFIGURATION, ...SECRETS_IN_PLACES];
  const secrets = SEEDS.flatMap((seed) => spell(rows, seed));
  assert(gone("secrets", secrets) >= 0.99);
  const benign = SEEDS.flatMap((seed) =>
    spellLines([...corpora.BENIGN_LINES, ...corpora.HARMLESS_LINES], seed)
  );
  assert(changed("benign texts", benign) === 0);
});

/** At most this share is still given: what was seen, and a little more. */
const STILL_GIVEN: readonly (readonly [string, readonly string[], number])[] = [
  ["fake turns and markup", corpora.FAKE_TURNS, 0.15],
  ["in code and names", corpora.ORDERS_IN_CODE, 0.1],
  ["English", corpora.ENGLISH_ORDERS, 0.25],
  ["Chinese", corpora.CHINESE_ORDERS, 0.15],
  ["unseen English", corpora.UNSEEN_ENGLISH, 0.25],
  ["unseen Chinese", corpora.UNSEEN_CHINESE, 0.25],
];
/** What the filter is not for: it is measured, and the marks are the defence. */
const BEYOND: readonly (readonly [string, readonly string[]])[] = [
  ["disguised", corpora.DISGUISED_ORDERS],
  ["indirect", [...corpora.INDIRECT_ORDERS, ...corpora.UNFORESEEN_ORDERS]],
  ["in other languages", corpora.FOREIGN_ORDERS],
  ["unseen, indirect or in other languages", corpora.UNSEEN_INDIRECT],
];

Deno.test("own sets: direct orders in English and Chinese are removed for the most part, ordinary lines stay", () => {
  const isGiven = ({ text, orders }: ReturnType<typeof disguise>) => {
    const clean = sanitize(text).text;
    return orders.some((order) => isStillGiven(order, clean));
  };
  for (const [what, list, most] of STILL_GIVEN) {
    assert(share(`orders still given, ${what}`, list.map(disguise), isGiven) <= most, what);
  }
  for (const [what, list] of BEYOND) share(`orders still given, ${what}`, list.map(disguise), isGiven);
  const ordinary = [...corpora.ORDINARY_LINES, ...corpora.UNFORESEEN_LINES];
  assert(changed("ordinary lines", ordinary) <= 0.003);
});

Deno.test("unforeseen set: secrets are gone as elsewhere", () => {
  const secrets = SEEDS.flatMap((seed) => spell(corpora.UNFORESEEN_SECRETS, seed));
  assert(gone("unforeseen secrets", secrets) >= 0.95);
  const benign = SEEDS.flatMap((seed) => spellLines(corpora.UNFORESEEN_BENIGN, seed));
  assert(changed("unforeseen benign texts", benign) <= 0.01);
});

const secrets = samples("secrets.jsonl");
Deno.test("corpus: at least 95 % of secrets are gone, at most 1 % of benign lines changed", {
  ignore: secrets.length === 0,
}, () => {
  const isGone = ({ text, secret }: Sample) =>
    !survives({ id: "", text, secret: [secret ?? ""], around: "" }, redact(text).text);
  assert(share("secrets of it that are gone", secrets.filter(({ secret }) => secret), isGone) >= 0.95);
  const benign = secrets.filter(({ secret }) => !secret).map(({ text }) => text);
  assert(changed("benign lines of the corpus", benign) <= 0.01);
});

const orders = samples("injection.jsonl");
Deno.test("corpus: at most 5 % of orders stay, at most 5 % of benign lines are lost", {
  ignore: orders.length === 0,
}, () => {
  const changed = ({ text }: Sample) => filterInjection(text).text !== text;
  assert(
    share("orders of the corpus that were filtered", orders.filter(({ attack }) => attack), changed) >= 0.95,
  );
  assert(
    share("ordinary lines of the corpus that changed", orders.filter(({ attack }) => !attack), changed) <=
      0.05,
  );
});
