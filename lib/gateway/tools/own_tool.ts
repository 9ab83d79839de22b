import type { CallToolResult, ClientCapabilities, Progress, Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { isDeep, isRecord } from "../../settings/json.ts";
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
  signal: AbortSignal;
  ask: Ask;
  /** The client as servers may ask it; `notes` are taken of what it could not be asked. */
  caller(notes: string[]): Caller;
  progress(step: Progress): void;
}

export type OwnTool = ReturnType<typeof ownTool>;

/** A tool that only reads what the gateway holds, unless its annotations say more. It answers with a text, a JSON value or a whole result of the protocol. */
export function ownTool<Parameters extends z.ZodObject>(
  name: string,
  description: string,
  parameters: Parameters,
  run: (args: z.output<Parameters>, client: GatewayClient, gateway: Gateway) => unknown,
  annotations: Tool["annotations"] = { readOnlyHint: true, openWorldHint: false },
) {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, {
    io: "input",
    override({ jsonSchema }) {
      delete jsonSchema.additionalProperties;
    },
  });
  // Claude Code defers the tools of servers otherwise.
  const _meta = { "anthropic/alwaysLoad": true };
  return {
    /** Kept short: it is sent with every request. */
    definition: { name, description, inputSchema: schema as Tool["inputSchema"], annotations, _meta },
    /** Throws `AutoToolsError`, whose message is for the model. */
    async call(args: unknown, client: GatewayClient, gateway: Gateway): Promise<CallToolResult> {
      if (isDeep(args)) throw wrongArguments("its arguments are nested too deeply");
      const { data, error } = parameters.safeParse(args);
      if (data === undefined) {
        const problems = (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
        throw wrongArguments(problems.slice(0, 5).join("; "));
      }
      const value = await run(data, client, gateway);
      if (isRecord(value) && Array.isArray(value["content"])) return value as CallToolResult;
      return { content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }] };
    },
  };
}

/** A whole number between `least` and `most`, which it is brought to. */
export function count(range: { fallback: number; least: number; most: number }, description?: string) {
  const { fallback, least, most } = range;
  const number = z.coerce.number().transform((value) => Math.min(most, Math.max(least, Math.trunc(value))))
    .default(fallback);
  return description === undefined ? number : number.describe(description);
}
