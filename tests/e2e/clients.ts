/** The real clients, each in a home of its own and with the mock as its only model. */
import { existsSync } from "node:fs";
import { converse } from "../../lib/cli/doctor/process.ts";
import { binary, type Home, makeHome, runProgram } from "../acceptance/harness.ts";
import { type MockModel, mockModel, type Script, type ToolUse } from "./mock_model.ts";
import { installed, nodeProgram, type NpmPackage } from "./npm.ts";
import { write } from "../fixtures/tree.ts";

/** Whether these tests were asked for: they need npm, a few hundred megabytes and minutes. */
export const E2E = Boolean(Deno.env.get("AUTO_TOOLS_E2E"));
/** Whether those were too whose prompts alone we answer: two minutes more. */
const EVERY_CLIENT = Deno.env.get("AUTO_TOOLS_E2E") === "every-client";

/** The versions that these tests were written against. */
const CLAUDE_CODE = { name: "@anthropic-ai/claude-code", version: "2.1.330" };
const CODEX = { name: "@openai/codex", version: "0.169.0" };
const GEMINI = { name: "@google/gemini-cli", version: "0.61.0" };
const OPENCODE = { name: "opencode-ai", version: "1.18.33" };

/** ms for one prompt: a client alone takes several seconds on a busy machine, opencode a minute. */
const TURN_MS = 120_000;
const PLAIN_TURN_MS = 400_000;

/** What stands in the configuration of a client. */
export interface ServerEntry {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export const GATEWAY_ENTRY = (): ServerEntry => ({ command: binary(), args: ["mcp"] });

/** What became of one prompt. */
export interface Turn {
  code: number;
  /** The answer that the user saw. */
  answer: string;
  /** What our hook printed, as Claude Code recorded it; undefined when no hook ran. */
  hookOutput?: string | undefined;
  stderr: string;
}

export interface AskOptions {
  /** What the model does from now on. */
  does?: Script;
  args?: string[];
  env?: Record<string, string>;
  /** In the conversation of the prompt before. */
  goesOn?: boolean;
}

/** A client as far as its prompts go. */
export interface PromptClient extends AsyncDisposable {
  name: keyof typeof PROMPT_CLIENTS;
  program: string;
  home: Home;
  model: MockModel;
  /** One prompt, in print mode. */
  ask(cwd: string, prompt: string, options?: AskOptions): Promise<Turn>;
  /** What hooks have put behind a prompt, in the last request that carries it. */
  contexts(prompt: string): string[];
}

export interface Client extends PromptClient {
  name: keyof typeof CLIENTS;
  /** Configures the gateway as its one server. */
  addGateway(): void;
  /** A call of one of the gateway's own tools, and of a shell. */
  own(name: string, input: Record<string, unknown>): ToolUse;
  shell(command: string): ToolUse;
}

const CONTEXT_LABEL = "UserPromptSubmit hook additional context: ";
/** What Claude Code puts behind a context in the same text. */
const CLIENT_TAIL = /\n(<\/system-reminder>\s*|\nToday's date is \d{4}-\d\d-\d\d\.)$/;

/** The native program that a package brings for this machine, found below `node_modules`; what stands on PATH is a script for node, one more start each time. */
async function nativeProgram(wanted: NpmPackage, pattern: string): Promise<string> {
  const [first, ...rest] = pattern.split("/*/");
  let found = [`${await installed(wanted)}/node_modules/${first}`];
  for (const part of rest) {
    found = found.flatMap((folder) =>
      [...Deno.readDirSync(folder)].filter(({ isDirectory }) => isDirectory)
        .map(({ name }) => `${folder}/${name}/${part}`).filter((path) => existsSync(path))
    );
  }
  const program = found.find((path) => !path.includes("-baseline/"));
  if (program === undefined) {
    throw new Error(`${wanted.name}@${wanted.version} brought no program for this machine`);
  }
  return program;
}

/** Claude Code with the user's settings only. */
export async function claudeCode(script?: Script): Promise<Client> {
  const [program, home] = [await nativeProgram(CLAUDE_CODE, "@anthropic-ai/*/claude"), await makeHome()];
  let does = script;
  const model = mockModel((turn) => does?.(turn) ?? `Answer ${model.requests.length}`);
  Deno.mkdirSync(`${home.path}/.claude`);
  Deno.symlinkSync(program, `${home.bin}/claude`);
  Object.assign(home.env, {
    TERM: "dumb",
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "not-a-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
  });
  const always =
    "--output-format stream-json --verbose --include-hook-events --setting-sources user --strict-mcp-config"
      .split(" ");
  const config = `${home.path}/mcp.json`;
  // Resumed by its id: with `--continue` the client starts its MCP servers before it knows which conversation goes on.
  let session = "";
  return {
    name: "Claude Code",
    program,
    home,
    model,
    async ask(cwd, prompt, { args = [], env = {}, goesOn = false, ...options } = {}) {
      does = options.does ?? does;
      const gateway = existsSync(config) ? ["--mcp-config", config, "--allowedTools", "mcp__auto-tools"] : [];
      const all = ["-p", ...args, ...goesOn ? ["--resume", session] : [], ...gateway, ...always];
      const ran = await runProgram(program, all, {
        cwd,
        stdin: prompt,
        timeoutMs: TURN_MS,
        env: { ...home.env, ...env },
      });
      for (const error of model.thrown) throw error;
      const events: Record<string, unknown>[] = ran.stdout.split("\n")
        .flatMap((line) => line.startsWith("{") ? [JSON.parse(line)] : []);
      session = String(events.find(({ session_id }) => session_id)?.["session_id"]);
      const hook = events.find((event) =>
        event["subtype"] === "hook_response" && event["hook_event"] === "UserPromptSubmit"
      );
      return {
        code: ran.code,
        answer: String(events.find(({ type }) => type === "result")?.["result"] ?? ""),
        hookOutput: hook && String(hook["stdout"] ?? hook["output"] ?? ""),
        stderr: ran.stderr,
      };
    },
    contexts(prompt) {
      const last = model.requests.findLast(({ texts }) => texts.some(({ text }) => text.includes(prompt)));
      if (last === undefined) throw new Error(`the model was not asked ${prompt}`);
      return last.texts.flatMap(({ text }) => text.split(CONTEXT_LABEL).slice(1))
        .map((text) => text.replace(CLIENT_TAIL, ""));
    },
    addGateway: () =>
      Deno.writeTextFileSync(config, JSON.stringify({ mcpServers: { "auto-tools": GATEWAY_ENTRY() } })),
    own: (name, input) => ({ name: `mcp__auto-tools__${name}`, input }),
    shell: (command) => ({ name: "Bash", input: { command, description: "runs it" } }),
    [Symbol.asyncDispose]: () => disposeOf(model, home),
  };
}

/** The gateway's tools to Codex. */
export const NAMESPACE = "mcp__auto_tools";

/** No key, no plugin and no daemon: the mock is all that Codex can reach. Its window is too large for any conversation to be summed up. */
const codexSettings = (url: string) =>
  `model = "gpt-5.5"
model_provider = "mock"
check_for_update_on_startup = false
model_context_window = 50000000
model_auto_compact_token_limit = 40000000

[model_providers.mock]
name = "mock"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "MOCK_API_KEY"
supports_websockets = false
request_max_retries = 0
stream_max_retries = 0

[features]
plugins = false
daemon_auto_start = false
unbounded_connection_retries = false
enable_request_compression = false

[analytics]
enabled = false

[otel]
metrics_exporter = "none"
`;

export interface Codex extends Client {
  /** Adds to its `config.toml`. */
  configure(toml: string): void;
  /** One call of `codex app-server`; its result. */
  call(cwd: string, method: string, params: Record<string, unknown>): Promise<unknown>;
}

export async function codex(script?: Script): Promise<Codex> {
  const [program, home] = [await nativeProgram(CODEX, "@openai/*/vendor/*/bin/codex"), await makeHome()];
  let does = script;
  let awaited = "";
  const model = mockModel((turn) => {
    // Codex does not wait for a server to start.
    if (!JSON.stringify(turn.body).includes(awaited)) return [shell("sleep 1")];
    return does?.(turn) ?? `Answer ${model.requests.length}`;
  });
  const config = `${home.path}/.codex/config.toml`;
  write(config, codexSettings(model.url));
  Deno.symlinkSync(program, `${home.bin}/codex`);
  home.env["MOCK_API_KEY"] = "not-a-key";
  // Codex asks for the system's name at each start, which takes as long as Codex itself.
  home.install("lsb_release", "#!/bin/sh\nexit 1\n");
  // Tasks and their tests run in node.
  home.env["PATH"] = `${home.env["PATH"]}:${(await nodeProgram()).replace(/\/[^/]*$/, "")}`;
  const shell = (cmd: string) => ({ name: "exec_command", input: { cmd } });
  const configure = (toml: string) => Deno.writeTextFileSync(config, `\n${toml}\n`, { append: true });
  return {
    name: "Codex",
    program,
    home,
    model,
    configure,
    async ask(cwd, prompt, { args = [], env = {}, goesOn = false, ...options } = {}) {
      does = options.does ?? does;
      const all = ["exec", "--skip-git-repo-check", ...args, ...goesOn ? ["resume", "--last"] : [], "-"];
      const { code, stdout, stderr } = await runProgram(program, all, {
        cwd,
        stdin: prompt,
        timeoutMs: TURN_MS,
        env: { ...home.env, ...env },
      });
      for (const error of model.thrown) throw error;
      return { code, answer: stdout.trim(), stderr };
    },
    contexts(prompt) {
      const texts = model.requests.at(-1)?.texts ?? [];
      const at = texts.findLastIndex(({ role, text }) => role === "user" && text === prompt);
      if (at < 0) throw new Error(`the model was not asked ${prompt}`);
      return texts.slice(at + 1).map(({ text }) => text);
    },
    addGateway() {
      awaited = NAMESPACE;
      // Codex cannot ask in `exec` and refuses what is not declared to read only; what runs behind the gateway is the gateway's to ask.
      const entry = { ...GATEWAY_ENTRY(), default_tools_approval_mode: "approve" };
      configure(tomlTable("mcp_servers.auto-tools", entry));
    },
    own: (name, input) => ({ name, namespace: NAMESPACE, input }),
    shell,
    async call(cwd, method, params) {
      const said = await converse(program, [
        { id: 1, method: "initialize", params: { clientInfo: { name: "test", version: "1" } } },
        { method: "initialized" },
        { id: 2, method, params },
      ], { args: ["app-server"], cwd, env: home.env, clearEnv: true, timeoutMs: TURN_MS });
      const result = said.results.get(2);
      if (result === undefined) throw new Error(`codex app-server did not answer ${method}`);
      return result;
    },
    [Symbol.asyncDispose]: () => disposeOf(model, home),
  };
}

/** A table of Codex's configuration. JSON's texts and lists are TOML's. */
export function tomlTable(name: string, entry: Record<string, unknown>): string {
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [`[${name}]`, ...lines].join("\n");
}

/** Gemini CLI with a model of its own name, so that it does not ask a model which one to take. */
async function gemini(): Promise<PromptClient> {
  const [program, home] = [`${await installed(GEMINI)}/node_modules/.bin/gemini`, await makeHome()];
  const model = mockModel();
  Deno.mkdirSync(`${home.path}/.gemini`);
  const settings = `{
  // mine
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "model": { "name": "gemini-2.5-flash" },
  "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false },
  "privacy": { "usageStatisticsEnabled": false }
}
`;
  Deno.writeTextFileSync(`${home.path}/.gemini/settings.json`, settings);
  Object.assign(home.env, {
    GEMINI_API_KEY: "not-a-key",
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    GOOGLE_GEMINI_BASE_URL: model.url,
    PATH: `${home.env["PATH"]}:${(await nodeProgram()).replace(/\/[^/]*$/, "")}`,
  });
  return {
    name: "Gemini CLI",
    program,
    home,
    model,
    ask: plainAsk(program, [], home),
    contexts: (prompt) =>
      textsBehind(prompt, model).map((text) => text.replace(/^<hook_context>([^]*)<\/hook_context>$/, "$1")),
    [Symbol.asyncDispose]: () => disposeOf(model, home),
  };
}

/** opencode, whose model speaks as Claude Code's does. */
async function opencode(): Promise<PromptClient> {
  const program = await nativeProgram(OPENCODE, "./*/bin/opencode");
  const home = await makeHome();
  const model = mockModel();
  const provider = {
    npm: "@ai-sdk/anthropic",
    options: { baseURL: `${model.url}/v1`, apiKey: "not-a-key" },
    models: { mock: { limit: { context: 200_000, output: 8_000 } } },
  };
  const settings = {
    model: "mock/mock",
    autoupdate: false,
    share: "disabled",
    snapshot: false,
    provider: { mock: provider },
  };
  const folder = `${home.env["XDG_CONFIG_HOME"] ?? `${home.path}/.config`}/opencode`;
  write(`${folder}/opencode.json`, JSON.stringify(settings));
  Object.assign(home.env, {
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    // Where there is a plugin it installs the types for one, and goes on where it cannot.
    npm_config_registry: "http://127.0.0.1:9",
    npm_config_fetch_retries: "0",
  });
  return {
    name: "opencode",
    program,
    home,
    model,
    ask: plainAsk(program, ["run"], home),
    contexts: (prompt) => textsBehind(prompt, model),
    [Symbol.asyncDispose]: () => disposeOf(model, home),
  };
}

/** Asks one prompt on stdin, each in a conversation of its own; the answer alone comes back. */
function plainAsk(program: string, args: string[], { env }: Home): PromptClient["ask"] {
  return async (cwd, stdin) => {
    const timeoutMs = PLAIN_TURN_MS;
    const { code, stdout, stderr } = await runProgram(program, args, { cwd, stdin, timeoutMs, env });
    return { code, answer: stdout.trim(), stderr };
  };
}

/** What stands behind a prompt before the model speaks, in the last request that carries it. */
function textsBehind(prompt: string, { requests }: MockModel): string[] {
  const texts = requests.at(-1)?.texts ?? [];
  const at = texts.findLastIndex(({ text }) => text.trim() === prompt);
  if (at < 0) throw new Error(`the model was not asked ${prompt}: ${JSON.stringify(texts).slice(-1000)}`);
  const behind = texts.slice(at + 1);
  const end = behind.findIndex(({ role }) => role !== "user");
  return behind.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
}

async function disposeOf(model: MockModel, home: Home): Promise<void> {
  await home[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
}

export const CLIENTS = { "Claude Code": claudeCode, "Codex": codex };

const PROMPT_CLIENTS = { ...CLIENTS, "Gemini CLI": gemini, "opencode": opencode };

/** A test of each client, alike for both. */
export function bothClients(name: string, run: (client: Client) => Promise<void>): void {
  for (const [client, start] of Object.entries(CLIENTS)) clientTest(client, name, start, run);
}

/** The same with those whose prompts alone we answer. */
export function allClients(name: string, run: (client: PromptClient) => Promise<void>): void {
  for (const [client, start] of Object.entries(PROMPT_CLIENTS)) clientTest(client, name, start, run);
}

function clientTest<Who extends PromptClient>(
  client: string,
  name: string,
  start: () => Promise<Who>,
  run: (client: Who) => Promise<void>,
): void {
  Deno.test({
    name: `${client}: ${name}`,
    ignore: !(client in CLIENTS ? E2E : EVERY_CLIENT),
    async fn() {
      await using started = await start();
      await run(started);
    },
  });
}
