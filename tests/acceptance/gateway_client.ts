/** A client of the official SDK, connected to the compiled gateway in a home of its own. */
import { Client, type ClientCapabilities, type ElicitResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { attempt } from "../../lib/settings/attempt.ts";
import { installed } from "../e2e/npm.ts";
import { write } from "../fixtures/tree.ts";
import { typed } from "./terminal.ts";
import type { Home, RunResult, Setting } from "./harness.ts";
import { binary, makeHome, makeRepo, runBinary, runtimeFolder, settingOf, textOf } from "./harness.ts";

/** Servers of npm that these tests were written against. */
const SERVERS = { everything: "2026.8.31", filesystem: "2026.8.31", memory: "2026.8.31" } as const;
const ODD = new URL("../fixtures/mcp/odd_server.mjs", import.meta.url).pathname;

/** Path of a real server's program; npm fetches it once into the toolchain's cache. */
export async function realServer(name: keyof typeof SERVERS): Promise<string> {
  const packageName = `@modelcontextprotocol/server-${name}`;
  const folder = await installed({ name: packageName, version: SERVERS[name] });
  return `${folder}/node_modules/${packageName}/dist/index.js`;
}

/** Starts the server of `tests/fixtures/mcp/http_server.mjs`. */
export async function webServer(kind = "plain", port = 0, journal = "/dev/null") {
  const program = new URL("../fixtures/mcp/http_server.mjs", import.meta.url).pathname;
  const args = [program, String(port), kind, journal];
  const child = new Deno.Command("node", { args, stdin: "null", stdout: "piped" }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  const own = Number(new TextDecoder().decode(value));
  return {
    port: own,
    url: `http://127.0.0.1:${own}/mcp`,
    async [Symbol.asyncDispose]() {
      // It may have died by itself.
      attempt(() => child.kill(), TypeError);
      await child.status;
    },
  };
}

/** How the server of `tests/fixtures/mcp/odd_server.mjs` is configured. */
export function oddServer(start = "fine", journal?: string, more: Record<string, unknown> = {}) {
  return { command: "node", args: [ODD, start, ...(journal === undefined ? [] : [journal])], ...more };
}

/** Writes the user's `auto-tools.yaml`; JSON is YAML. Where it says nothing of permissions, everything may run. */
export function configure(home: Home, config: Record<string, unknown>): void {
  const text = JSON.stringify({ permissions: { allow: ["*"] }, ...config });
  write(`${home.path}/.config/auto-tools/auto-tools.yaml`, text);
}

/** A server as a test names it: the behaviour of the odd one, alone or with further settings, or a configuration of its own. */
type Behind = string | { odd: string; [setting: string]: unknown } | { command: string } | { url: string };

/** A project whose user has servers behind the gateway. */
export interface GatewaySetting extends Setting {
  /** A client of the gateway there. */
  connect(options?: Partial<ConnectOptions>): Promise<Connected>;
  /** Writes the servers, and more of the configuration, anew. */
  configure(servers: Record<string, Behind>, more?: Record<string, unknown>): void;
  /** `codex-auto mcp --list`. */
  list(...args: string[]): Promise<RunResult>;
  /** What the odd servers have written down. */
  journal(): string;
}

export async function gatewaySetting(
  servers: Record<string, Behind> = {},
  more: Record<string, unknown> = {},
  files: Record<string, string> = {},
): Promise<GatewaySetting> {
  const at = settingOf(await makeRepo(files), await makeHome());
  at.home.env["XDG_RUNTIME_DIR"] = runtimeFolder();
  const journal = `${at.home.path}/journal`;
  const configuration = (server: Behind) => {
    if (typeof server === "string") return oddServer(server, journal);
    if (!("odd" in server)) return server;
    const { odd, ...settings } = server;
    return oddServer(odd, journal, settings);
  };
  const configured: GatewaySetting["configure"] = (servers, more = {}) =>
    configure(at.home, {
      mcp_servers: Object.fromEntries(
        Object.entries(servers).map(([name, server]) => [name, configuration(server)]),
      ),
      ...more,
    });
  configured(servers, more);
  return {
    ...at,
    configure: configured,
    connect: (options) => connect(at.home, { cwd: at.cwd, ...options }),
    list: (...args) => runBinary(["mcp", "--list", ...args], at),
    journal: () => textOf(journal) ?? "",
  };
}

/** `codex-auto allow …` at a terminal, where the user answers the question. */
export async function allows({ cwd, home }: Setting, args: string[], answer = "y") {
  return await typed(["allow", ...args], [["[y/N] ", `${answer}\n`]], { cwd, env: home.env });
}

export interface CallResult {
  name: string;
  status: "ok" | "error" | "permission";
  text?: string;
  ref?: { id: string; kind: string; hint: string; byteSize: number };
  attachments?: { id: string; mimeType: string; byteSize: number }[];
  limits?: string[];
}

export interface Batch {
  summary: string;
  results: CallResult[];
  ms: number;
}

export interface ConnectOptions {
  cwd: string;
  /** The revision of 2026-07-28 rather than that of 2025. */
  modern?: boolean;
  /** What the user answers to a question; a client without it cannot ask. */
  answer?: (message: string) => Promise<ElicitResult>;
  /** What else the client can. */
  capabilities?: ClientCapabilities;
  /** Adds what it answers. */
  prepare?: (client: Client) => void;
  env?: Record<string, string>;
  /** What the client calls itself. */
  name?: string;
  /** Where it starts the gateway from. */
  program?: string;
}

type Options = Parameters<Client["callTool"]>[1];

export interface Connected extends AsyncDisposable {
  client: Client;
  instructions: string;
  /** The JSON of one of the gateway's own tools; its message where it is an error. */
  call(name: string, args?: Record<string, unknown>): Promise<Record<string, unknown> & { error?: string }>;
  batch(
    calls: [name: string, args?: Record<string, unknown>][],
    options?: Options & { limit?: number },
  ): Promise<Batch>;
  /** Types of the content of the last answer. */
  types(): string[];
  stderr(): string;
}

export async function connect(
  home: Home,
  { cwd, modern = false, answer, capabilities, prepare, env = {}, name = "acceptance", program = binary() }:
    ConnectOptions,
): Promise<Connected> {
  const client = new Client({ name, version: "1" }, {
    capabilities: capabilities ?? (answer ? { elicitation: {} } : {}),
    versionNegotiation: { mode: modern ? "auto" : "legacy" },
  });
  if (answer) client.setRequestHandler("elicitation/create", ({ params }) => answer(params.message));
  prepare?.(client);
  const transport = new StdioClientTransport({
    command: program,
    args: ["mcp"],
    cwd,
    env: { ...home.env, ...env },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (bytes) => stderr += String(bytes));
  await client.connect(transport);
  let types: string[] = [];
  const text = async (name: string, args: Record<string, unknown>, options?: Options) => {
    const result = await client.callTool({ name, arguments: args }, options);
    types = result.content.map(({ type }) => type);
    const first = result.content[0];
    return { text: first?.type === "text" ? first.text : "", isError: result.isError === true };
  };
  return {
    client,
    instructions: client.getInstructions() ?? "",
    async call(name, args = {}) {
      const answer = await text(name, args);
      return answer.isError ? { error: answer.text } : JSON.parse(answer.text);
    },
    async batch(calls, { limit, ...options } = {}) {
      const before = performance.now();
      const answer = await text("run_tool_batch", {
        calls: calls.map(([name, args = {}]) => ({ name, arguments: args })),
        ...(limit === undefined ? {} : { parallelLimit: limit }),
      }, { timeout: 120_000, ...options });
      if (answer.isError) throw new Error(answer.text);
      return { ...JSON.parse(answer.text), ms: performance.now() - before };
    },
    types: () => types,
    stderr: () => stderr,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** A test with a client of the SDK, whose transport leaves timers behind when it closes. */
export function gatewayTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, fn, sanitizeOps: false, sanitizeResources: false });
}
