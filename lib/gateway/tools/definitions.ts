import type { Tool } from "@modelcontextprotocol/server";

/** Keeps a tool's definition in Claude Code's first request; it defers the tools of servers otherwise. */
const LOADED = { "anthropic/alwaysLoad": true };
const READS = { readOnlyHint: true, openWorldHint: false };
const ID = { type: "string", description: "id of a ref" };

/**
 * What a client is told of our own tools. Kept short: it is sent with every request.
 *
 * @param news tools that have come since the instructions were given.
 */
export function toolDefinitions(news: string): Tool[] {
  return [
    {
      name: "run_tool_batch",
      description:
        'Calls tools by "SERVER/TOOL", several at once: reads side by side, the rest alone and in order. Long outputs are kept as files; their ref is read with context_read, context_grep, context_tail. Status permission: the user has to approve first, as the text says.',
      inputSchema: {
        type: "object",
        properties: {
          calls: {
            type: "array",
            minItems: 1,
            maxItems: MAX_CALLS,
            items: {
              type: "object",
              properties: { name: { type: "string" }, arguments: { type: "object" } },
              required: ["name", "arguments"],
            },
          },
          parallelLimit: {
            type: "integer",
            minimum: 1,
            maximum: MAX_PARALLEL,
            description: "reads at once; 4",
          },
        },
        required: ["calls"],
      },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
      _meta: LOADED,
    },
    {
      name: "get_tool_details",
      description:
        `Description and parameters of tools by "SERVER/TOOL"; "SERVER/*" lists a server's tools, "*" all servers.${
          news === "" ? "" : `\nNew since the list was given:\n${news}`
        }`,
      inputSchema: {
        type: "object",
        properties: { names: { type: "array", items: { type: "string" }, minItems: 1, maxItems: MAX_NAMES } },
        required: ["names"],
      },
      annotations: READS,
      _meta: LOADED,
    },
    {
      name: "context_list",
      description: "Kept outputs of this conversation.",
      inputSchema: { type: "object", properties: {} },
      annotations: READS,
      _meta: LOADED,
    },
    {
      name: "context_read",
      description: "A page of a kept output; goes on at next_offset.",
      inputSchema: {
        type: "object",
        properties: {
          id: ID,
          offset: { type: "integer", description: "characters; 0" },
          limit: { type: "integer", description: "characters; 8000" },
        },
        required: ["id"],
      },
      annotations: READS,
      _meta: LOADED,
    },
    {
      name: "context_tail",
      description: "The last lines of a kept output.",
      inputSchema: {
        type: "object",
        properties: { id: ID, lines: { type: "integer", description: "50" } },
        required: ["id"],
      },
      annotations: READS,
      _meta: LOADED,
    },
    {
      name: "context_grep",
      description: "Lines of a kept output that match a regular expression (RE2).",
      inputSchema: {
        type: "object",
        properties: {
          id: ID,
          pattern: { type: "string" },
          before: { type: "integer" },
          after: { type: "integer" },
          limit: { type: "integer", description: "matches; 50" },
        },
        required: ["id", "pattern"],
      },
      annotations: READS,
      _meta: LOADED,
    },
  ];
}

export const MAX_CALLS = 50;
export const MAX_NAMES = 20;
export const MAX_PARALLEL = 16;
