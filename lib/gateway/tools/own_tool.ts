import type { CallToolResult, ClientCapabilities, Progress, Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import type { Caller } from "../../tools/mcp_caller.ts";
import type { Gateway } from "../gateway.ts";
import type { Ask } from "../relay/rounds.ts";

/** Arguments of one of our tools that cannot be used; the message tells the model how they are meant. */
export const wrongArguments = (why: string) => new AutoToolsError("E_INVALID_ARGS", why);

/** Of the time that a client waits, how much may go by until the servers have started; the calls need the rest. */
export const START_SHARE = 0.5;

export interface GatewayClient {
  name: string;
  conversation: string;
  waitsMs: number;
  capabilities: ClientCapabilities;
  /** Ends with its request. */
  signal: AbortSignal;
  /** Asks it for something of our own. */
  ask: Ask;
  /** The client as servers may ask it; `notes` are taken of what it could not be asked. */
  caller(notes: string[]): Caller;
  /** Tells it how far its request is, where it wants to know. */
  progress(step: Progress): void;
}

export interface OwnTool {
  /** Kept short: it is sent with every request. */
  definition: Tool;
  /** Throws `AutoToolsError`, whose message is for the model. */
  call(args: unknown, client: GatewayClient, gateway: Gateway): Promise<CallToolResult>;
}

type Run<Parameters extends z.ZodObject, Result> = (
  args: z.output<Parameters>,
  client: GatewayClient,
  gateway: Gateway,
) => Result;

/** A tool that only reads what the gateway holds, and answers with a text or a JSON value. */
export function readingTool<Parameters extends z.ZodObject>(
  name: string,
  description: string,
  parameters: Parameters,
  run: Run<Parameters, unknown>,
): OwnTool {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  return ownTool(
    { name, description, annotations },
    parameters,
    async (...given) => resultOf(await run(...given)),
  );
}

export function ownTool<Parameters extends z.ZodObject>(
  about: Pick<Tool, "name" | "description" | "annotations">,
  parameters: Parameters,
  run: Run<Parameters, Promise<CallToolResult>>,
): OwnTool {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, {
    io: "input",
    override({ jsonSchema }) {
      delete jsonSchema.additionalProperties;
    },
  });
  // Claude Code defers the tools of servers otherwise.
  const _meta = { "anthropic/alwaysLoad": true };
  return {
    definition: { ...about, inputSchema: schema as Tool["inputSchema"], _meta },
    async call(args, client, gateway) {
      const { data, error } = parameters.safeParse(args);
      if (data !== undefined) return await run(data, client, gateway);
      const problems = error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
      throw wrongArguments(problems.slice(0, 5).join("; "));
    },
  };
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
