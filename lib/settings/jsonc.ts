import { parse, type ParseError, printParseErrorCode } from "jsonc-parser";

/** Parses JSON with comments and trailing commas. Throws `SyntaxError`. */
export function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  throw new SyntaxError(
    `Cannot parse JSONC: ${printParseErrorCode(first.error)} at position ${first.offset}`,
  );
}
