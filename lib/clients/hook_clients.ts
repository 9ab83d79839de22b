import type { Envelope } from "../contract/envelope.ts";
import { CLIENT_CAP, type ClientCap } from "../settings/defaults.ts";
import type { HookClient } from "../settings/mcp_servers/client_places.ts";

interface Adapter {
  name: Envelope["client"]["name"];
  /** The client's word for "a prompt was sent". */
  promptEvent: "UserPromptSubmit" | "BeforeAgent";
  cap: ClientCap;
  /** The client makes a message of an empty context, so the field is left out. */
  leavesOutEmpty?: true;
}

/** All in which the hooks of the clients differ. How each of them behaves: docs/clients.md. */
export const HOOK_CLIENTS: Record<HookClient, Adapter> = {
  claude: { name: "claude-code", promptEvent: "UserPromptSubmit", cap: CLIENT_CAP["claude-hook"] },
  codex: {
    name: "codex-cli",
    promptEvent: "UserPromptSubmit",
    cap: CLIENT_CAP["codex-hook"],
    leavesOutEmpty: true,
  },
  gemini: { name: "gemini-cli", promptEvent: "BeforeAgent", cap: CLIENT_CAP["gemini-hook"] },
  // Its plugin asks as Claude Code does.
  opencode: { name: "opencode", promptEvent: "UserPromptSubmit", cap: CLIENT_CAP["opencode-hook"] },
};

/** The client of a name; Claude Code where there is none of that name: a hook does not refuse a prompt over its own command line. */
export function hookClient(name: string | undefined): HookClient {
  return name !== undefined && Object.hasOwn(HOOK_CLIENTS, name) ? name as HookClient : "claude";
}
