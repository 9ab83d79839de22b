import type { Node } from "jsonc-parser";
import { Jsonc, memberName, valueOf } from "../jsonc.ts";
import { GATEWAY_SERVER, MASK, SECRET_KEYS, type ServerFormat } from "./server_format.ts";

const SERVERS = ["mcpServers"];

/**
 * The user's servers of Claude Code: `mcpServers` at the top of `.claude.json`. Those of `projects` are their projects' own. The gateway's tools say
 * themselves that they are not to be deferred, so its entry does not: `alwaysLoad` there would hold up every start of the client.
 */
export const CLAUDE_FORMAT: ServerFormat = {
  servers(text, file) {
    const members = membersOf(read(text, file));
    const names = members.map(memberName);
    return members.map((member) => {
      const name = memberName(member);
      const twice = names.indexOf(name) !== names.lastIndexOf(name);
      return {
        name,
        entry: valueOf(member.children?.[1]),
        ...(twice ? { fixed: "two servers have that name" } : {}),
      };
    });
  },

  ofProjects(text, file) {
    const projects = read(text, file).at(["projects"])?.children ?? [];
    const names = projects.flatMap((project) => {
      const servers = project.children?.[1]?.children?.findLast((each) => memberName(each) === SERVERS[0]);
      return (servers?.children?.[1]?.children ?? []).map(memberName);
    });
    return [...new Set(names)];
  },

  without,

  only(text, names, file) {
    const document = read(text, file);
    const object = document.at(SERVERS);
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const words = object === undefined ? "{}" : wordsOf(object, text);
    const others = membersOf(document).map(memberName).filter((name) => !names.includes(name));
    return without(`{${eol}  "${SERVERS[0]}": ${words}${eol}}${eol}`, others, file);
  },

  withGateway(text, program, _before, file) {
    const entry = { type: "stdio", command: program, args: ["mcp"], env: {} };
    return withObject(text, file).set([...SERVERS, GATEWAY_SERVER], entry).text;
  },

  withServers(text, from, { order, instead }, file) {
    const [first, ...more] = membersOf(read(from, file));
    const bare = instead ? without(text, [GATEWAY_SERVER], file) : text;
    if (first === undefined) return bare;
    const document = withObject(bare, file);
    // The first one may meet an empty object, whose style is the file's.
    const begun = document.insert(SERVERS, wordsOf(first, from), placeOf(first, document.at(SERVERS), order));
    return withinServers(begun, (servers) =>
      more.reduce(
        (all, member) => all.insert([], wordsOf(member, from), placeOf(member, all.root, order), begun.text),
        servers,
      ));
  },

  masked(text, file) {
    return secrets(read(text, file).root, false).reverse().reduce(
      (masked, { offset, length }) =>
        masked.slice(0, offset) + JSON.stringify(MASK) + masked.slice(offset + length),
      text,
    );
  },

  rest(text, file) {
    const value = valueOf(read(text, file).root) ?? {};
    return Object.fromEntries(Object.entries(Object(value)).filter(([key]) => key !== SERVERS[0]));
  },
};

function without(text: string, names: readonly string[], file: string): string {
  return withinServers(read(text, file), (servers) => {
    for (let next = servers;;) {
      const name = (next.root?.children ?? []).map(memberName).findLast((each) => names.includes(each));
      if (name === undefined) return next;
      next = next.remove([name]);
    }
  });
}

/** Changes the object of servers by itself: the file around it may have megabytes, which are then read once and not for every server. */
function withinServers(document: Jsonc, change: (servers: Jsonc) => Jsonc): string {
  const { text, file } = document;
  const object = document.at(SERVERS);
  if (object === undefined) return text;
  const end = object.offset + object.length;
  return text.slice(0, object.offset) + change(new Jsonc(wordsOf(object, text), file)).text + text.slice(end);
}

/** Before the first of those that come later in the order; -1 for the end. */
function placeOf(member: Node, object: Node | undefined, order: readonly string[]): number {
  const at = order.indexOf(memberName(member));
  if (at < 0) return -1;
  const present = (object?.children ?? []).map(memberName);
  return present.indexOf(order.slice(at + 1).find((name) => present.includes(name)) ?? "");
}

function read(text: string, file: string): Jsonc {
  const document = new Jsonc(text, file);
  document.container([], "object");
  document.container(SERVERS, "object");
  return document;
}

/** With an object for servers. */
function withObject(text: string, file: string): Jsonc {
  const document = read(text, file);
  return document.at(SERVERS) === undefined ? document.set(SERVERS, {}) : document;
}

function membersOf(document: Jsonc): readonly Node[] {
  return document.at(SERVERS)?.children ?? [];
}

function wordsOf({ offset, length }: Node, text: string): string {
  return text.slice(offset, offset + length);
}

/** The texts below keys that hold secrets, in the order of the file. */
function secrets(node: Node | undefined, inside: boolean): Node[] {
  if (node === undefined) return [];
  if (node.type === "string") return inside ? [node] : [];
  if (node.type !== "property") return (node.children ?? []).flatMap((child) => secrets(child, inside));
  return secrets(node.children?.[1], inside || SECRET_KEYS.has(memberName(node)));
}
