/** `@std/jsonc` over npm's `jsonc-parser`. */
import { parse as parseTree, type ParseError, printParseErrorCode } from "jsonc-parser";

/** Parses JSON with comments and trailing commas. Throws `SyntaxError`. */
export function parse(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const first = errors[0];
  if (first) {
    throw new SyntaxError(
      `Cannot parse JSONC: ${printParseErrorCode(first.error)} at position ${first.offset}`,
    );
  }
  return value;
}
