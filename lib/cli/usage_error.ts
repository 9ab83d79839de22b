import { nearest } from "./nearest.ts";

/** A command line that cannot be understood; `help` tells how it is meant. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(message: string, readonly help: string) {
    super(message);
  }
}

/** What a message says that nobody knows. */
const UNKNOWN =
  /unknown (?:(?:option|argument|action|command) )?"?([^\s";,]+)|([^\s":]+)"? is (?:not understood|no command)/;
/** What may be written instead, as a help text has it: options, and words between bars, in brackets' place or at the head of a line. */
const OPTION = /--[a-z][a-z-]+/g;
const CHOICE = /(?<![\w-])[a-z]+(?:\|[a-z]+)+/g;
const HEAD =
  /^(?: {2}(?:codex-auto [a-z]+ )?|.*?Usage: codex-auto [a-z]+ | {7}codex-auto [a-z]+ )([a-z]{3,})(?= )/gm;

/** A few lines for stderr: what is wrong, what was meant, how the command is used and where more is said. */
export function usageText({ message, help }: UsageError): string {
  const wrong = UNKNOWN.exec(message);
  const word = wrong?.[1] ?? wrong?.[2] ?? "";
  const known = word.startsWith("-") ? help.match(OPTION) ?? [] : [
    ...(help.match(CHOICE) ?? []).flatMap((choice) => choice.split("|")),
    ...[...help.matchAll(HEAD)].map(([, name]) => name ?? ""),
  ];
  const meant = word === "" ? undefined : nearest(word, known);
  const usage = /^Usage:\s*(.*)/m.exec(help)?.[1];
  const command =
    /codex-auto(?: (?:context|why|index|files|setup(?: gateway)?|doctor|trust|mcp|allow|redact|hook|loop|tool))?/
      .exec(usage ?? help)?.[0] ?? "codex-auto";
  return [
    message + (meant === undefined ? "" : `; did you mean ${meant}?`),
    ...(usage === undefined ? [] : [`Usage: ${usage}`]),
    /^More: .*/m.exec(help)?.[0] ?? `${command} --help tells more`,
  ].map((line) => `${line}\n`).join("");
}
