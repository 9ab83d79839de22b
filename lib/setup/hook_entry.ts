/** The command hook that a client runs on each prompt: Claude Code's exec form, or Codex's shell line (no `args`). */
export interface HookEntry {
  type: "command";
  command: string;
  args?: string[];
  /** Seconds. */
  timeout: number;
  statusMessage: string;
}

/** Seconds after which a client goes on without us. The longest wall budget (tier 2: 10 s and 250 ms) and a slow start fit in. */
export const HOOK_TIMEOUT_SECONDS = 15;

/** Stands beside the client's spinner while the hook runs. */
export const HOOK_STATUS = "Looking up relevant code";

export const SHIM_NAME = "context-inject-global.sh";
const SHIM_NAMES = new Set([SHIM_NAME, "augment-context-global.sh"]);
const SHELLS = new Set(["sh", "bash", "dash", "zsh"]);
const MAX_COMMAND_CHARS = 16_384;

/** An entry is ours where its program is one of our shims or `codex-auto hook`, directly or through `sh`. A longer shell line that mentions us is the user's own. */
export function isOurs(entry: unknown): boolean {
  if (typeof entry !== "object" || entry === null || !("command" in entry)) return false;
  const { command } = entry;
  if (typeof command !== "string" || command.length > MAX_COMMAND_CHARS) return false;
  const args = "args" in entry && Array.isArray(entry.args) ? entry.args.map(String) : undefined;
  const words = args === undefined ? shellWords(command) : [command, ...args];
  if (words === undefined) return false;
  const [program = "", ...rest] = SHELLS.has(baseName(words[0] ?? "")) ? words.slice(1) : words;
  return SHIM_NAMES.has(baseName(program)) || (baseName(program) === "codex-auto" && rest[0] === "hook");
}

/** One word for `sh`, whatever characters it has. */
export function shellQuote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The words of a shell line that is one plain command, else undefined; only their base names are compared, so what is quoted loses what the shell would act on. */
function shellWords(line: string): string[] | undefined {
  const plain = line.replace(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
    (_, single?: string, double?: string, escaped?: string) =>
      (single ?? double ?? escaped ?? "").replace(/[\s;|&<>()`'"]/g, "_"),
  );
  return /[;|&<>()`'"]/.test(plain) ? undefined : plain.trim().split(/\s+/);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
