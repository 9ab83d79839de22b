import { VERSION } from "../../contract/version.ts";
import type { Client } from "../../settings/mcp_servers/client_places.ts";
import { clientGateway } from "../../setup/gateway/client_gateway.ts";
import { gatewayEntry, readState } from "../../setup/gateway/move_state.ts";
import { serversIn } from "../../setup/gateway/server_format.ts";
import { listAt, recordAt, textAt } from "../../settings/json.ts";
import { gatewayConfiguration } from "../mcp_gateway.ts";
import { type Bench, type Found, Unproven, warning } from "./check.ts";
import { converse } from "./process.ts";

/** ms for the gateway's first answer: it waits for servers whose tools it does not know yet. */
const ANSWER_MS = 15_000;

/** A client's gateway is started as the client starts it and lists its tools. Nothing where none is set up. */
export const checkGateway =
  (client: Client) => async (bench: Pick<Bench, "program" | "cwd" | "world">): Promise<Found> => {
    const setUp = `run: codex-auto setup gateway --${client}`;
    const gateway = clientGateway(client, bench.program, bench.world);
    const { client: { text }, recovered, isMoved, behind } = readState(gateway);
    const entry = gatewayEntry(gateway, text);
    if (entry === undefined) {
      const moved = serversIn(gateway.format, behind, gateway.servers).length;
      const alone =
        `${moved} of your servers are in ${gateway.servers}, and ${gateway.file} has no gateway in front of them`;
      return isMoved ? warning(alone, `${setUp}, or with --undo to have them back`) : undefined;
    }
    const answers = await toolsOf(entry, gateway.file, bench.cwd);
    const [unread] = (await gatewayConfiguration(bench.cwd, bench.world)).place.settings.permissions.unread;
    if (unread !== undefined) throw new Unproven(unread.why, "correct that");
    if (recovered.length === 0) return answers;
    const missing = `does not have ${recovered.join(", ")}, which stood behind the gateway`;
    return warning(`${gateway.servers} ${missing}`, setUp);
  };

async function toolsOf(entry: unknown, file: string, cwd: string): Promise<string> {
  const { command, args, env } = recordAt(entry);
  const program = String(command);
  const clientInfo = { name: "codex-auto-doctor", version: VERSION };
  const answer = await converse(program, [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ], {
    args: Array.isArray(args) ? args.map(String) : [],
    cwd,
    env: Object.fromEntries(Object.entries(recordAt(env)).map(([key, value]) => [key, String(value)])),
    timeoutMs: ANSWER_MS,
  }).catch(({ message }: Error) => {
    throw new Unproven(`${file} names ${program}, which ${message}`);
  });
  if (!listAt(answer.results.get(2), "tools").some((tool) => textAt(tool, "name") === "run_tool_batch")) {
    throw new Unproven(`${program} did not list its tools (${file})`, "run: codex-auto mcp --list");
  }
  // The instructions begin with the counts.
  const [counts = ""] = textAt(answer.results.get(1), "instructions").split(/ \(|: /, 1);
  return `answers in ${answer.ms} ms: ${counts} behind it (${file})`;
}
