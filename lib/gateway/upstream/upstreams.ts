import { isDeepStrictEqual } from "node:util";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { caught, ignoreError } from "../../settings/attempt.ts";
import { inTime, inTurns } from "../../settings/in_time.ts";
import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import type { World } from "../../settings/world.ts";
import type { GatewayTool } from "../catalog/gateway_tool.ts";
import type { IndexGroup } from "../catalog/index_text.ts";
import type { Listed } from "../catalog/listed.ts";
import type { ClientSide } from "../../tools/mcp_caller.ts";
import { createUpstream, type Upstream, type UpstreamPlace, type UpstreamStatus } from "./upstream.ts";

/** Servers that start at once: each takes a processor for a second, and all together would miss their times. */
const AT_ONCE = 4;
/** ms after which a server that is not ready lets the next one start beside it, so that one that hangs holds up nobody. */
const TURN_MS = 2000;

export type Upstreams = ReturnType<typeof openUpstreams>;

/** All servers behind a gateway, none of them started. One that fails is an error of its own calls and of nothing else. */
export function openUpstreams(
  servers: readonly ConfiguredServer[],
  place: UpstreamPlace,
  world: World,
  side: ClientSide = {},
) {
  let made: Map<string, Upstream> | undefined;
  // Made by the first need: by then it is known what the client can.
  const all = () => made ??= new Map(servers.map((config) => [config.name, create(config)]));
  const create = (config: ConfiguredServer) => createUpstream(config, place, side, world);

  /** From now on it is these servers; those that are configured as before go on, the others end. */
  function configure(now: readonly ConfiguredServer[], settings: UpstreamPlace["settings"]): void {
    const before = made;
    const isSameRisk = isDeepStrictEqual(settings.risk, place.settings.risk);
    if (isSameRisk && isDeepStrictEqual(now, servers)) return;
    [servers, place] = [now, { ...place, settings }];
    if (before === undefined) return;
    made = new Map(now.map((config) => {
      const same = isSameRisk ? before.get(config.name) : undefined;
      const goesOn = same !== undefined && isDeepStrictEqual(same.config, config);
      return [config.name, goesOn ? same : create(config)];
    }));
    const kept = new Set(made.values());
    for (const upstream of before.values()) if (!kept.has(upstream)) upstream.close().catch(ignoreError);
    side.onListChanged?.();
  }

  /** Starts these servers, a few at a time; the ones that could not be, with the reason. What is not ready after `ms` counts among them, and goes on starting. */
  async function start(serverNames: Iterable<string>, ms?: number): Promise<Map<string, AutoToolsError>> {
    const failed = new Map<string, AutoToolsError>();
    const open = new Set<Upstream>(Array.from(serverNames).flatMap((name) => all().get(name) ?? []));
    const starts: Promise<unknown>[] = [];
    const turns = inTurns([...open], () => true, AT_ONCE, async (upstream) => {
      const starting: Promise<unknown> = upstream.live()
        .catch(caught(AutoToolsError, (error) => failed.set(upstream.config.name, error)))
        .finally(() => open.delete(upstream));
      starts.push(starting);
      await inTime(starting, TURN_MS);
    });
    const done = turns.then(() => Promise.all(starts));
    await (ms === undefined ? done : inTime(done, ms));
    for (const { config: { name } } of open) {
      const why = `MCP server ${name} is still starting; try again in a moment`;
      failed.set(name, new AutoToolsError("E_TIMEOUT", why));
    }
    return failed;
  }

  return {
    /** A tool by its exact name, here or on its server, as far as tools are known. */
    find(name: string): GatewayTool | undefined {
      const tools = all().get(name.slice(0, name.indexOf("/")))?.tools() ?? [];
      return tools.find((tool) => tool.name === name) ??
        tools.find(({ serverName, toolName }) => `${serverName}/${toolName}` === name);
    },
    siblings: ({ serverName }: GatewayTool): readonly GatewayTool[] => all().get(serverName)?.tools() ?? [],
    /** All known tools by server, in the order of the configuration. */
    groups: (): IndexGroup[] =>
      Array.from(all(), ([serverName, upstream]) => {
        const trouble = troubleOf(upstream.status());
        const instructions = upstream.listed()?.instructions;
        const tools = upstream.tools() ?? [];
        return { serverName, tools, ...trouble && { trouble }, ...instructions && { instructions } };
      }),
    /** What each server lists, in the order of the configuration; undefined where that is not known. */
    listed: (): Map<string, Listed | undefined> =>
      new Map(Array.from(all(), ([serverName, upstream]) => [serverName, upstream.listed()])),
    named(name: string): Upstream {
      const upstream = all().get(name);
      if (upstream !== undefined) return upstream;
      throw new AutoToolsError("E_TOOL_UNAVAILABLE", `no MCP server ${name}`);
    },
    /** The client wants to be told from another level on, or has other roots. */
    clientChanged(what: "logLevel" | "roots"): void {
      for (const upstream of made?.values() ?? []) upstream.clientChanged(what);
    },
    start,
    configure,
    /** Lists the servers whose tools are not known, those of a name alone where there is one, and comes back when all are or `ms` are over. */
    async discover(ms: number, named = "*"): Promise<void> {
      const meant = all().has(named) ? [named] : [...all().keys()];
      await start(meant.filter((name) => all().get(name)?.tools() === undefined), ms);
    },
    status: (): UpstreamStatus[] => Array.from(all().values(), (upstream) => upstream.status()),
    /** Ends every server and all that they started. Settles when those on the network know, within a second. */
    async close(): Promise<void> {
      await Promise.all(Array.from(made?.values() ?? [], (upstream) => upstream.close()));
    },
  };
}

function troubleOf({ state, reason = "", problems }: UpstreamStatus): string {
  if (state === "starting") return "starting";
  return state === "failed" ? `unavailable (${reason})` : problems.join("; ");
}
