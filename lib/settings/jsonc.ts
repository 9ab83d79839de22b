import { parse, type ParseError, printParseErrorCode } from "jsonc-parser";

/** Parses JSON with comments and trailing commas. Throws `SyntaxError`. */
export function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  const line = text.slice(0, first.offset).split("\n").length;
  throw new SyntaxError(`Cannot parse JSONC: line ${line}: ${printParseErrorCode(first.error)}`);
}
