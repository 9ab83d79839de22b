import { parse, type ParseError, type ParseOptions, printParseErrorCode } from "jsonc-parser";
import { NotReadable } from "./json.ts";

/** The value of JSON with comments and trailing commas. Throws `NotReadable` for the first mistake. */
export function parseJsonc(text: string, options?: Pick<ParseOptions, "allowEmptyContent">): unknown {
  const errors: ParseError[] = [];
  const value = parse(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true, ...options });
  const [first] = errors;
  if (first === undefined) return value;
  // `CommaExpected` → `comma expected`
  const mistake = printParseErrorCode(first.error).replace(/(?<=[a-z])[A-Z]/g, " $&").toLowerCase();
  throw new NotReadable(`not valid JSON (${mistake})`, text.slice(0, first.offset).split("\n").length);
}
