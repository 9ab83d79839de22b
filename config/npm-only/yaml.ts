/** `@std/yaml` over npm's `js-yaml`, for machines that do not reach JSR. */
import { load } from "js-yaml";

/** Parses one YAML document. Throws `SyntaxError` whose message ends in `at line L, column C`. */
export function parse(text: string): unknown {
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const mark = (error as { mark?: { line: number; column: number } }).mark;
    const reason = (error as { reason?: string }).reason ?? error.message;
    const place = mark ? ` at line ${mark.line + 1}, column ${mark.column + 1}` : "";
    throw new SyntaxError(`Cannot parse YAML: ${reason}${place}`, { cause: error });
  }
}
