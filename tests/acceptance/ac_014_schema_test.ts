import { assert, assertEquals } from "@std/assert";
import { envelopeSchema } from "../../lib/contract/envelope.ts";
import { contextOf, SHOP } from "./context_runs.ts";
import { makeFolder, makeRepo, runBinary } from "./harness.ts";

const PUBLISHED = new URL("../../docs/schema/envelope-1.0.schema.json", import.meta.url);

interface Schema {
  type?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  additionalProperties?: boolean | Schema;
}

/** Keywords that are checked, and those that say nothing of a value of an envelope by themselves. */
const KNOWN = new Set(
  ("type required properties items enum const pattern minimum maximum exclusiveMinimum additionalProperties " +
    "propertyNames format title $id $schema").split(" "),
);

/** Where a value breaks the published schema; the few keywords it uses are checked here, by hand, apart from the code that made it. */
function breaks(schema: Schema, value: unknown, at = "$"): string[] {
  const found = Object.keys(schema).filter((key) => !KNOWN.has(key)).map((key) =>
    `${at}: ${key} is not checked`
  );
  if (schema.const !== undefined && value !== schema.const) found.push(`${at}: not ${String(schema.const)}`);
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    found.push(`${at}: ${String(value)} is not of the family`);
  }
  if (schema.format === "date-time" && Number.isNaN(Date.parse(String(value)))) found.push(`${at}: no time`);
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(String(value))) {
    found.push(`${at}: does not match`);
  }
  if (schema.minimum !== undefined && !(Number(value) >= schema.minimum)) found.push(`${at}: too small`);
  if (schema.exclusiveMinimum !== undefined && !(Number(value) > schema.exclusiveMinimum)) {
    found.push(`${at}: too small`);
  }
  if (schema.maximum !== undefined && !(Number(value) <= schema.maximum)) found.push(`${at}: too large`);
  if (schema.type !== undefined && !isOf(schema.type, value)) {
    return [...found, `${at}: not of type ${schema.type}`];
  }
  if (Array.isArray(value)) {
    return [
      ...found,
      ...value.flatMap((each, i) => breaks(schema.items ?? {}, each, `${at}[${i}]`)),
    ];
  }
  if (typeof value !== "object" || value === null) return found;
  const fields = Object.fromEntries(Object.entries(value));
  for (const name of schema.required ?? []) if (!(name in fields)) found.push(`${at}.${name}: missing`);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (name in fields) found.push(...breaks(inner, fields[name], `${at}.${name}`));
  }
  return found;
}

function isOf(type: string, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  const own: string = typeof value;
  return own === type;
}

Deno.test("AC-014 every kind of output holds to the published schema", async () => {
  const schema: Schema = JSON.parse(Deno.readTextFileSync(PUBLISHED));
  assert((schema.required ?? []).includes("schema_version"));
  await using repo = await makeRepo(SHOP);
  await using folder = await makeFolder();
  await using broken = await makeRepo({ ...SHOP, "config/auto-tools.yaml": "budget: 7\n" });
  const ask = "where is the retry delay computed?";
  const outputs = [
    await contextOf({ cwd: repo.path }, ask),
    await contextOf({ cwd: repo.path }, "thanks!"),
    await contextOf({ cwd: repo.path, env: { CI_AUTO_TOOLS: "off" } }, ask),
    await contextOf({ cwd: repo.path, env: { CI_AUTO_TOOLS_MODE: "plan" } }, ask),
    await contextOf(
      { cwd: repo.path, env: { CI_AUTO_TOOLS_TIER_MAX: "2" } },
      "who calls retryDelay, and what breaks if I change it?",
    ),
    await contextOf({ cwd: folder.path }, ask),
    await contextOf({ cwd: broken.path }, ask),
    await contextOf({ cwd: repo.path, env: { CI_AUTO_TOOLS_REPO_ROOT: "/no/such/folder" } }, ask),
    await contextOf({ cwd: repo.path }, "x", ["--tool", "ci_search", "--args", '{"limit": "no"}']),
    await runBinary(["tool", "ci_search"], { cwd: repo.path }),
    await runBinary(["--dry-run", "ping"], { cwd: repo.path }),
  ];
  for (const { stdout } of outputs) assertEquals(breaks(schema, JSON.parse(stdout)), [], stdout);
});

Deno.test("AC-014 the version is 1.0, and says so by SemVer", async () => {
  await using repo = await makeRepo(SHOP);
  const { envelope } = await contextOf({ cwd: repo.path }, "where is retryDelay?");
  assertEquals(envelope.schema_version, "1.0");
  assert(
    !envelopeSchema.safeParse({ ...envelope, schema_version: "2.0" }).success,
    "a new major is another shape",
  );
  assert(envelopeSchema.safeParse({ ...envelope, schema_version: "1.7" }).success, "a new minor is read");
});

Deno.test("AC-014 fields of a later version are survived, missing ones are not", async () => {
  const schema: Schema = JSON.parse(Deno.readTextFileSync(PUBLISHED));
  await using repo = await makeRepo(SHOP);
  const { envelope } = await contextOf({ cwd: repo.path }, "where is retryDelay?");
  const later = { ...envelope, new_field: 1, inputs: { ...envelope.inputs, language: "en" } };
  assert(envelopeSchema.safeParse(later).success);
  assertEquals(breaks(schema, later), []);
  assert(schema.additionalProperties !== false, "the published schema allows them");
  const { run_id: _missing, ...earlier } = envelope;
  assert(!envelopeSchema.safeParse(earlier).success);
  assertEquals(breaks(schema, earlier), ["$.run_id: missing"]);
});
