import { converse } from "../../lib/cli/doctor/process.ts";
import { type Home, makeHome, runProgram, type RunResult } from "../acceptance/harness.ts";
import { installed, nodeProgram } from "./clients.ts";
import type { MockOpenai } from "./mock_openai.ts";

/** The version of Codex that these tests were written against. */
const CODEX = { name: "@openai/codex", version: "0.169.0" };

/** ms for one turn of Codex, its first start included. */
const TURN_MS = 120_000;

/** The real Codex in a home of its own, with the mock as its only model. */
export interface CodexHome extends AsyncDisposable {
  home: Home;
  /** One turn of `codex exec` in a repository. */
  exec(repo: string, prompt: string): Promise<RunResult>;
  /** One call of `codex app-server`; its result. */
  call(cwd: string, method: string, params: Record<string, unknown>): Promise<unknown>;
}

export async function codexHome(model: MockOpenai): Promise<CodexHome> {
  const program = `${await installed(CODEX)}/node_modules/.bin/codex`;
  const home = await makeHome();
  await Deno.mkdir(`${home.path}/.codex`);
  await Deno.writeTextFile(`${home.path}/.codex/config.toml`, settings(model.url));
  await Deno.symlink(program, `${home.bin}/codex`);
  // Codex is started by a script for node.
  home.env["PATH"] = `${home.env["PATH"]}:${(await nodeProgram()).replace(/\/[^/]*$/, "")}`;
  const env = { ...home.env, MOCK_API_KEY: "not-a-key" };
  return {
    home,
    exec: (repo, prompt) =>
      runProgram(program, ["exec", "--skip-git-repo-check", "-"], {
        cwd: repo,
        env,
        stdin: prompt,
        timeoutMs: TURN_MS,
      }),
    call: (cwd, method, params) => call(program, { cwd, env }, method, params),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

/** No key, no plugin and no daemon: the mock is all that Codex can reach. */
function settings(url: string): string {
  return `model = "gpt-5.5"
model_provider = "mock"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "${url}"
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
}

async function call(
  program: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
  method: string,
  params: Record<string, unknown>,
): Promise<unknown> {
  const answer = await converse(program, [
    { id: 1, method: "initialize", params: { clientInfo: { name: "test", version: "1" } } },
    { method: "initialized" },
    { id: 2, method, params },
  ], { args: ["app-server"], cwd, env, clearEnv: true, timeoutMs: TURN_MS });
  const result = answer.kind === "answered" ? answer.results.get(2) : undefined;
  if (result === undefined) throw new Error(`codex app-server did not answer ${method}`);
  return result;
}
