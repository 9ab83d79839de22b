/** What a line that begins with a slash asks of the loop. */
export type LoopCommand = "off" | "on" | "plan" | "tools" | "new" | "help" | "quit";

const COMMANDS: Readonly<Record<LoopCommand, string>> = {
  off: "hand prompts to codex without context",
  on: "with context again",
  plan: "show what would run, and run nothing; again to leave",
  tools: "the tools and whether they run",
  new: "start a new codex session with the next prompt",
  help: "this list",
  quit: "leave (Ctrl-D)",
};

export const LOOP_HELP = [
  ...Object.entries(COMMANDS).map(([name, text]) => `  /${name.padEnd(6)} ${text}`),
  '  Several lines: end a line with \\, put them between """, or paste them. Ctrl-C stops a turn, not the loop.',
].join("\n");

/** The command that a line is; `unknown` for a lone word behind a slash; undefined for a prompt (`/etc/hosts is wrong`). */
export function loopCommand(line: string): LoopCommand | "unknown" | undefined {
  const name = /^\/([a-z]+)$/.exec(line.trim())?.[1];
  if (name === undefined) return undefined;
  if (name === "exit") return "quit";
  for (const known of ["off", "on", "plan", "tools", "new", "help", "quit"] as const) {
    if (known === name) return known;
  }
  return "unknown";
}
