import type { Process } from "./process_table.ts";

/** A list: variables that coding agents give to the shells they start. */
export const AGENT_MARKS = [
  "CLAUDECODE",
  "AI_AGENT",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "GEMINI_CLI",
  "CURSOR_AGENT",
] as const;

/** A list: names of coding agents' programs; our own stands among them, since what it starts are gateways, runs and clients. */
const PROGRAMS: ReadonlySet<string> = new Set(["claude", "codex", "codex-auto", "gemini", "cursor-agent"]);

/** A list: parts of the paths that their packages have. */
const PATHS = ["/@anthropic-ai/claude-code/", "/claude/versions/", "/@openai/codex", "/@google/gemini-cli/"];

/** The coding agent that a process is, by its file, its name, or the script that it runs. */
export function agentProgram({ file, name, args }: Process): string | undefined {
  const [called = "", script = ""] = args;
  const names = [file, name, called, script].map((path) =>
    path.slice(path.lastIndexOf("/") + 1).replace(/\.(?:[cm]?js|sh|py)$/, "")
  );
  return names.find((each) => PROGRAMS.has(each)) ??
    [file, called, script].find((path) => PATHS.some((part) => path.includes(part)));
}
