import type { ClientCap } from "../settings/defaults.ts";

/** What an entry adapter asks of the kernel: a prompt and where it came from. An adapter names no tool. */
export interface OrchestrationRequest {
  /** The user's words, unchanged. */
  prompt: string;
  client: { name: "claude-code" | "codex-cli"; event: "UserPromptSubmit" | "cli"; session_id?: string };
  /** Run ids of the contexts that the model still has; without it nothing counts as given earlier. */
  held?: () => ReadonlySet<string>;
  /** Where to look: the payload's `cwd`, `--repo`, or the working directory. */
  cwd: string;
  /** What the client takes of one injection. */
  cap: ClientCap;
  /** Value of the world's `elapsed()` from which the wall budget counts; 0 where the process was started for this prompt. Now, if absent. */
  began?: number;
  /** The user asked for context in so many words, so the gate on intent does not close. */
  asked?: boolean;
  /** The codex command that would run next, once the repository is known; for plans of the wrapper. */
  plannedCodexCommand?: (repoRoot: string) => string;
  /** Argument overrides per tool, from the command line; they go through the clamps like all others. Naming a tool plans only the named ones. */
  tools?: { tool: string; args: Record<string, unknown> }[];
}
