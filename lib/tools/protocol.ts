import type { ToolOutput } from "../contract/finding.ts";
import type { ErrorCode } from "../contract/error_codes.ts";

/** One call as the kernel orders it: arguments are already clamped. */
export interface ToolCall {
  tool: string;
  args: Record<string, unknown>;
  /** ms this call may take from now on. */
  timeoutMs: number;
}

export interface Cleaned {
  redactions: { kind: string; count: number }[];
  limits: string[];
}

/** An answer that has passed redaction and injection filter (`clean_output.ts`). */
export interface CleanAnswer {
  status: "ok";
  output: ToolOutput;
  cleaned: Cleaned;
}

export type Failure =
  | { status: "timeout" }
  | { status: "error"; code: ErrorCode; message: string };

/** What became of a call. A tool that fails is a value, never an exception. */
export type ToolOutcome = { status: "ok"; output: ToolOutput } | Failure;

/** What comes through the channel. `cleaned`: what the guard did to the message. */
export type CleanOutcome = CleanAnswer | (Failure & { cleaned?: Cleaned });

/** Where tools of one kind live: the sandbox with the built-in ones, or an MCP server. */
export interface ToolProvider {
  has(tool: string): boolean;
  /** Settles within `call.timeoutMs` plus a few ms, and the tool is dead by then. */
  call(call: ToolCall): Promise<ToolOutcome>;
  /** Ends everything that was started, at once. Safe to call twice. */
  close(): void;
}
