import SHIM from "./hooks/context-inject-global.sh" with { type: "text" };
import { shellQuote } from "./hook_entry.ts";

/** The shim that clients run. */
export { SHIM };

const MARK = "# Installed by codex-auto setup";

/** The shim as it is installed: with the program's absolute path. */
export function installedShim(binary: string): string {
  return SHIM.replace("\nbinary=''\n", () => `\n${MARK}.\nbinary=${shellQuote(binary)}\n`);
}

/** Whether a text is a shim that we have installed, of whatever version. */
export function isInstalledShim(text: string): boolean {
  return text.includes(`\n${MARK}`);
}

/** The program that an installed shim starts, for telling people; undefined where it names none. */
export function shimBinary(text: string): string | undefined {
  const quoted = /\nbinary='([^]*?)'\n\n/.exec(text)?.[1];
  return quoted === undefined || quoted === "" ? undefined : quoted.replaceAll(`'\\''`, "'");
}
