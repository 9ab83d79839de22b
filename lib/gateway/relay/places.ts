import type { Prompt, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import { attempt } from "../../settings/attempt.ts";
import type { ListedOffers } from "../catalog/offers.ts";
import type { Gateway } from "../gateway.ts";

/** What a client has named: whose it is, and what its server calls it. */
export interface Place {
  serverName: string;
  own: string;
}

type Offers = ReadonlyMap<string, ListedOffers | undefined>;

/** All prompts, each by its server's name and its own, as clients spell those of several servers. */
export function shownPrompts(offers: Offers): Prompt[] {
  return Array.from(
    offers,
    ([serverName, { prompts = [] } = NOTHING]) =>
      prompts.map(({ shown }) => ({ ...shown, name: promptName(serverName, shown.name) })),
  ).flat();
}

/** All resources: by their own URIs, but for one that several servers have. */
export function shownResources(offers: Offers): Resource[] {
  return withUniqueUris(offers, ({ resources }) => resources, ({ uri }) => uri)
    .map(({ serverName, shown, uri }) => ({ ...named(serverName, shown), uri }));
}

/** All templates of resources, likewise. */
export function shownTemplates(offers: Offers): ResourceTemplateType[] {
  return withUniqueUris(offers, (each) => each.resourceTemplates, ({ uriTemplate }) => uriTemplate)
    .map(({ serverName, shown, uri }) => ({ ...named(serverName, shown), uriTemplate: uri }));
}

/** How a resource's URI reads to a client, which its server names by its own. */
export function shownUri(serverName: string, own: string, offers: Offers): string {
  const listed = offers.get(serverName)?.resources.find((each) => each.own === own)?.shown.uri ?? own;
  const uris = shownResources(offers).map(({ uri }) => uri);
  return uris.includes(addressOf(serverName, listed)) ? addressOf(serverName, listed) : listed;
}

/** The prompt of a name. */
export function promptPlace(name: string, offers: Offers): Place | undefined {
  for (const [serverName, { prompts = [] } = NOTHING] of offers) {
    const found = prompts.find(({ shown }) => promptName(serverName, shown.name) === name);
    if (found !== undefined) return { serverName, own: found.own };
  }
  return undefined;
}

/** The template of a URI template, or the resource of a URI that is listed, or that a result of the conversation has linked to. */
export function listedPlace(uri: string, conversation: string, gateway: Gateway): Place | undefined {
  const offers = gateway.upstreams.offers();
  const [, server = "", rest = ""] = ADDRESS.exec(uri) ?? [];
  if (offers.has(server)) return { serverName: server, own: attempt(() => decodeURIComponent(rest)) ?? rest };
  const linked = gateway.links.get(linkKey(conversation, uri));
  const listed = Array.from(offers, ([serverName, { resources, resourceTemplates } = NOTHING]) => {
    const found = resources.find(({ shown }) => shown.uri === uri) ??
      resourceTemplates.find(({ shown }) => shown.uriTemplate === uri);
    return found === undefined ? [] : [{ serverName, own: found.own }];
  }).flat();
  return listed.find(({ serverName }) => serverName === linked) ?? listed[0] ??
    (linked === undefined ? undefined : { serverName: linked, own: uri });
}

/** Of a URI that nobody lists, the server with the template that says most of how it begins. */
export function templatePlace(uri: string, offers: Offers): Place | undefined {
  const heads = Array.from(
    offers,
    ([serverName, { resourceTemplates } = NOTHING]) =>
      resourceTemplates.map(({ own }) => ({ serverName, head: own.split("{")[0] ?? "" })),
  ).flat();
  const [best] = heads.filter(({ head }) => head !== "" && uri.startsWith(head))
    .sort((a, b) => b.head.length - a.head.length);
  return best && { serverName: best.serverName, own: uri };
}

/** Under what a link of a conversation's results is remembered. */
export const linkKey = (conversation: string, uri: string) => `${conversation}\n${uri}`;

const NOTHING: Pick<ListedOffers, "prompts" | "resources" | "resourceTemplates"> = {
  prompts: [],
  resources: [],
  resourceTemplates: [],
};

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
  offers: Offers,
  listOf: (offers: ListedOffers) => readonly { shown: T }[],
  uriOf: (shown: T) => string,
): { serverName: string; shown: T; uri: string }[] {
  const all = Array.from(
    offers,
    ([serverName, each]) =>
      (each === undefined ? [] : listOf(each)).map(({ shown }) => ({ serverName, shown, uri: uriOf(shown) })),
  )
    .flat();
  const owners = Map.groupBy(all, ({ uri }) => uri);
  return all.map((each) => {
    const isUnique = owners.get(each.uri)?.every(({ serverName }) => serverName === each.serverName) === true;
    return isUnique ? each : { ...each, uri: addressOf(each.serverName, each.uri) };
  });
}
