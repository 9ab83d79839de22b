import { VERSION } from "../../contract/version.ts";
import type { Client } from "../../settings/mcp_servers/client_places.ts";
import { clientGateway } from "../../setup/gateway/client_gateway.ts";
import { gatewayEntry, readState } from "../../setup/gateway/move_state.ts";
import { serversIn } from "../../setup/gateway/server_format.ts";
import { valueAt } from "../../settings/value_at.ts";
import { SetupError } from "../../setup/setup_error.ts";
import { type Bench, type Check, failed, ok, warning } from "./check.ts";
import { converse, fieldsOf, textAt } from "./process.ts";

/** ms for the gateway's first answer: it waits for servers whose tools it does not know yet. */
const ANSWER_MS = 15_000;

/** A client's gateway is started as the client starts it and lists its tools. Nothing where none is set up. */
export async function checkGateway(
  client: Client,
  bench: Pick<Bench, "program" | "cwd" | "world">,
): Promise<Check[]> {
  const name = client === "claude" ? "Claude Code gateway" : "Codex gateway";
  const setUp = `run: codex-auto setup gateway --${client}`;
  try {
    const gateway = clientGateway(client, bench.program, bench.world);
    const state = readState(gateway);
    const entry = gatewayEntry(gateway, state.client.text);
    const gone = state.recovered.join(", ");
    if (entry !== undefined) {
      const check = await runGateway(name, entry, gateway.file, bench.cwd, setUp);
      const missing = `${gateway.servers} does not have ${gone}, which stood behind the gateway`;
      return gone === "" ? [check] : [check, warning(name, missing, setUp)];
    }
    if (!state.isMoved) return [];
    const moved = serversIn(gateway.format, state.behind, gateway.servers).length;
    const alone =
      `${moved} of your servers are in ${gateway.servers}, and ${gateway.file} has no gateway in front of them`;
    return [warning(name, alone, `${setUp}, or with --undo to have them back`)];
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return [failed(name, error.message, "correct that")];
  }
}

async function runGateway(
  name: string,
  entry: unknown,
  file: string,
  cwd: string,
  setUp: string,
): Promise<Check> {
  const { command, args, env } = fieldsOf(entry);
  const program = String(command);
  const clientInfo = { name: "codex-auto-doctor", version: VERSION };
  const answer = await converse(program, [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ], {
    args: Array.isArray(args) ? args.map(String) : [],
    cwd,
    env: Object.fromEntries(Object.entries(fieldsOf(env)).map(([key, value]) => [key, String(value)])),
    timeoutMs: ANSWER_MS,
  });
  if (answer.kind === "none") return failed(name, `${file} names ${program}, which ${answer.why}`, setUp);
  const tools = valueAt(answer.results.get(2), ["tools"]);
  if (!Array.isArray(tools) || !tools.some((tool) => valueAt(tool, ["name"]) === "run_tool_batch")) {
    return failed(name, `${program} did not list its tools (${file})`, "run: codex-auto mcp --list");
  }
  // The instructions begin with the counts.
  const [counts = ""] = textAt(answer.results.get(1), "instructions").split(" (", 1);
  return ok(name, `answers in ${answer.ms} ms: ${counts} behind it (${file})`);
}
