import { assert } from "@std/assert";
import { filterInjection } from "../../lib/guard/injection.ts";
import { redact } from "../../lib/guard/redact.ts";
import { sanitize } from "../../lib/guard/sanitize.ts";

/** Corpora are kept beside the checkout; without them the lists in the other tests of this folder hold the line. */
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

function survives(secret: string, text: string): boolean {
  for (let at = 0; at + 8 <= secret.length; at++) if (text.includes(secret.slice(at, at + 8))) return true;
  return false;
}

const share = <T>(list: T[], test: (each: T) => boolean) => list.filter(test).length / list.length;

const secrets = samples("secrets.jsonl");
Deno.test("corpus: at least 95 % of secrets are gone, at most 1 % of benign lines changed", {
  ignore: secrets.length === 0,
}, () => {
  const benign = secrets.filter(({ secret }) => !secret);
  assert(
    share(secrets, ({ text, secret }) => !!secret && !survives(secret, redact(text).text)) * secrets.length >=
      0.95 * (secrets.length - benign.length),
  );
  assert(share(benign, ({ text }) => sanitize(text).text !== text) <= 0.01);
});

const orders = samples("injection.jsonl");
Deno.test("corpus: at most 5 % of orders stay, at most 5 % of benign lines are lost", {
  ignore: orders.length === 0,
}, () => {
  const changed = ({ text }: Sample) => filterInjection(text).text !== text;
  assert(share(orders.filter(({ attack }) => attack), changed) >= 0.95);
  assert(share(orders.filter(({ attack }) => !attack), changed) <= 0.05);
});
