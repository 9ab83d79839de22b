import { attempt } from "../../settings/attempt.ts";
import { textAt } from "../../settings/json.ts";
import type { Listed } from "../catalog/listed.ts";
import type { Gateway } from "../gateway.ts";

/** What a client has named: whose it is, and what its server calls it. */
export interface Place {
  serverName: string;
  own: string;
}

type Lists = ReadonlyMap<string, Listed | undefined>;

const KEYS = { prompts: "name", resources: "uri", resourceTemplates: "uriTemplate" } as const;
export type Kind = keyof typeof KEYS;

/**
 * What all servers list of a kind: prompts by their server's name and their own, as clients spell those of several servers, the rest by their own URIs,
 * but for one that several servers have. `listed`: how its server's list names it; `address`: how ours does.
 */
function offers<Kept extends Kind>(lists: Lists, kind: Kept) {
  const all = Array.from(lists, ([serverName, listed]) => {
    const items: readonly { own: string; shown: Listed[Kept][number]["shown"] }[] = listed?.[kind] ?? [];
    return items.map((item) => ({ serverName, ...item, listed: textAt(item.shown, KEYS[kind]) }));
  }).flat();
  const owners = Map.groupBy(all, ({ listed }) => listed);
  return all.map((each) => {
    const { serverName, listed } = each;
    const isUnique = owners.get(listed)?.every((other) => other.serverName === serverName) === true;
    const uri = isUnique ? listed : `mcp://${serverName}/${encodeURIComponent(listed)}`;
    return { ...each, address: kind === "prompts" ? `${serverName}__${listed}` : uri };
  });
}

/** The same as a client is given them, with the server's name in front of what a person reads. */
export function shownTo<Kept extends Kind>(lists: Lists, kind: Kept): Listed[Kept][number]["shown"][] {
  return offers(lists, kind).map(({ serverName, shown, address }) => {
    const { name, title } = shown;
    const named = { name: `${serverName}/${name}`, ...title && { title: `${serverName}: ${title}` } };
    return { ...shown, ...kind !== "prompts" && named, [KEYS[kind]]: address };
  });
}

/** How a resource's URI reads to a client, which its server names by its own. */
export function shownUri(server: string, own: string, lists: Lists): string {
  const all = offers(lists, "resources");
  return all.find((each) => each.serverName === server && each.own === own)?.address ?? own;
}

export function promptPlace(name: string, lists: Lists): Place | undefined {
  return offers(lists, "prompts").find(({ address }) => address === name);
}

/** The template of a URI template, or the resource of a URI that is listed, or that a result of the conversation has linked to. */
export function listedPlace(uri: string, conversation: string, gateway: Gateway): Place | undefined {
  const lists = gateway.upstreams.listed();
  const named = namedPlace(uri, lists);
  const own = named?.own ?? uri;
  const linked = gateway.links.get(linkKey(conversation, own));
  const listed: Place[] = [...offers(lists, "resources"), ...offers(lists, "resourceTemplates")]
    .filter((each) => each.listed === own);
  const links = linked === undefined ? [] : [{ serverName: linked, own }];
  const meant = [...listed.filter(({ serverName }) => serverName === linked), ...listed, ...links];
  return meant.find(({ serverName }) => serverName === (named?.serverName ?? serverName));
}

/** What `mcp://SERVER/URI` names, whether anybody has it or not. */
function namedPlace(uri: string, lists: Lists): Place | undefined {
  const [, serverName = "", rest = ""] = /^mcp:\/\/([^/]+)\/(.+)$/s.exec(uri) ?? [];
  const own = attempt(() => decodeURIComponent(rest)) ?? rest;
  return lists.has(serverName) ? { serverName, own } : undefined;
}

/** Of a URI that nobody lists, the server that it names, or the one with the template that says most of how it begins. */
export function templatePlace(uri: string, lists: Lists): Place | undefined {
  const [best] = offers(lists, "resourceTemplates")
    .map(({ serverName, own }) => ({ serverName, head: own.split("{")[0] ?? "" }))
    .filter(({ head }) => head !== "" && uri.startsWith(head))
    .sort((a, b) => b.head.length - a.head.length);
  return namedPlace(uri, lists) ?? (best && { serverName: best.serverName, own: uri });
}

export const linkKey = (conversation: string, uri: string) => `${conversation}\n${uri}`;
