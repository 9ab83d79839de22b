import type { Prompt, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import { attempt } from "../../settings/attempt.ts";
import type { Listed } from "../catalog/listed.ts";
import type { Gateway } from "../gateway.ts";

/** What a client has named: whose it is, and what its server calls it. */
export interface Place {
  serverName: string;
  own: string;
}

type Lists = ReadonlyMap<string, Listed | undefined>;

function all<Kind extends "prompts" | "resources" | "resourceTemplates">(lists: Lists, kind: Kind) {
  return Array.from(lists, ([serverName, listed]) => {
    const items: readonly { own: string; shown: Listed[Kind][number]["shown"] }[] = listed?.[kind] ?? [];
    return items.map((item) => ({ serverName, ...item }));
  }).flat();
}

/** All prompts, each by its server's name and its own, as clients spell those of several servers. */
export function shownPrompts(lists: Lists): Prompt[] {
  return all(lists, "prompts").map(({ serverName, shown }) => ({
    ...shown,
    name: promptName(serverName, shown.name),
  }));
}

/** All resources: by their own URIs, but for one that several servers have. */
export function shownResources(lists: Lists): Resource[] {
  return withUniqueUris(all(lists, "resources"), ({ uri }) => uri)
    .map(({ serverName, shown, uri }) => ({ ...named(serverName, shown), uri }));
}

export function shownTemplates(lists: Lists): ResourceTemplateType[] {
  return withUniqueUris(all(lists, "resourceTemplates"), ({ uriTemplate }) => uriTemplate)
    .map(({ serverName, shown, uri }) => ({ ...named(serverName, shown), uriTemplate: uri }));
}

/** How a resource's URI reads to a client, which its server names by its own. */
export function shownUri(serverName: string, own: string, lists: Lists): string {
  const listed = lists.get(serverName)?.resources.find((each) => each.own === own)?.shown.uri ?? own;
  const address = addressOf(serverName, listed);
  return shownResources(lists).some(({ uri }) => uri === address) ? address : listed;
}

export function promptPlace(name: string, lists: Lists): Place | undefined {
  return all(lists, "prompts").find(({ serverName, shown }) => promptName(serverName, shown.name) === name);
}

/** The template of a URI template, or the resource of a URI that is listed, or that a result of the conversation has linked to. */
export function listedPlace(uri: string, conversation: string, gateway: Gateway): Place | undefined {
  const lists = gateway.upstreams.listed();
  const [, server = "", rest = ""] = ADDRESS.exec(uri) ?? [];
  if (lists.has(server)) return { serverName: server, own: attempt(() => decodeURIComponent(rest)) ?? rest };
  const linked = gateway.links.get(linkKey(conversation, uri));
  const listed: Place[] = [
    ...all(lists, "resources").filter(({ shown }) => shown.uri === uri),
    ...all(lists, "resourceTemplates").filter(({ shown }) => shown.uriTemplate === uri),
  ];
  return listed.find(({ serverName }) => serverName === linked) ?? listed[0] ??
    (linked === undefined ? undefined : { serverName: linked, own: uri });
}

/** Of a URI that nobody lists, the server with the template that says most of how it begins. */
export function templatePlace(uri: string, lists: Lists): Place | undefined {
  const [best] = all(lists, "resourceTemplates")
    .map(({ serverName, own }) => ({ serverName, head: own.split("{")[0] ?? "" }))
    .filter(({ head }) => head !== "" && uri.startsWith(head))
    .sort((a, b) => b.head.length - a.head.length);
  return best && { serverName: best.serverName, own: uri };
}

/** Under what a link of a conversation's results is remembered. */
export const linkKey = (conversation: string, uri: string) => `${conversation}\n${uri}`;

/** A URI of a server's, where several servers have one that reads the same. */
const ADDRESS = /^mcp:\/\/([^/]+)\/(.+)$/s;
const addressOf = (serverName: string, uri: string) => `mcp://${serverName}/${encodeURIComponent(uri)}`;

const promptName = (serverName: string, name: string) => `${serverName}__${name}`;

/** With the server's name in front of what a person reads. */
function named<T extends { name: string; title?: string | undefined }>(serverName: string, shown: T): T {
  const { name, title } = shown;
  return { ...shown, name: `${serverName}/${name}`, ...title && { title: `${serverName}: ${title}` } };
}

function withUniqueUris<T>(
  items: readonly { serverName: string; shown: T }[],
  uriOf: (shown: T) => string,
): { serverName: string; shown: T; uri: string }[] {
  const owners = Map.groupBy(items, ({ shown }) => uriOf(shown));
  return items.map(({ serverName, shown }) => {
    const uri = uriOf(shown);
    const isUnique = owners.get(uri)?.every((each) => each.serverName === serverName) === true;
    return { serverName, shown, uri: isUnique ? uri : addressOf(serverName, uri) };
  });
}
