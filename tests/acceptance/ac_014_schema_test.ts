import { assert, assertEquals } from "@std/assert";
import { type Schema, Validator } from "@cfworker/json-schema";
import { envelopeSchema } from "../../lib/contract/envelope.ts";
import { contextOf, SHOP } from "./context_runs.ts";
import { runBinary, setting } from "./harness.ts";

const PUBLISHED: Schema = JSON.parse(
  Deno.readTextFileSync(new URL("../../docs/schema/envelope-1.0.schema.json", import.meta.url)),
);
const validator = new Validator(PUBLISHED, "2020-12", false);

/** Where a value breaks the published schema. */
function breaks(value: unknown): string[] {
  return validator.validate(value).errors.map(({ instanceLocation, error }) =>
    `${instanceLocation}: ${error}`
  );
}

Deno.test("AC-014 every kind of output holds to the published schema", async () => {
  assert(PUBLISHED.required?.includes("schema_version"));
  await using at = await setting(SHOP);
  await using broken = await setting({ ...SHOP, "config/auto-tools.yaml": "budget: 7\n" });
  const ask = "where is the retry delay computed?";
  const tierTwo = { ...at, env: { CI_AUTO_TOOLS_TIER_MAX: "2" } };
  const outputs = [
    await contextOf(at, ask),
    await contextOf(at, "thanks!"),
    await contextOf({ ...at, env: { CI_AUTO_TOOLS: "off" } }, ask),
    await contextOf(tierTwo, "who calls retryDelay, and what breaks if I change it?"),
    await contextOf(broken, ask),
    await contextOf({ ...at, env: { CI_AUTO_TOOLS_REPO_ROOT: "/no/such/folder" } }, ask),
    await contextOf(at, "x", ["--tool", "ci_search", "--args", '{"limit": "no"}']),
    await runBinary(["tool", "ci_search"], at),
    await runBinary(["--dry-run", "ping"], at),
  ];
  for (const { stdout } of outputs) assertEquals(breaks(JSON.parse(stdout)), [], stdout);
});

Deno.test("AC-014 the version is 1.0 by SemVer: fields of a later minor are survived, missing ones and another major are not", async () => {
  await using at = await setting(SHOP);
  const { envelope } = await contextOf(at, "where is retryDelay?", ["--dry-run"]);
  assertEquals(envelope.schema_version, "1.0");
  const later = {
    ...envelope,
    schema_version: "1.7",
    new_field: 1,
    inputs: { ...envelope.inputs, language: "en" },
  };
  assertEquals([envelopeSchema.safeParse(later).success, breaks(later)], [true, []]);
  const { run_id: _missing, ...earlier } = envelope;
  for (const wrong of [earlier, { ...envelope, schema_version: "2.0" }]) {
    assertEquals([envelopeSchema.safeParse(wrong).success, breaks(wrong).length > 0], [false, true]);
  }
});
