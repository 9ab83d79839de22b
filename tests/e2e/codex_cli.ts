/** The real Codex from npm, in a home of its own whose only model is a mock. */
import { type Home, makeHome, runProgram } from "../acceptance/harness.ts";
import { installed } from "./clients.ts";
import type { MockOpenai } from "./mock_openai.ts";

/** The version these tests were written against. */
const CODEX = { name: "@openai/codex", version: "0.169.0" };

/** A home with `codex` on PATH and settings that open no connection but to the mock. */
export async function codexHome(model: MockOpenai): Promise<Home> {
  const program = `${await installed(CODEX)}/node_modules/@openai/codex/bin/codex.js`;
  const home = await makeHome();
  home.install("codex", `#!/bin/sh\nexec '${await nodePath()}' '${program}' "$@"\n`);
  Deno.mkdirSync(`${home.path}/.codex`);
  Deno.writeTextFileSync(`${home.path}/.codex/config.toml`, configuration(model.url));
  home.env["MOCK_API_KEY"] = "not-a-key";
  return home;
}

async function nodePath(): Promise<string> {
  const { stdout } = await runProgram("sh", ["-c", "command -v node"], {
    cwd: "/",
    env: { PATH: Deno.env.get("PATH") ?? "" },
  });
  return await Deno.realPath(stdout.trim());
}

function configuration(url: string): string {
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
