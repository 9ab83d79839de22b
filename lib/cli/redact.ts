import { EXIT } from "../contract/error_codes.ts";
import { sanitize } from "../guard/sanitize.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { joinBytes } from "../settings/join_bytes.ts";
import { print } from "./output.ts";
import { UsageError } from "./usage_error.ts";

const HELP = `Usage: codex-auto redact < TEXT

Passes one text (UTF-8, at most 16 MiB) from stdin to stdout, with secrets replaced by <redacted> and direct orders to a model by
[filtered]. Lines keep their numbers.

Example:
  git diff | codex-auto redact
`;

/** `codex-auto redact`: one text from stdin to stdout; invalid UTF-8 comes out as replacement characters. Throws `UsageError`. */
export async function run(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    print(HELP);
    return EXIT.ok;
  }
  if (args[0] !== undefined) {
    throw new UsageError(
      `redact takes no arguments, got "${args[0].slice(0, 60)}"; the text is read from stdin`,
      HELP,
    );
  }
  const bytes = await readUpTo(DEFAULTS.maxInputBytes);
  if (bytes === undefined) {
    throw new UsageError(`the text is longer than ${DEFAULTS.maxInputBytes} bytes; split it`, HELP);
  }
  print(sanitize(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).text);
  return EXIT.ok;
}

/** Undefined where stdin has more than `max` bytes. */
async function readUpTo(max: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of Deno.stdin.readable) {
    size += chunk.length;
    if (size > max) return undefined;
    chunks.push(chunk);
  }
  return joinBytes(chunks);
}
