import type { CallToolResult, ClientCapabilities, ServerContext, Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { attempt } from "../../settings/attempt.ts";
import type { Caller } from "../../tools/mcp_caller.ts";
import type { Gateway } from "../gateway.ts";
import type { Ask } from "../relay/rounds.ts";

/** Arguments of one of our tools that cannot be used; the message tells the model how they are meant. */
export const wrongArguments = (why: string) => new AutoToolsError("E_INVALID_ARGS", why);

/** Of the time that a client waits, how much may go by until the servers have started; the calls need the rest. */
export const START_SHARE = 0.5;

/** What a tool has to know of the client that calls it. */
export interface GatewayClient {
  /** As it calls itself. */
  name: string;
  conversation: string;
  /** ms that the client waits for a tool. */
  waitsMs: number;
  capabilities: ClientCapabilities;
  /** Ends with its request. */
  signal: AbortSignal;
  /** Asks it for something of our own. */
  ask: Ask;
  /** The client as servers may ask it; `notes` are taken of what it could not be asked. */
  caller(notes: string[]): Caller;
}

/** One of the gateway's own tools. */
export interface OwnTool {
  /** Kept short: it is sent with every request. */
  definition: Tool;
  /** Throws `AutoToolsError`, whose message is for the model. */
  call(
    args: unknown,
    client: GatewayClient,
    gateway: Gateway,
    ctx: ServerContext,
  ): Promise<CallToolResult>;
}

/** A tool that only reads what the gateway holds, and answers with a text or a JSON value. */
export function readingTool<Parameters extends z.ZodObject>(
  name: string,
  description: string,
  parameters: Parameters,
  run: (args: z.output<Parameters>, client: GatewayClient, gateway: Gateway) => unknown,
): OwnTool {
  return {
    definition: definitionOf(name, description, parameters, { readOnlyHint: true, openWorldHint: false }),
    async call(args, client, gateway) {
      return resultOf(await run(readArguments(parameters, args), client, gateway));
    },
  };
}

export function definitionOf(
  name: string,
  description: string,
  parameters: z.ZodObject,
  annotations: Tool["annotations"],
): Tool {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, {
    io: "input",
    override({ jsonSchema }) {
      delete jsonSchema.additionalProperties;
    },
  });
  // Claude Code defers the tools of servers otherwise.
  const _meta = { "anthropic/alwaysLoad": true };
  return { name, description, inputSchema: schema as Tool["inputSchema"], annotations, _meta };
}

export function readArguments<Parameters extends z.ZodObject>(
  parameters: Parameters,
  args: unknown,
): z.output<Parameters> {
  const { data, error } = parameters.safeParse(args);
  if (data !== undefined) return data;
  const problems = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  throw wrongArguments(problems.slice(0, 5).join("; "));
}

/** A text as it is, any other value as JSON. */
export function resultOf(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }] };
}

/** A whole number between `least` and `most`, which it is brought to. */
export function count(range: { fallback: number; least: number; most: number }, description?: string) {
  const { fallback, least, most } = range;
  const number = z.coerce.number().transform((value) => Math.min(most, Math.max(least, Math.trunc(value))))
    .default(fallback);
  return description === undefined ? number : number.describe(description);
}

/** Some models write nested values as JSON in a text: that is understood as well. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  return attempt(() => JSON.parse(value)) ?? value;
}
