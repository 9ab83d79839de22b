import { type Home, runProgram } from "../acceptance/harness.ts";
import { claudeCode } from "./clients.ts";
import type { MockAnthropic } from "./mock_anthropic.ts";

/** ms for one prompt: the client alone takes several seconds on a busy machine. */
const CLIENT_MS = 120_000;

/** What became of one prompt. */
export interface ClaudeTurn {
  code: number;
  /** The answer the user saw. */
  answer: string;
  /** What our hook printed, as the client recorded it; undefined when no hook ran. */
  hookOutput: string | undefined;
  stderr: string;
}

/** Sends one prompt through the real Claude Code, in print mode, to the mock model; user settings only. */
export async function askClaude(
  { home, repo, model, prompt, more = [], env = {} }: {
    home: Home;
    repo: string;
    model: MockAnthropic;
    prompt: string;
    more?: string[];
    env?: Record<string, string>;
  },
): Promise<ClaudeTurn> {
  const args = ["-p", ...more, "--output-format", "stream-json", "--verbose", "--include-hook-events"];
  const result = await runProgram(await claudeCode(), [
    ...args,
    "--setting-sources",
    "user",
    "--strict-mcp-config",
  ], {
    cwd: repo,
    stdin: prompt,
    timeoutMs: CLIENT_MS,
    env: {
      ...home.env,
      TERM: "dumb",
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: "not-a-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_AUTOUPDATER: "1",
      ...env,
    },
  });
  const events = result.stdout.trim().split("\n").flatMap(fields);
  const hook = events.find((event) =>
    event["subtype"] === "hook_response" && event["hook_event"] === "UserPromptSubmit"
  );
  const answer = events.find((event) => event["type"] === "result");
  return {
    code: result.code,
    answer: String(answer?.["result"] ?? ""),
    hookOutput: hook === undefined ? undefined : String(hook["stdout"] ?? hook["output"] ?? ""),
    stderr: result.stderr,
  };
}

function fields(line: string): Record<string, unknown>[] {
  if (!line.startsWith("{")) return [];
  const value: unknown = JSON.parse(line);
  return typeof value === "object" && value !== null ? [Object.fromEntries(Object.entries(value))] : [];
}
