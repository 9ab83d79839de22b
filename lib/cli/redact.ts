import { sanitize } from "../guard/sanitize.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import { command } from "./command.ts";
import { print } from "./output.ts";
import { readInput } from "./stdin.ts";

/** `codex-auto redact`: one text from stdin to stdout; invalid UTF-8 comes out as replacement characters. */
export const run = command({ name: "redact" }, async () => {
  const bytes = await readInput({ maxBytes: DEFAULTS.maxInputBytes });
  print(sanitize(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).text);
});
