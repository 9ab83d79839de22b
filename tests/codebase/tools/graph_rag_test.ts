import { assert, assertEquals } from "@std/assert";
import { tool } from "../../../lib/codebase/tools/graph_rag.ts";
import { builtRepository } from "../indexed_repository.ts";

const FILES = {
  "src/retry_policy.ts":
    "export interface RetryPolicy {\n  shouldRetry(attempt: number): boolean;\n}\nexport const policies = 1;\n",
  "src/backoff_policy.ts":
    'import type { RetryPolicy } from "./retry_policy.ts";\n\n/** Retries with exponential backoff. */\nexport class BackoffPolicy implements RetryPolicy {\n  shouldRetry(attempt: number): boolean {\n    return attempt < 3;\n  }\n}\nexport function exponentialBackoff(attempt: number): number {\n  return 2 ** attempt;\n}\n',
  "src/jitter_policy.ts":
    'import { BackoffPolicy } from "./backoff_policy.ts";\n\nexport class JitterPolicy\n  extends BackoffPolicy {\n  jitter = 1;\n}\n',
  "src/uploader.ts":
    'import { BackoffPolicy } from "./backoff_policy.ts";\n\nexport function upload() {\n  const policy = new BackoffPolicy();\n  return policy;\n}\n',
  "src/paint.ts": "export function paint() {\n  return 1;\n}\n",
};

Deno.test("ci_graph_rag with an index says what a neighbour uses, and quotes the line", async () => {
  const { "src/jitter_policy.ts": _, ...called } = FILES;
  const { "src/uploader.ts": __, ...used } = FILES;
  const relations = async (files: Record<string, string>) => {
    using indexed = await builtRepository(files);
    const query = "where is the exponential backoff of BackoffPolicy retries";
    const { findings } = await tool({ query, depth: 1, budget: 8000, top_k: 8 }, indexed.context());
    assertEquals(findings[0]?.path, "src/backoff_policy.ts");
    return findings.slice(1).map(({ path, summary, snippet }) => [path, summary, snippet?.text]);
  };
  const [[calling, calls, call] = [], ...rest] = await relations(called);
  assertEquals([calling, rest], ["src/uploader.ts", []]);
  assert(calls?.endsWith("uses BackoffPolicy of src/backoff_policy.ts"));
  assert(call?.includes("new BackoffPolicy()"));
  const [[using_, uses, use] = [], ...others] = await relations(used);
  assertEquals([using_, others], ["src/jitter_policy.ts", []]);
  assert(uses?.endsWith("uses BackoffPolicy of src/backoff_policy.ts"));
  assert(use?.includes("extends BackoffPolicy"));
});

Deno.test("ci_graph_rag ties no file to what another language has of the same name", async () => {
  using indexed = await builtRepository({
    "ts/cart_policy.ts":
      "export class CartPolicy {\n  admits(item: string) {\n    return checkedPolicy(item);\n  }\n}\n",
    "ts/cart_policy.test.ts":
      'import { CartPolicy } from "./cart_policy.ts";\nnew CartPolicy().admits("a");\n',
    "py/test_cart_policy.py": "def test_cart_policy():\n    assert CartPolicy\n",
    "py/checked.py": "def checkedPolicy(item):\n    return item\n",
    "cpp/cart_policy_test.cc": "int main() { return 0; }\n",
  });
  const { findings } = await tool(
    { query: "CartPolicy admits what it should not", depth: 1, budget: 8000, top_k: 8 },
    indexed.context(),
  );
  const tied = findings.filter(({ summary }) => /tests |uses |defines checkedPolicy/.test(summary));
  assertEquals(tied.map(({ path }) => path), ["ts/cart_policy.test.ts"]);
});
