import type { Node } from "jsonc-parser";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { Jsonc, memberName, valueOf } from "../jsonc.ts";
import { GATEWAY_SERVER, type ServerFormat } from "./server_format.ts";

const KEY = "mcpServers";
const SERVERS = [KEY];

/**
 * The user's servers of Claude Code: `mcpServers` at the top of `.claude.json`. Those of `projects` are their projects' own. The gateway's tools say
 * themselves that they are not to be deferred, so its entry does not: `alwaysLoad` there would hold up every start of the client.
 */
export const CLAUDE_FORMAT: ServerFormat = {
  key: KEY,

  values(text, file) {
    const value = valueOf(read(text, file).root);
    return isRecord(value) ? value : {};
  },

  without,

  only(text, names, file) {
    const object = read(text, file).at(SERVERS);
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const words = object === undefined ? "{}" : wordsOf(text, object);
    const others = membersOf(object).map(memberName).filter((name) => !names.includes(name));
    return without(`{${eol}  "${KEY}": ${words}${eol}}${eol}`, others, file);
  },

  withServers(text, from, file) {
    const members = membersOf(read(from, file).at(SERVERS));
    const [first, last] = [members[0], members.at(-1)];
    if (first === undefined || last === undefined) return text;
    return withObject(text, file).append(SERVERS, wordsOf(from, first, last)).text;
  },

  withGateway(text, program, _moved, file) {
    const entry = { type: "stdio", command: program, args: ["mcp"], env: {} };
    return withObject(text, file).set([KEY, GATEWAY_SERVER], entry).text;
  },

  stringify: (values) => `${JSON.stringify(values, null, 2)}\n`,
};

/** Changes the object of servers by itself: the file around it may have megabytes, which are then read once and not for every server. */
function without(text: string, names: readonly string[], file: string): string {
  const object = read(text, file).at(SERVERS);
  if (object === undefined) return text;
  let servers = new Jsonc(wordsOf(text, object), file);
  for (const name of membersOf(object).map(memberName)) {
    if (names.includes(name)) servers = servers.remove([name]);
  }
  return text.slice(0, object.offset) + servers.text + text.slice(object.offset + object.length);
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

function membersOf(object: Node | undefined): readonly Node[] {
  return object?.children ?? [];
}

function wordsOf(text: string, first: Node, last = first): string {
  return text.slice(first.offset, last.offset + last.length);
}
