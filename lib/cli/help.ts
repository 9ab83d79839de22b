import { EXIT } from "../contract/error_codes.ts";
import { VERSION, versionText } from "../contract/version.ts";
import texts from "./help.txt" with { type: "text" };
import { print } from "./output.ts";

const HELP = new Map(
  texts.split(/^== /m).map((part) => [part.split("\n", 1)[0], part.slice(part.indexOf("\n") + 1).trimEnd()]),
);

/** What a command says of itself; `codex-auto`: what `codex-auto help` prints. */
export function helpOf(command: string): string {
  return `${HELP.get(command)?.replace("VERSION", VERSION)}\n`;
}

/** The names of all commands that people call. */
export function commands(): string[] {
  return Array.from(helpOf("codex-auto").matchAll(/^ {2}([a-z]+) +\S/gm), ([, name = ""]) => name);
}

/** `codex-auto help`, `--help` and `--version`. */
export function run(args: string[]): Promise<number> {
  const isVersion = args[0] === "--version" || args[0] === "-V";
  print(isVersion ? `codex-auto ${versionText()}\n` : helpOf("codex-auto"));
  return Promise.resolve(EXIT.ok);
}
