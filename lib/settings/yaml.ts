import { load, YAMLException } from "js-yaml";

/** Parses one YAML document, an empty one as null. Throws `SyntaxError`, whose message ends in `at line L, column C` where the place is known. */
export function parseYaml(text: string): unknown {
  if (text.split("\n").every((line) => /^\s*(#|$)/.test(line))) return null;
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark ? ` at line ${error.mark.line + 1}, column ${error.mark.column + 1}` : "";
    throw new SyntaxError(`Cannot parse YAML: ${error.reason}${place}`, { cause: error });
  }
}
