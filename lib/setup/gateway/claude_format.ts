import type { Node } from "jsonc-parser";
import {
  containerMember,
  type JsoncDocument,
  member,
  parseDocument,
  requireType,
  valueOf,
} from "../jsonc_document.ts";
import { append, insertWords, remove, replace } from "../jsonc_edit.ts";
import { GATEWAY_SERVER, MASK, SECRET_KEYS, type ServerFormat } from "./server_format.ts";

const SERVERS = "mcpServers";

/**
 * The user's servers of Claude Code: `mcpServers` at the top of `.claude.json`. Those of `projects` are their projects' own. The gateway's tools say
 * themselves that they are not to be deferred, so its entry does not: `alwaysLoad` there would hold up every start of the client.
 */
export const CLAUDE_FORMAT: ServerFormat = {
  servers(text, file) {
    const members = serversOf(read(text, file))?.children ?? [];
    const names = members.map(nameOf);
    return members.flatMap((each) => {
      const value = each.children?.[1];
      if (value === undefined) return [];
      const name = nameOf(each);
      const twice = names.indexOf(name) !== names.lastIndexOf(name);
      return [{ name, entry: valueOf(value), ...(twice ? { fixed: "two servers have that name" } : {}) }];
    });
  },

  ofProjects(text, file) {
    const { root } = read(text, file);
    const projects = root && member(root, "projects");
    const names = (projects?.children ?? []).flatMap((project) => {
      const value = project.children?.[1];
      const servers = value?.type === "object" ? member(value, SERVERS) : undefined;
      return servers?.type === "object" ? (servers.children ?? []).map(nameOf) : [];
    });
    return [...new Set(names)];
  },

  without,

  only(text, names, file) {
    const document = read(text, file);
    const object = serversOf(document);
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const words = object === undefined ? "{}" : text.slice(object.offset, object.offset + object.length);
    const whole = `{${eol}  "${SERVERS}": ${words}${eol}}${eol}`;
    const others = (object?.children ?? []).map(nameOf).filter((name) => !names.includes(name));
    return without(whole, others, file);
  },

  withGateway(text, program, _before, file) {
    const { text: ready, object } = withObject(text, file);
    const entry = { type: "stdio", command: program, args: ["mcp"], env: {} };
    return append(ready, object, entry, GATEWAY_SERVER);
  },

  withServers(text, from, { order, instead }, file) {
    const source = serversOf(read(from, file))?.children ?? [];
    const bare = instead ? without(text, [GATEWAY_SERVER], file) : text;
    const [first, ...more] = source;
    if (first === undefined) return bare;
    const words = (member: Node) => from.slice(member.offset, member.offset + member.length);
    const { text: ready, object } = withObject(bare, file);
    // The first one may meet an empty object, whose style is the file's.
    const begun = insertWords(ready, object, words(first), placeOf(first, object, order));
    return withinServers(begun, file, (servers) =>
      more.reduce((all, member) => {
        const root = rootOf(all, file);
        return insertWords(all, root, words(member), placeOf(member, root, order), begun);
      }, servers));
  },

  masked(text, file) {
    const { root } = read(text, file);
    return secrets(root, false).reverse().reduce((masked, node) => replace(masked, node, MASK), text);
  },

  rest(text, file) {
    const { root } = read(text, file);
    const value = root === undefined ? {} : valueOf(root);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== SERVERS));
  },
};

function without(text: string, names: readonly string[], file: string): string {
  return withinServers(text, file, (servers) => {
    let next = servers;
    for (;;) {
      const root = rootOf(next, file);
      const index = root.children?.findLastIndex((member) => names.includes(nameOf(member))) ?? -1;
      if (index < 0) return next;
      next = remove(next, root, index);
    }
  });
}

/** Changes the object of servers by itself: the file around it may have megabytes, which are then read once and not for every server. */
function withinServers(text: string, file: string, change: (servers: string) => string): string {
  const object = serversOf(read(text, file));
  if (object === undefined) return text;
  const end = object.offset + object.length;
  return text.slice(0, object.offset) + change(text.slice(object.offset, end)) + text.slice(end);
}

function rootOf(object: string, file: string): Node {
  const { root } = read(object, file);
  if (root === undefined) throw new TypeError("Cannot read an object that was there before");
  return root;
}

/** Before the first of those that come later in the order; -1 for the end. */
function placeOf(member: Node, object: Node, order: readonly string[]): number {
  const at = order.indexOf(nameOf(member));
  if (at < 0) return -1;
  const present = (object.children ?? []).map(nameOf);
  const later = order.slice(at + 1).find((name) => present.includes(name));
  return later === undefined ? -1 : present.indexOf(later);
}

function read(text: string, file: string): JsoncDocument {
  const document = parseDocument(text, file);
  if (document.root !== undefined) requireType(document, document.root, "object", "the file");
  return document;
}

function serversOf(document: JsoncDocument): Node | undefined {
  return document.root && containerMember(document, document.root, SERVERS, "object");
}

/** The text with an object for servers, and that object. */
function withObject(text: string, file: string): { text: string; object: Node } {
  const document = read(text, file);
  const object = serversOf(document);
  if (object !== undefined) return { text, object };
  if (document.root !== undefined) return withObject(append(text, document.root, {}, SERVERS), file);
  return withObject(text.trim() === "" ? "{}\n" : `${text.trimEnd()}\n{}\n`, file);
}

function nameOf(member: Node): string {
  return String(member.children?.[0]?.value);
}

/** The texts below keys that hold secrets, in the order of the file. */
function secrets(node: Node | undefined, inside: boolean): Node[] {
  if (node === undefined) return [];
  if (node.type === "string") return inside ? [node] : [];
  if (node.type !== "property") return (node.children ?? []).flatMap((child) => secrets(child, inside));
  return secrets(node.children?.[1], inside || SECRET_KEYS.has(nameOf(node)));
}
