/** `@std/yaml` over npm's `js-yaml`. */
import {
  binaryTag,
  CORE_SCHEMA,
  intYaml11Tag,
  load,
  mergeTag,
  omapTag,
  pairsTag,
  setTag,
  timestampTag,
  YAMLException,
} from "js-yaml";

/** What `@std/yaml` understands by default: the core schema with YAML 1.1's integers, dates, merge keys and collections. */
const SCHEMA = CORE_SCHEMA.withTags(
  intYaml11Tag,
  timestampTag,
  mergeTag,
  binaryTag,
  omapTag,
  pairsTag,
  setTag,
);

/** Parses one YAML document, an empty one as null. Throws `SyntaxError`, whose message ends in `at line L, column C` where the place is known. */
export function parse(text: string): unknown {
  if (text.split("\n").every((line) => /^\s*(#|$)/.test(line))) return null;
  try {
    return load(text, { schema: SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark ? ` at line ${error.mark.line + 1}, column ${error.mark.column + 1}` : "";
    throw new SyntaxError(`Cannot parse YAML: ${error.reason}${place}`, { cause: error });
  }
}
