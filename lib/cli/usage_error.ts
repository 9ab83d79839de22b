/** A command line that cannot be understood; `help` tells how it is meant. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(message: string, public help = "") {
    super(message);
  }
}

/** A few lines for stderr: what is wrong, the first line of the help, and where more is said. */
export function usageText({ message, help }: UsageError): string {
  const usage = /^Usage: .*/.exec(help)?.[0] ?? "";
  const command = /codex-auto(?: (?:--)?[a-z]+(?![^ ]))?/.exec(usage)?.[0] ?? "codex-auto";
  const more = /^More: .*/m.exec(help)?.[0] ?? `${command} --help tells more`;
  return [message, usage, more].filter((line) => line !== "").map((line) => `${line}\n`).join("");
}
