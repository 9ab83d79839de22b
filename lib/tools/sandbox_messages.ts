import type { CodebaseOptions } from "../codebase/codebase.ts";
import type { ToolOutcome } from "./protocol.ts";

/** What the main thread says to the sandbox: where to look, once and first; then calls. */
export type ToSandbox =
  | { kind: "open"; codebase: CodebaseOptions }
  | { kind: "call"; id: number; tool: string; args: Record<string, unknown>; timeoutMs: number };

/** What comes back. `started` lets a call's own clock begin when it really begins, not while another holds the thread. */
export type FromSandbox =
  | { kind: "started"; id: number }
  | { kind: "done"; id: number; outcome: ToolOutcome };
