import { shellQuote, shellWords } from "./hook_entry.ts";

/**
 * The shim that clients run: `hooks/context-inject-global.sh`, embedded because the program is one file. A test holds both to one text.
 */
export const SHIM = `#!/bin/sh
# Hands a prompt of Claude Code or Codex to codex-auto, which takes the place of this shell. Reaching the end of this script
# therefore means that codex-auto could not be started: the prompt then goes on without context, and [Limits] says so.

# The absolute path that \`codex-auto setup\` writes here; empty in a checkout.
binary=''

unavailable() {
  client=claude format=hook previous=''
  for argument in "$@"; do
    case "$previous $argument" in
      '--client codex' | *' --client=codex') client=codex ;;
      '--format json' | *' --format=json') format=json ;;
      '--format text' | *' --format=text') format=text ;;
    esac
    previous=$argument
  done
  limit='[Limits] orchestrator unavailable (codex-auto is missing or cannot be run; install it again)'
  case "$format $client" in
    text*) printf '%s\\n' "$limit" ;;
    # Codex would make an empty context a message of its own.
    'hook codex') printf '{"systemMessage":"%s"}\\n' "$limit" ;;
    *) printf '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":""},"systemMessage":"%s"}\\n' "$limit" ;;
  esac
  [ "$format" = hook ] && exit 0
  exit 10
}

# A program that exists and cannot be run ends dash at once, with the trap, and bash only without \`execfail\`.
trap 'unavailable "$@"' EXIT
[ -z "\${BASH_VERSION-}" ] || shopt -s execfail

# A program is not started in a folder that is gone; where to look, the payload says.
[ -n "$PWD" ] && cd "$PWD" 2>/dev/null || cd /

case $0 in
  */*) here=\${0%/*} ;;
  *) here=. ;;
esac
start() {
  program=$1
  shift
  [ -f "$program" ] && [ -x "$program" ] && exec "$program" hook "$@"
}
start "$binary" "$@"
start "$here/codex-auto" "$@"
command -v codex-auto >/dev/null 2>&1 && exec codex-auto hook "$@"
start "$here/../bin/codex-auto" "$@"
`;

const BINARY_LINE = "\nbinary=''\n";
const MARK = "# Installed by codex-auto setup; folders it made: ";

/** The shim as it is installed: with the program's absolute path, and the folders that were made for it, so that removal finds them. */
export function installedShim(binary: string, madeFolders: readonly string[]): string {
  const lines = `\n${MARK}${JSON.stringify(madeFolders)}\nbinary=${shellQuote(binary)}\n`;
  return SHIM.replace(BINARY_LINE, () => lines);
}

/** The folders that were made for an installed shim; undefined where the text is someone else's. */
export function shimFolders(text: string): string[] | undefined {
  const line = text.split("\n", 40).find((each) => each.startsWith(MARK));
  if (line === undefined) return undefined;
  try {
    const folders: unknown = JSON.parse(line.slice(MARK.length));
    return Array.isArray(folders) ? folders.filter((each) => typeof each === "string") : [];
  } catch (error) {
    // The mark is ours; a list that someone has edited names no folder to remove.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** The program that an installed shim starts, for telling people; undefined where it names none. */
export function shimBinary(text: string): string | undefined {
  const at = text.indexOf("\nbinary=");
  const end = text.indexOf("\n\nunavailable()", at);
  return at === -1 || end === -1 ? undefined : shellWords(text.slice(at + "\nbinary=".length, end))?.[0];
}
