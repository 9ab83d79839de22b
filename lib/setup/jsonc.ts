import { applyEdits, createScanner, findNodeAtLocation, modify, type Node, parseTree } from "jsonc-parser";
import { parseJsonc } from "../settings/jsonc.ts";
import { readable } from "./setup_error.ts";

/** Names of members and indices of elements, from the root; -1 adds an element to a list. */
export type Path = (string | number)[];

const LENIENT = { allowTrailingComma: true, allowEmptyContent: true };

/** The value of JSON with comments; undefined where there is nothing but comments. Throws `SetupError` with the line of the first mistake. */
export function parseSettings(text: string, file: string): unknown {
  return readable(file, () => parseJsonc(text, LENIENT));
}

export function lineOf(text: string, path: Path): number {
  const { json } = split(text);
  return json.slice(0, nodeAt(json, path)?.offset).split("\n").length;
}

/** The text with a value at a path, in the style of the file, and with what is missing around it. */
export function withValue(text: string, path: Path, value: unknown): string {
  const { mark, json } = split(text);
  const isMinified = json.trim().length > 2 && !json.trim().includes("\n");
  const indent = /^([ \t]+)["{[]/m.exec(json)?.[1] ?? "  ";
  const formattingOptions = {
    insertSpaces: !indent.includes("\t"),
    tabSize: indent.includes("\t") ? 1 : indent.length,
    eol: json.includes("\r\n") ? "\r\n" : "\n",
  };
  const edits = modify(json, path, value, isMinified ? {} : { formattingOptions });
  return mark + applyEdits(json, edits) + (json.trim() === "" ? "\n" : "");
}

/** The text without the value at a path, and without one comma; comments around it stay, which `modify` takes away. */
export function withoutValue(text: string, path: Path): string {
  const { mark, json } = split(text);
  const item = itemAt(json, path);
  if (item?.parent === undefined) return text;
  const { children = [], ...parent } = item.parent;
  const end = endOf(item);
  const comma = commaAfter(json, end);
  const previous = children[children.indexOf(item) - 1];
  const orphan = comma === undefined && previous ? commaAfter(json, endOf(previous)) : undefined;
  const rest = without(json, comma).slice(end);
  // A line that holds nothing else goes whole.
  const line = /\r?\n[ \t]*$/.exec(json.slice(0, item.offset));
  const from = line !== null && /^[ \t]*(?:\r?\n|$)/.test(rest) ? line.index : item.offset;
  const before = without(json.slice(0, from), orphan);
  const isLeftBare = children.length === 1 &&
    (before.slice(parent.offset + 1) + rest.slice(0, endOf(parent) - 1 - end)).trim() === "";
  if (isLeftBare) return mark + json.slice(0, parent.offset + 1) + json.slice(endOf(parent) - 1);
  return mark + before + rest;
}

function without(text: string, at = text.length): string {
  return text.slice(0, at) + text.slice(at + 1);
}

/** Whether nothing stands in the object or list at a path, no comment either. */
export function isBare(text: string, path: Path): boolean {
  const { json } = split(text);
  const node = nodeAt(json, path);
  return node !== undefined && json.slice(node.offset + 1, endOf(node) - 1).trim() === "";
}

function split(text: string): { mark: string; json: string } {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { mark, json: text.slice(mark.length) };
}

function nodeAt(json: string, path: Path): Node | undefined {
  const root = parseTree(json, [], LENIENT);
  return root && findNodeAtLocation(root, path);
}

/** The element, or the member with its name. */
function itemAt(json: string, path: Path): Node | undefined {
  const node = nodeAt(json, path);
  return typeof path.at(-1) === "string" ? node?.parent : node;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Where the next thing that is no comment is a comma. */
function commaAfter(json: string, offset: number): number | undefined {
  const scanner = createScanner(json, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return json[at] === "," ? at : undefined;
}
