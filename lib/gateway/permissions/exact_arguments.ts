import { createHash } from "node:crypto";

/** What a screen does not show, obeys, or shows elsewhere: control, bidirectional, invisible and ignorable characters, and blanks that are no space. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Z}/gu;
/** UTF-16 units of arguments that stand in one line. */
const ONE_LINE = 120;
/** Levels that are laid out; what lies deeper is a value by itself. */
const MAX_DEPTH = 40;

/** A call's arguments for the person who decides: every key and every character of them. */
export interface ShownArguments {
  text: string;
  /** Values whose middle is left out. */
  shortened: number;
}

/**
 * Arguments as JSON in which nothing is filtered, and what cannot be seen is escaped. A long value is shortened by itself, with its
 * length and hash, so that none hides another.
 *
 * @param most UTF-16 units of a value that are shown.
 */
export function exactArguments(args: Record<string, unknown>, most: number): ShownArguments {
  const line = JSON.stringify(args);
  if (line.length <= ONE_LINE) return { text: escaped(line), shortened: 0 };
  let shortened = 0;

  function written(value: unknown, indent: string): string {
    if (typeof value !== "object" || value === null) return whole(JSON.stringify(value));
    if (indent.length > 2 * MAX_DEPTH) return whole(JSON.stringify(value));
    const inner = `${indent}  `;
    const items = Array.isArray(value)
      ? value.map((item) => inner + written(item, inner))
      : Object.entries(value).map(([key, item]) =>
        `${inner}${whole(JSON.stringify(key))}: ${written(item, inner)}`
      );
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(",\n")}\n${indent}${close}`;
  }

  function whole(json: string): string {
    if (json.length <= most) return escaped(json);
    shortened++;
    const tail = Math.floor(most / 3);
    const hash = createHash("sha256").update(json).digest("hex").slice(0, 12);
    return `${escaped(json.slice(0, most - tail))} … ${escaped(json.slice(-tail))} ` +
      `(shortened: ${json.length} characters, sha256 ${hash})`;
  }

  return { text: written(args, ""), shortened };
}

/** A stranger's text as one JSON string. */
export function exactString(text: string): string {
  return escaped(JSON.stringify(text));
}

function escaped(json: string): string {
  return json.replace(
    UNSEEN,
    (char) => char.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}
