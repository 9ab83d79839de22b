import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";
import { SetupError } from "../setup_error.ts";

/** A `[table]` of a TOML text with the comments right above it, up to the next one. */
export interface TomlTable {
  /** The names in its header. */
  path: readonly (string | number)[];
  start: number;
  end: number;
}

export interface TomlDocument {
  body: readonly (AST.TOMLKeyValue | AST.TOMLTable)[];
  tables: readonly TomlTable[];
  values: Record<string, unknown>;
}

/**
 * Where everything is in a TOML text. A comment belongs to the table below it where no blank line is between them.
 *
 * @param fence a comment that belongs to what is above it.
 */
export function parseToml(text: string, file: string, fence: string): TomlDocument {
  const program = parsed(text, file);
  const { body } = program.body[0];
  const heads = body.flatMap((node, at) => {
    if (node.type !== "TOMLTable") return [];
    const start = withComments(text, lineStart(text, node.range[0]), body[at - 1]?.range[1] ?? 0, fence);
    return [{ path: node.resolvedKey, start }];
  });
  const tables = heads.map((head, at) => ({ ...head, end: heads[at + 1]?.start ?? text.length }));
  return { body, tables, values: getStaticTOMLValue(program) };
}

/** The names of a key, dots resolved. */
export function keyNames(key: AST.TOMLKey): string[] {
  return key.keys.map((part) => part.type === "TOMLBare" ? part.name : part.value);
}

function parsed(text: string, file: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    if (error instanceof ParseError) {
      throw new SetupError(file, `not valid TOML (${error.message}); correct it and run this again`, {
        line: error.lineNumber,
        cause: error,
      });
    }
    if (!(error instanceof RangeError)) throw error;
    throw new SetupError(file, "values are nested too deeply to be read; nothing was changed", {
      cause: error,
    });
  }
}

/** The start of the comment lines right above a line, but not above `floor`. */
function withComments(text: string, line: number, floor: number, fence: string): number {
  let start = line;
  while (start > floor) {
    const above = lineStart(text, start - 1);
    const words = text.slice(above, start).trim();
    if (above < floor || !words.startsWith("#") || words === fence) break;
    start = above;
  }
  return start;
}

function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}
