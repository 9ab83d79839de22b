import { assertEquals } from "@std/assert";
import { parseYaml } from "../../lib/settings/yaml.ts";
import { configSchema } from "../../lib/settings/config_schema.ts";
import { emptyConfig, plainConfig } from "../../lib/settings/plain_config.ts";

function document(text: string): object {
  const found = parseYaml(text);
  if (typeof found !== "object" || found === null) throw new TypeError(text);
  return found;
}

Deno.test("what holds where a file says nothing is what the schema says", () => {
  assertEquals(emptyConfig(), configSchema.parse({}));
});

/** Right at first sight: the schema is not asked. */
const PLAIN = [
  "budget: {}",
  "budget: {wall_ms: 1, max_concurrency: 16, max_injected_chars: 0}",
  "budget: {max_injected_chars: 200000, wall_ms: 120000}",
  "exclude: []\ndisable: [ci_search, A.b-c_9]",
  'exclude: ["**/x/**", "a b"]\nrepo_root: packages/app',
  "permissions: {deny: [a, '']}",
  "permissions: {allow: [], ask: [x], deny: []}",
  "mcp_servers: {}\ntools: []\npermissions: {}",
];

for (const text of PLAIN) {
  Deno.test(`${JSON.stringify(text)} is plain, and read as the schema reads it`, () => {
    assertEquals(plainConfig(document(text), true), configSchema.parse(document(text)));
  });
}

/** Not right at first sight: wrong, or more than a plain look can tell. */
const NOT_PLAIN = [
  "budget: {wall_ms: 0}",
  "budget: {wall_ms: 120001}",
  "budget: {wall_ms: 1.5}",
  "budget: {wall_ms: '3'}",
  "budget: {wall_ms: null}",
  "budget: {max_concurrency: 17}",
  "budget: {max_concurrency: .nan}",
  "budget: {max_injected_chars: -1}",
  "budget: {wall: 1}",
  "budget: []",
  "budget: 7",
  "exclude: a",
  "exclude: ['']",
  "exclude: [1]",
  "disable: [9]",
  "disable: ['9']",
  `disable: [${"a".repeat(65)}]`,
  "repo_root: ''",
  "repo_root: [a]",
  "permissions: {maybe: []}",
  "permissions: {allow: null}",
  "permissions: {allow: [1]}",
  "mcp_servers: {a: {command: b}}",
  "mcp_servers: []",
  "tools: [{name: a}]",
  "tools: {}",
  "unknown: 1",
  "__proto__: {}",
  "constructor: 1",
];

for (const text of NOT_PLAIN) {
  Deno.test(`${JSON.stringify(text)} is left to the schema`, () => {
    assertEquals(plainConfig(document(text), true), undefined);
  });
}

Deno.test("an untrusted repository's servers, tools and permissions are never plain, whatever they hold", () => {
  for (const text of ["mcp_servers: {}", "tools: []", "permissions: {}", "tools:"]) {
    assertEquals(plainConfig(document(text), false), undefined, text);
  }
  assertEquals(plainConfig(document("exclude: [a]\nbudget: {wall_ms: 5}"), false), {
    ...emptyConfig(),
    exclude: ["a"],
    budget: { wall_ms: 5 },
  });
});

Deno.test("keys without a value have their defaults, as before the schema", () => {
  const text = "repo_root:\nbudget:\nexclude:\ndisable:\nmcp_servers:\ntools:\npermissions:\n";
  assertEquals(plainConfig(document(text), true), emptyConfig());
});
