/** The real clients in each setting, with a model that follows a script. */
import { assertEquals, assertMatch } from "@std/assert";
import { makeRepo, type Repo, runBinary } from "../../acceptance/harness.ts";
import type { Client, Codex, ServerEntry } from "../../e2e/clients.ts";
import { CLIENTS as STARTS, GATEWAY_ENTRY, tomlTable } from "../../e2e/clients.ts";
import { configureServers, serverEntries } from "../../e2e/mcp_servers.ts";
import type { Script } from "../../e2e/mock_model.ts";

export const CLIENTS = ["Claude Code", "Codex"] as const;
export type ClientName = typeof CLIENTS[number];

/** How a client gives its model the tools of servers: every schema with every request, or on demand. */
export const WAYS = ["full schemas", "client's deferral"] as const;

export interface Setting {
  way: typeof WAYS[number];
  /** The servers stand behind the gateway, and the client has the gateway's tools alone. */
  gateway: boolean;
}

/** Each of the client's ways, without us and with us. */
export const SETTINGS: readonly Setting[] = WAYS.flatMap((way) => [
  { way, gateway: false },
  { way, gateway: true },
]);

export function settingName({ way, gateway }: Setting): string {
  return gateway ? `${way}, gateway` : way;
}

/** Where a session takes place. */
export interface Place {
  client: Client;
  repo: Repo;
}

/** A server as clients have it: on stdio, or on the network. */
export type Entry = ServerEntry | { url: string; headers?: Record<string, string> };

export interface Session {
  client: ClientName;
  setting: Setting;
  /** Real servers, the first so many or by name; 0 for none at all. */
  servers: number | readonly string[];
  /** What the model does once everything is there. */
  script(place: Place): Script;
  prompt?: string;
  files?: Record<string, string>;
  /** Servers besides, or other entries for those; a login, where the gateway needs one. */
  besides?(place: Place, entries: Record<string, Entry>): Promise<Record<string, Entry>>;
  logIn?(place: Place): Promise<void>;
}

/** A request of the conversation, taken apart. */
export interface Sent {
  /** UTF-16 units of the whole. */
  chars: number;
  /** Bytes of the tools and all that stands before and beside the user's words, without what the model and its tools said. */
  standing: number;
}

/** Runs one turn of a client; all that it sent to the model once everything was there, and the ms from its start to its end. */
export async function session(wanted: Session): Promise<{ sent: Sent[]; ms: number }> {
  await using client = await STARTS[wanted.client]();
  await using repo = await makeRepo(wanted.files ?? { "a.txt": "alpha\n" });
  const servers = await clientServers(wanted, { client, repo });
  const isCodex = client.name === "Codex";
  const began = performance.now();
  const bodies = isCodex
    ? await codexBodies(wanted, client as Codex, repo, servers)
    : await claudeBodies(wanted, client, repo, servers);
  const sent = bodies.map((body) => ({
    chars: JSON.stringify(body).length,
    standing: new TextEncoder().encode(isCodex ? standingCodex(body) : standingClaude(body)).length,
  }));
  return { sent, ms: performance.now() - began };
}

/** ms that a client gives servers to start: twenty at once take their time. */
const STARTUP_MS = 180_000;
const STARTUP_SEC = STARTUP_MS / 1000;

/** The servers of a setting, as the client is told of them. */
async function clientServers(
  { setting, servers, besides = () => Promise.resolve({}), logIn }: Session,
  place: Place,
): Promise<Record<string, Entry>> {
  const { client: { home }, repo } = place;
  if (servers === 0) return {};
  const known = await serverEntries({ scratch: home.path, repo: repo.path }, servers);
  const more = await besides(place, known);
  const entries = { ...known, ...more };
  if (!setting.gateway) return entries;
  await configureServers(home, repo, servers, { mcp_servers: more });
  await logIn?.(place);
  // As from the second session on: what the servers list is known.
  const listed = await runBinary(["mcp", "--list"], { cwd: repo.path, home, timeoutMs: STARTUP_MS });
  assertEquals(listed.code, 0, listed.stdout);
  for (const name of Object.keys(entries)) assertMatch(listed.stdout, new RegExp(`^ok +${name} `, "m"));
  return { "auto-tools": GATEWAY_ENTRY() };
}

async function claudeBodies(
  { setting, script, prompt = "go on" }: Session,
  client: Client,
  repo: Repo,
  servers: Record<string, Entry>,
): Promise<Record<string, unknown>[]> {
  const { home, model, ask } = client;
  const config = `${home.path}/servers.json`;
  const typed = Object.entries(servers).map((
    [name, entry],
  ) => [name, "url" in entry ? { type: "http", ...entry } : entry]);
  await Deno.writeTextFile(config, JSON.stringify({ mcpServers: Object.fromEntries(typed) }));
  const allowed = Object.keys(servers).map((name) => `mcp__${name}`);
  const turn = await ask(repo.path, prompt, {
    does: script({ client, repo }),
    args: ["--mcp-config", config, ...(allowed.length > 0 ? ["--allowedTools", allowed.join(",")] : [])],
    env: {
      MCP_TIMEOUT: String(STARTUP_MS),
      MAX_MCP_OUTPUT_TOKENS: "25000",
      ...(setting.way === "full schemas" ? { ENABLE_TOOL_SEARCH: "false" } : {}),
    },
  });
  if (turn.code !== 0) throw new Error(`Claude Code, ${settingName(setting)}: ${turn.answer} ${turn.stderr}`);
  return model.requests.map(({ body }) => body);
}

/** A model that Codex does not know, and gives all schemas. */
const UNKNOWN_MODEL = "some-model";
/** Times that the model waits three seconds for a server that Codex has not got ready yet. */
const MAX_WAITS = 60;

async function codexBodies(
  { setting, script, prompt = "go on" }: Session,
  client: Codex,
  repo: Repo,
  servers: Record<string, Entry>,
): Promise<Record<string, unknown>[]> {
  const { home, ask, shell, configure } = client;
  let missing = Object.keys(servers).map((name) => `mcp__${name.replaceAll("-", "_")}`);
  let waits = 0;
  const ready: Record<string, unknown>[] = [];
  const works = script({ client, repo });
  const does: Script = async (turn) => {
    const sent = JSON.stringify(turn.body);
    missing = missing.filter((name) => !sent.includes(name));
    // Codex does not wait for servers: the first request would have none.
    if (missing.length > 0 && waits++ < MAX_WAITS) return [shell("sleep 3")];
    if (missing.length > 0) throw new Error(`never there: ${missing.join(", ")}`);
    ready.push(turn.body);
    return await works(turn);
  };
  const config = `${home.path}/.codex/config.toml`;
  if (setting.way === "full schemas") {
    const known = Deno.readTextFileSync(config);
    Deno.writeTextFileSync(config, known.replace(/^model = .*$/m, `model = "${UNKNOWN_MODEL}"`));
  }
  for (const [name, entry] of Object.entries(servers)) {
    const patient = { startup_timeout_sec: STARTUP_SEC, default_tools_approval_mode: "approve" };
    const { env, headers, ...rest } = { env: undefined, headers: undefined, ...entry };
    configure(tomlTable(`mcp_servers.${name}`, { ...rest, ...patient }));
    if (env) configure(tomlTable(`mcp_servers.${name}.env`, env));
    if (headers) configure(tomlTable(`mcp_servers.${name}.http_headers`, headers));
  }
  const { code, stderr } = await ask(repo.path, prompt, { does });
  if (code !== 0) throw new Error(`Codex, ${settingName(setting)}: ${stderr.slice(-2000)}`);
  return ready;
}

/** All but what was said after the prompt. */
function standingClaude({ tools, system, messages }: Record<string, unknown>): string {
  const list: unknown[] = Array.isArray(messages) ? messages : [];
  const until = list.findIndex((message) => field(message, "role") === "assistant");
  return JSON.stringify({ tools, system, messages: until < 0 ? list : list.slice(0, until) });
}

function standingCodex({ tools, instructions, input }: Record<string, unknown>): string {
  const list: unknown[] = Array.isArray(input) ? input : [];
  const stands = (item: unknown) =>
    ["message", "additional_tools"].includes(String(field(item, "type"))) &&
    field(item, "role") !== "assistant";
  return JSON.stringify({ tools, instructions, input: list.filter(stands) });
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
