import { assertEquals } from "@std/assert";
import { claudeToolRules, codexToolRules } from "../../../lib/settings/mcp_servers/client_rules.ts";

/** A rule, a server as its client names it, and the tools that the rule is about where it denies and where it allows. */
const RULES: [rule: unknown, given: string, denied: string[], allowed: string[]][] = [
  ["mcp__memory", "memory", ["*"], ["*"]],
  ["mcp__memory__*", "memory", ["*"], ["*"]],
  ["mcp__memory__read_graph", "memory", ["read_graph"], ["read_graph"]],
  ["mcp__memory__read_*", "memory", ["read_*"], ["read_*"]],
  ["mcp__memory__read_graph", "memo", [], []],
  ["mcp__memory__read_graph", "memory2", [], []],
  ["mcp__my_docs__x__y", "my.docs", ["x__y"], ["x__y"]],
  ["mcp__two_words__x", "two words", ["x"], ["x"]],
  ["mcp__two_words__x", "two-words", [], []],
  ["mcp______x", "文-档", [], []],
  ["mcp___-___x", "文-档", ["x"], ["x"]],
  // A star in a server's name denies and asks in Claude Code, and allows nothing.
  ["mcp__*", "memory", ["*"], []],
  ["mcp__mem*__x", "memory", ["x", "_x", "*__x"], []],
  ["mcp__*_graph", "memory", ["graph", "*_graph"], []],
  ["mcp__me*z*", "memory", ["*z*"], []],
  ["*", "memory", ["*"], []],
  // What it is about is more than the tool.
  ["mcp__memory__x(a:*)", "memory", ["x"], []],
  ["mcp__memory__", "memory", [], []],
  ["mcp__", "memory", [], []],
  ["Bash(mcp__memory__x)", "memory", [], []],
  ["", "memory", [], []],
  [7, "memory", [], []],
  [{ tool: "mcp__memory" }, "memory", [], []],
];

Deno.test("Claude Code's rules become patterns of a server's tools; what allows never says more than there", () => {
  const server = "s";
  const names = (all: string[]) => all.map((each) => `${server}/${each}`).sort();
  for (const [rule, given, denied, allowed] of RULES) {
    const told = `${JSON.stringify(rule)} of ${given}`;
    const of = (verdict: string) => claudeToolRules([{ permissions: { [verdict]: [rule] } }], server, given);
    assertEquals(of("deny").deny.sort(), names(denied), told);
    assertEquals(of("ask").ask.sort(), names(denied), told);
    assertEquals(of("allow").allow.sort(), names(allowed), told);
    const isLeft = denied.length > 0 && allowed.length === 0;
    assertEquals(of("allow").left, isLeft ? [String(rule)] : [], told);
  }
});

Deno.test("settings of another shape have no rules", () => {
  const none = { deny: [], ask: [], allow: [], left: [] };
  for (const settings of [undefined, 7, [], { permissions: [] }, { permissions: { deny: "mcp__s" } }]) {
    assertEquals(claudeToolRules([settings], "s", "s"), none);
  }
  for (
    const entry of [undefined, 7, {}, { tools: 7 }, { tools: { a: 7 }, default_tools_approval_mode: "auto" }]
  ) {
    assertEquals(codexToolRules(entry, "s"), none);
  }
});

Deno.test("Codex's approval modes become patterns of a server's tools", () => {
  const tools = {
    a: { approval_mode: "prompt" },
    b: { approval_mode: "approve" },
    c: { approval_mode: "writes" },
  };
  assertEquals(codexToolRules({ default_tools_approval_mode: "approve", tools }, "s"), {
    deny: [],
    ask: ["s/a"],
    allow: ["s/*", "s/b"],
    left: ["s/c"],
  });
});
