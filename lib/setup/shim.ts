import SHIM from "./hooks/context-inject-global.sh" with { type: "text" };
import { shellQuote, shellWords } from "./hook_entry.ts";

/** The shim that clients run. */
export { SHIM };

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
