import { attempt } from "../settings/attempt.ts";
import { isRecord } from "../settings/json.ts";
import type { World } from "../settings/world.ts";
import { outputOf } from "./run_program.ts";

/** ms that Claude Code gives a helper. */
const HELPER_MS = 10_000;

/** A command that prints headers as JSON, and the environment that it is given. */
export interface HeadersHelper {
  command: string;
  env: Record<string, string>;
}

/** The headers for a new connection, as Claude Code has them from a `headersHelper`. Throws `TypeError`. */
export async function helpedHeaders(
  { command, env }: HeadersHelper,
  server: { name: string; url: string; cwd: string },
  world: World,
): Promise<Record<string, string>> {
  const named = { CLAUDE_CODE_MCP_SERVER_NAME: server.name, CLAUDE_CODE_MCP_SERVER_URL: server.url };
  const program = { command: "/bin/sh", args: ["-c", command], env: { ...env, ...named }, cwd: server.cwd };
  const text = await outputOf({ ...program, totalMs: HELPER_MS }, world) ?? "";
  const headers: unknown = attempt(() => JSON.parse(text));
  const isMap = isRecord(headers) && Object.values(headers).every((value) => typeof value === "string");
  if (isMap) return headers as Record<string, string>;
  throw new TypeError(
    `its headersHelper does not print headers as a JSON object within ${HELPER_MS / 1000} s`,
  );
}
