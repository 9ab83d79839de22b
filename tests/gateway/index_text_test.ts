import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { GatewayTool } from "../../lib/gateway/catalog/gateway_tool.ts";
import {
  type IndexGroup,
  indexText,
  MAX_INSTRUCTIONS,
  MAX_LEAD,
} from "../../lib/gateway/catalog/index_text.ts";

function group(serverName: string, tools: number, short?: string): IndexGroup {
  return {
    serverName,
    tools: Array.from({ length: tools }, (_, at): GatewayTool => ({
      name: `${serverName}/tool_number_${at}`,
      serverName,
      toolName: `tool_number_${at}`,
      kind: "mcp",
      isOpen: false,
      risk: at % 2 === 0 ? "read" : "unknown",
      ...(short === undefined ? {} : { short }),
      description: "",
      inputSchema: {},
      sha256: "",
    })),
  };
}

const many = (servers: number, tools: number) =>
  Array.from({ length: servers }, (_, at) => group(`server-${at}`, tools, "Does one thing and does it well"));

Deno.test("few tools: one line each, with risk and a few words, callable as shown", () => {
  const text = indexText([group("docs", 2, "Finds things")]);
  assertStringIncludes(text, "2 tools of 1 MCP server (docs): ");
  assertStringIncludes(text, "\ndocs/tool_number_0 r Finds things\ndocs/tool_number_1 x Finds things");
});

Deno.test("the index degrades by steps: names alone, names below their server, counts", () => {
  assertStringIncludes(indexText(many(4, 25)), "\nserver-0/tool_number_0 r\nserver-0/tool_number_1 x\n");
  assertStringIncludes(indexText(many(10, 20)), "\nserver-0/ tool_number_0 tool_number_1 ");
  const counts = indexText([...many(20, 40), group("small", 3)]);
  assertStringIncludes(counts, "\nserver-19/* 40 tools");
  assertStringIncludes(counts, "\nsmall/ tool_number_0 tool_number_1 tool_number_2");
  assertStringIncludes(counts, "SERVER/* is listed by get_tool_details");
});

for (
  const [servers, tools] of [[0, 0], [1, 0], [1, 1], [3, 30], [20, 10], [20, 200], [400, 10], [
    1,
    4000,
  ]] as const
) {
  Deno.test(`${servers} servers with ${tools} tools each fit what clients keep`, () => {
    const text = indexText(many(servers, tools));
    assert(text.length <= MAX_INSTRUCTIONS, `${text.length}`);
    const lead = text.split("\n")[0] ?? "";
    assert(lead.length <= MAX_LEAD, `${lead.length}`);
    assertStringIncludes(lead, "run_tool_batch");
    assertStringIncludes(lead, "get_tool_details");
  });
}

Deno.test("a server in trouble is named with the reason, and hides no other", () => {
  const text = indexText([group("docs", 1), {
    serverName: "down",
    tools: [],
    trouble: "unavailable (exited with code 3)",
  }]);
  assertStringIncludes(text, "docs/tool_number_0 r");
  assertStringIncludes(text, "down: unavailable (exited with code 3)");
  assertEquals(
    indexText([{ serverName: "down", tools: [], trouble: "starting" }]).split("\n").at(-1),
    "down: starting",
  );
});

Deno.test("troubles that do not fit are cut where it shows, and counted", () => {
  const broken = (name: string): IndexGroup => ({
    serverName: name,
    tools: [],
    trouble: `unavailable (${"it cannot be found. ".repeat(30)})`,
  });
  for (const groups of [[group("docs", 1)], []]) {
    const text = indexText([...groups, ...Array.from({ length: 40 }, (_, at) => broken(`server-${at}`))]);
    const lines = text.split("\n").filter((line) => line.includes("unavailable"));
    assert(lines.length > 0 && lines.every((line) => line.endsWith("…")), text);
    const more = `… and ${40 - lines.length} more in trouble: get_tool_details ["*"]`;
    assertEquals(text.split("\n").at(-1), more);
    assert(text.length <= MAX_INSTRUCTIONS, `${text.length}`);
  }
});
