import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { SetupError } from "./setup_error.ts";

/** Bytes of a client's settings that are read; real ones are a few kB. */
export const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

/** A client's settings file as text, without its byte order mark, and its syntax tree; no root where there is nothing but comments. */
export interface JsoncDocument {
  file: string;
  text: string;
  root: Node | undefined;
}

/** Parses JSON with comments and trailing commas. Throws `SetupError` with the line of the first mistake. */
export function parseDocument(text: string, file: string): JsoncDocument {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SetupError(file, "values are nested too deeply to be read; nothing was changed", {
      cause: error,
    });
  }
  const first = errors[0];
  if (first) {
    throw new SetupError(
      file,
      `not valid JSON (${words(printParseErrorCode(first.error))}); correct it and run this again`,
      {
        line: lineOf(text, first.offset),
      },
    );
  }
  return { file, text, root };
}

/** The value of a member of an object; of members with the same name the last, as clients read them. */
export function member(object: Node, key: string): Node | undefined {
  return object.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

/** A member that must be an object or array where it is present. Throws `SetupError` where it is another thing. */
export function containerMember(
  document: JsoncDocument,
  object: Node,
  key: string,
  type: "object" | "array",
): Node | undefined {
  const node = member(object, key);
  if (node !== undefined) requireType(document, node, type, `"${key}"`);
  return node;
}

const KINDS: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "a text",
  number: "a number",
  boolean: "true or false",
};

/** Throws `SetupError` with the line of the value if it is not of the type that the client reads. */
export function requireType(
  { file, text }: JsoncDocument,
  node: Node,
  type: "object" | "array",
  name: string,
): void {
  if (node.type === type) return;
  const expected = type === "object" ? "an object { … }" : "a list [ … ]";
  const problem = `${name} must be ${expected}, but is ${
    KINDS[node.type] ?? node.type
  }; correct it and run this again`;
  throw new SetupError(file, problem, { line: lineOf(text, node.offset) });
}

/** The JavaScript value of a syntax tree. Members are defined, not assigned, so `__proto__` is a name like any other. */
export function valueOf(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(valueOf);
  if (node.type !== "object") return node.value as unknown;
  const pairs = (node.children ?? []).flatMap((property): [string, unknown][] => {
    const [key, value] = property.children ?? [];
    return key && value ? [[String(key.value), valueOf(value)]] : [];
  });
  return Object.fromEntries(pairs);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** `CommaExpected` → `comma expected` */
function words(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}
