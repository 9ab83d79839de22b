import type { CodebaseOptions } from "../codebase/codebase.ts";
import type { ToolOutput } from "../contract/finding.ts";
import type { ToolOutcome } from "./protocol.ts";

/** What the main thread says to the sandbox: where to look and how to mark what it starts, once and first; then calls. */
export type ToSandbox =
  | { kind: "open"; codebase: CodebaseOptions; mark: string }
  | { kind: "call"; id: number; tool: string; args: Record<string, unknown>; timeoutMs: number };

/** What comes back. `strays`: a git may have left processes behind; `gitRuns`: one still works, and whoever asked it has given up. `ahead`: parts of an answer before it. `started` lets a call's own clock begin when it really begins, not while another holds the thread. */
export type FromSandbox =
  | { kind: "started"; id: number }
  | { kind: "ahead"; id: number; part: Partial<ToolOutput> }
  | { kind: "done"; id: number; outcome: ToolOutcome; gitRuns: boolean }
  | { kind: "strays" };
