/** The real clients in each setting, with a model that follows a script. */
import { assertEquals, assertMatch } from "@std/assert";
import { makeRepo, type Repo, runBinary } from "../../acceptance/harness.ts";
import {
  type Client,
  CLIENTS as STARTS,
  type Codex,
  GATEWAY_ENTRY,
  type ServerEntry,
  tomlTable,
} from "../../e2e/clients.ts";
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

export interface Session {
  client: ClientName;
  setting: Setting;
  /** Real servers, the first so many or by name; 0 for none at all. */
  servers: number | readonly string[];
  /** What the model does once everything is there. */
  script(place: { client: Client; repo: Repo }): Script;
  files?: Record<string, string>;
}

/** A request of the conversation, taken apart. */
export interface Sent {
  body: Record<string, unknown>;
  /** The tools and all that stands before and beside the user's words, without what the model and its tools said. */
  standing: string;
  /** Bytes of the whole. */
  bytes: number;
}

/** Runs one turn of a client; all that it sent to the model once everything was there. */
export async function session(wanted: Session): Promise<Sent[]> {
  await using client = await STARTS[wanted.client]();
  await using repo = await makeRepo(wanted.files ?? { "a.txt": "alpha\n" });
  const servers = await clientServers(wanted, client.home, repo);
  const isCodex = client.name === "Codex";
  const bodies = isCodex
    ? await codexBodies(wanted, client as Codex, repo, servers)
    : await claudeBodies(wanted, client, repo, servers);
  return bodies.map((body) => ({
    body,
    standing: isCodex ? standingCodex(body) : standingClaude(body),
    bytes: byteLength(JSON.stringify(body)),
  }));
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** ms that a client gives servers to start: twenty at once take their time. */
const STARTUP_MS = 180_000;
const STARTUP_SEC = STARTUP_MS / 1000;

/** The servers of a setting, as the client is told of them. */
async function clientServers(
  { setting, servers }: Session,
  home: Client["home"],
  repo: Repo,
): Promise<Record<string, ServerEntry>> {
  if (servers === 0) return {};
  const entries = await serverEntries({ scratch: home.path, repo: repo.path }, servers);
  if (!setting.gateway) return entries;
  await configureServers(home, repo, servers);
  // As from the second session on: what the servers list is known.
  const listed = await runBinary(["mcp", "--list"], { cwd: repo.path, home, timeoutMs: STARTUP_MS });
  assertEquals(listed.code, 0, listed.stdout);
  for (const name of Object.keys(entries)) assertMatch(listed.stdout, new RegExp(`^ok +${name} `, "m"));
  return { "auto-tools": GATEWAY_ENTRY() };
}

async function claudeBodies(
  { setting, script }: Session,
  client: Client,
  repo: Repo,
  servers: Record<string, ServerEntry>,
): Promise<Record<string, unknown>[]> {
  const { home, model, ask } = client;
  const config = `${home.path}/servers.json`;
  await Deno.writeTextFile(config, JSON.stringify({ mcpServers: servers }));
  const allowed = Object.keys(servers).map((name) => `mcp__${name}`);
  const turn = await ask(repo.path, "go on", {
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
  { setting, script }: Session,
  client: Codex,
  repo: Repo,
  servers: Record<string, ServerEntry>,
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
    const { env = {}, ...patient } = {
      ...entry,
      startup_timeout_sec: STARTUP_SEC,
      default_tools_approval_mode: "approve",
    };
    configure(`${tomlTable(`mcp_servers.${name}`, patient)}\n${tomlTable(`mcp_servers.${name}.env`, env)}`);
  }
  const { code, stderr } = await ask(repo.path, "go on", { does });
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
