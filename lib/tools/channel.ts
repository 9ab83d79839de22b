import { AutoToolsError } from "../contract/error_codes.ts";
import { LIMITS } from "../contract/limits.ts";
import type { CleanOutcome, ToolCall, ToolProvider } from "./protocol.ts";

declare const mark: unique symbol;

/** The capability to call a tool. There is one, and the kernel holds it. */
export interface ToolKey {
  readonly [mark]: true;
}

const KEY = Object.freeze({}) as ToolKey;
let claimed = false;

/** Gives the key to the first who asks, which is the kernel as it loads; everyone later is refused. */
export function claimToolKey(): ToolKey {
  if (claimed) throw new AutoToolsError("E_TOOL_UNAVAILABLE", LIMITS.orchestratorOnly);
  claimed = true;
  return KEY;
}

/** The only door to a tool, and the place where what a tool says passes the guard. */
export type ToolChannel = ReturnType<typeof toolChannel>;

/** Puts the providers behind one door; the first that has a tool serves it. */
export function toolChannel(providers: readonly ToolProvider[]) {
  return {
    /** Never throws for what a tool does; throws `AutoToolsError` for a caller without the key. */
    async call(key: ToolKey, call: ToolCall): Promise<CleanOutcome> {
      if (key !== KEY) throw new AutoToolsError("E_TOOL_UNAVAILABLE", LIMITS.orchestratorOnly);
      const provider = providers.find((each) => each.has(call.tool));
      if (!provider) return { status: "error", code: "E_TOOL_UNAVAILABLE", message: "no such tool" };
      // Loaded while the tool is at work.
      const guard = import("./clean_output.ts");
      const [outcome, { cleanFailure, cleanOutput }] = await Promise.all([provider.call(call), guard]);
      if (outcome.status === "timeout") return outcome;
      return outcome.status === "ok" ? cleanOutput(outcome.output) : cleanFailure(outcome);
    },
    close(): void {
      for (const provider of providers) provider.close();
    },
  };
}
