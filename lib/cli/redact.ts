import { EXIT } from "../contract/error_codes.ts";
import { sanitize } from "../guard/sanitize.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { joinBytes } from "../settings/join_bytes.ts";

const HELP = `codex-auto redact: remove secrets and text that gives orders to a model

Usage: codex-auto redact < TEXT

Reads one text from stdin (UTF-8, at most 16 MiB) and writes it to stdout with
secrets replaced by <redacted> and orders by [filtered]. Lines keep their numbers.

Example:
  git diff | codex-auto redact
`;

/** `codex-auto redact`: one text from stdin to stdout. Gives the exit code; invalid UTF-8 comes out as replacement characters. */
export async function run(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    await print(Deno.stdout, HELP);
    return EXIT.ok;
  }
  if (args.length > 0) {
    await print(
      Deno.stderr,
      `codex-auto redact takes no arguments, got "${args[0]}"; the text is read from stdin\n`,
    );
    return EXIT.usage;
  }
  const bytes = await readUpTo(DEFAULTS.maxInputBytes);
  if (bytes === undefined) {
    await print(
      Deno.stderr,
      `codex-auto redact: the text is longer than ${DEFAULTS.maxInputBytes} bytes; split it\n`,
    );
    return EXIT.usage;
  }
  await print(Deno.stdout, sanitize(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).text);
  return EXIT.ok;
}

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

async function print(stream: { write(bytes: Uint8Array): Promise<number> }, text: string) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += await stream.write(bytes.subarray(at));
}
