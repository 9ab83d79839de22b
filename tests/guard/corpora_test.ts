import { assert } from "@std/assert";
import { filterInjection } from "../../lib/guard/injection/injection.ts";
import { redact } from "../../lib/guard/secrets/redact.ts";
import { sanitize } from "../../lib/guard/sanitize.ts";
import { BENIGN_LINES } from "../fixtures/guard/corpus/benign_lines.ts";
import { disguise, isStillGiven } from "../fixtures/guard/corpus/disguise.ts";
import { ORDERS } from "../fixtures/guard/corpus/orders.ts";
import { ORDINARY_LINES } from "../fixtures/guard/corpus/ordinary_lines.ts";
import { SECRETS_IN_CODE } from "../fixtures/guard/corpus/secrets_in_code.ts";
import { SECRETS_IN_CONFIGURATION } from "../fixtures/guard/corpus/secrets_in_configuration.ts";
import { spell, spellLines, survives } from "../fixtures/guard/corpus/spell.ts";
import {
  UNFORESEEN_BENIGN,
  UNFORESEEN_LINES,
  UNFORESEEN_ORDERS,
  UNFORESEEN_SECRETS,
} from "../fixtures/guard/corpus/unforeseen.ts";

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
  try {
    return Deno.readTextFileSync(new URL(name, CORPORA)).trim().split("\n").map((line) => JSON.parse(line));
  } catch (error) {
    // No corpora on this machine: the test is ignored.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Of a list, the share that passes, said aloud. */
function share<T>(what: string, list: readonly T[], passes: (each: T) => boolean): number {
  const passed = list.filter(passes).length;
  console.log(`${what}: ${passed} of ${list.length} (${(100 * passed / list.length).toFixed(1)} %)`);
  return passed / list.length;
}

const SEEDS = [1, 2, 3];

Deno.test("own set: at least 95 % of secrets are gone, at most 1 % of benign texts changed", () => {
  const rows = [...SECRETS_IN_CODE, ...SECRETS_IN_CONFIGURATION];
  const secrets = SEEDS.flatMap((seed) => spell(rows, seed));
  assert(
    share("secrets that are gone", secrets, (each) => !survives(each, sanitize(each.text).text)) >= 0.95,
  );
  const benign = SEEDS.flatMap((seed) => spellLines(BENIGN_LINES, seed));
  assert(share("benign texts that changed", benign, (text) => sanitize(text).text !== text) <= 0.01);
});

Deno.test("own set: at most 5 % of orders are still given, at most 5 % of ordinary lines lost", () => {
  const isGiven = ({ text, orders }: ReturnType<typeof disguise>) => {
    const clean = sanitize(text).text;
    return orders.some((order) => isStillGiven(order, clean));
  };
  assert(share("orders that are still given", ORDERS.map(disguise), isGiven) <= 0.05);
  assert(
    share("ordinary lines that changed", ORDINARY_LINES, (text) => sanitize(text).text !== text) <= 0.05,
  );
});

Deno.test("unforeseen set: secrets as well as elsewhere, orders as far as words go", () => {
  const secrets = SEEDS.flatMap((seed) => spell(UNFORESEEN_SECRETS, seed));
  assert(
    share("unforeseen secrets that are gone", secrets, (each) => !survives(each, sanitize(each.text).text)) >=
      0.95,
  );
  const benign = SEEDS.flatMap((seed) => spellLines(UNFORESEEN_BENIGN, seed));
  assert(
    share("unforeseen benign texts that changed", benign, (text) => sanitize(text).text !== text) <= 0.01,
  );
  const isGiven = ({ text, orders }: ReturnType<typeof disguise>) => {
    const clean = sanitize(text).text;
    return orders.some((order) => isStillGiven(order, clean));
  };
  // Three in five were when it was first measured: rules know words, and these are others.
  assert(share("unforeseen orders that are still given", UNFORESEEN_ORDERS.map(disguise), isGiven) <= 0.6);
  assert(
    share("unforeseen lines that changed", UNFORESEEN_LINES, (text) => sanitize(text).text !== text) <= 0.05,
  );
});

const secrets = samples("secrets.jsonl");
Deno.test("corpus: at least 95 % of secrets are gone, at most 1 % of benign lines changed", {
  ignore: secrets.length === 0,
}, () => {
  const isGone = ({ text, secret }: Sample) =>
    !survives({ id: "", text, secret: [secret ?? ""], around: "" }, redact(text).text);
  assert(
    share("secrets of the corpus that are gone", secrets.filter(({ secret }) => secret), isGone) >= 0.95,
  );
  const benign = secrets.filter(({ secret }) => !secret);
  assert(
    share("benign lines of the corpus that changed", benign, ({ text }) => sanitize(text).text !== text) <=
      0.01,
  );
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
