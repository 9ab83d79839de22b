import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { appendChild, removeChild, rendering } from "./jsonc_edit.ts";
import { SetupError } from "./setup_error.ts";

/** Names of members and indices of elements, from the root. */
export type Path = readonly (string | number)[];

/**
 * A client's settings, JSON with comments and trailing commas, also after a byte order mark. An edit gives a new text and touches nothing but what it adds,
 * replaces or takes away. (`modify` of jsonc-parser writes the neighbours anew, and takes their comments away with a removed element.) Throws
 * `SetupError` with the line of the first mistake.
 */
export class Jsonc {
  /** Undefined where there is nothing but comments. */
  readonly root: Node | undefined;

  constructor(readonly text: string, readonly file: string) {
    const errors: ParseError[] = [];
    try {
      this.root = parseTree(text.replace(/^\uFEFF/, " "), errors, {
        allowTrailingComma: true,
        allowEmptyContent: true,
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new SetupError(file, "values are nested too deeply to be read; nothing was changed", {
        cause: error,
      });
    }
    const [first] = errors;
    if (first) {
      const mistake = `not valid JSON (${
        words(printParseErrorCode(first.error))
      }); correct it and run this again`;
      throw new SetupError(file, mistake, { line: this.#line(first.offset) });
    }
  }

  /** The value's node; of members with the same name the last, as clients read them. */
  at(path: Path): Node | undefined {
    return path.reduce<Node | undefined>((node, key) => {
      if (typeof key === "number") return node?.type === "array" ? node.children?.[key] : undefined;
      return node?.type === "object" ? node.children?.[memberIndex(node, key)]?.children?.[1] : undefined;
    }, this.root);
  }

  /** What must be an object or a list where it is present. Throws `SetupError` with the line of another thing. */
  container(path: Path, type: "object" | "array"): Node | undefined {
    const node = this.at(path);
    if (node === undefined || node.type === type) return node;
    const name = path.length === 0 ? "the file" : `"${path.at(-1)}"`;
    const expected = type === "object" ? "an object { … }" : "a list [ … ]";
    throw new SetupError(
      this.file,
      `${name} must be ${expected}, but is ${KINDS[node.type] ?? node.type}; correct it and run this again`,
      { line: this.#line(node.offset) },
    );
  }

  /** Gives a member its value: in the place of what is there, else as the last one, with the objects around it that are missing. */
  set(path: Path, value: unknown): Jsonc {
    const present = this.at(path);
    if (present !== undefined) {
      const end = present.offset + present.length;
      return this.#with(this.text.slice(0, present.offset) + JSON.stringify(value) + this.text.slice(end));
    }
    const key = path.at(-1);
    if (key === undefined) {
      const eol = this.text.includes("\r\n") ? "\r\n" : "\n";
      const created = JSON.stringify(value, null, 2).replaceAll("\n", eol) + eol;
      return this.#with(this.text.trim() === "" ? created : this.text.trimEnd() + eol + created);
    }
    const owner = this.at(path.slice(0, -1));
    if (owner === undefined) return this.set(path.slice(0, -1), { [key]: value });
    return this.#with(appendChild(this.text, owner, rendering(value, String(key))));
  }

  /** Adds an element to a list. */
  push(path: Path, value: unknown): Jsonc {
    const list = this.at(path);
    return list === undefined ? this : this.#with(appendChild(this.text, list, rendering(value)));
  }

  /** Adds children in the very words that they have elsewhere. */
  append(path: Path, words: string): Jsonc {
    const container = this.at(path);
    return container === undefined ? this : this.#with(appendChild(this.text, container, () => words));
  }

  /** Takes out a member or an element, with one comma; comments around it stay. */
  remove(path: Path): Jsonc {
    const owner = this.at(path.slice(0, -1));
    const key = path.at(-1);
    if (owner === undefined || key === undefined) return this;
    return this.#with(removeChild(this.text, owner, typeof key === "number" ? key : memberIndex(owner, key)));
  }

  /** Takes out those of the containers in which nothing stands, no comment either, from the inside out; not what `kept` has. */
  removeEmpty(paths: readonly Path[], kept?: Jsonc): Jsonc {
    const [path, ...outer] = paths;
    const node = path && this.at(path);
    if (node === undefined || kept?.at(path ?? []) !== undefined) return this;
    const inside = this.text.slice(node.offset + 1, node.offset + node.length - 1);
    return inside.trim() === "" ? this.remove(path ?? []).removeEmpty(outer, kept) : this;
  }

  #with(text: string): Jsonc {
    return new Jsonc(text, this.file);
  }

  #line(offset: number): number {
    return this.text.slice(0, offset).split("\n").length;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "a text",
  number: "a number",
  boolean: "true or false",
};

/** The name of a member of an object. */
export function memberName(member: Node): string {
  return String(member.children?.[0]?.value);
}

function memberIndex(object: Node, key: string): number {
  return object.children?.findLastIndex((member) => memberName(member) === key) ?? -1;
}

/** The JavaScript value of a syntax tree. Members are defined, not assigned, so `__proto__` is a name like any other. */
export function valueOf(node: Node | undefined): unknown {
  if (node?.type === "array") return (node.children ?? []).map(valueOf);
  if (node?.type !== "object") return node?.value as unknown;
  const members = (node.children ?? []).filter((member) => member.children?.length === 2);
  return Object.fromEntries(members.map((member) => [memberName(member), valueOf(member.children?.[1])]));
}

/** `CommaExpected` → `comma expected` */
function words(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}
