import { EXIT } from "../contract/error_codes.ts";
import { sanitize } from "../guard/sanitize.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { command } from "./command.ts";
import { print } from "./output.ts";
import { readInput } from "./stdin.ts";

const HELP = `Usage: codex-auto redact < TEXT

Passes one text (UTF-8, at most 16 MiB) from stdin to stdout, with secrets replaced by <redacted> and direct orders to a model by
[filtered]. Lines keep their numbers.

Example: git diff | codex-auto redact
`;

/** `codex-auto redact`: one text from stdin to stdout; invalid UTF-8 comes out as replacement characters. */
export const run = command({ help: HELP }, async () => {
  const bytes = await readInput({ maxBytes: DEFAULTS.maxInputBytes });
  print(sanitize(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).text);
  return EXIT.ok;
});
