import { stripComments } from "jsonc-parser";
import { isStrictJson, listAt, valueAt } from "../settings/json.ts";
import type { HookClient } from "../settings/mcp_servers/client_places.ts";
import type { World } from "../settings/world.ts";
import { foldersAround } from "./client_file.ts";
import { HOOK_NAME, HOOK_STATUS, HOOK_TIMEOUT_SECONDS, shellQuote } from "./hook_file.ts";
import type { ClientHooks } from "./hook_installation.ts";
import CODEX_DENIED from "./hooks/codex.rules" with { type: "text" };
import PLUGIN from "./hooks/opencode_plugin.js" with { type: "text" };
import { parseSettings } from "./jsonc.ts";
import { neededFolder } from "./setup_error.ts";

const TIMES = { timeout: HOOK_TIMEOUT_SECONDS, statusMessage: HOOK_STATUS };

/** The clients' own rules against what gives the user's word. They are a help: the commands themselves refuse what a client has started. */
export const CLAUDE_DENIED = ["Bash(codex-auto allow:*)", "Bash(codex-auto trust:*)"] as const;

const CLIENTS: Readonly<Record<HookClient, Omit<ClientHooks, "folder" | "around">>> = {
  // The entry is in exec form: no shell reads its path. The client passes over a byte order mark.
  claude: {
    fileName: "settings.json",
    events: ["UserPromptSubmit", "SubagentStart"],
    denied: CLAUDE_DENIED,
    canRead: (text) => isStrictJson(text.replace(/^\uFEFF/, "")),
    entry: (shim) => ({ type: "command", command: shim, args: [], ...TIMES }),
  },
  // The command is a shell line, which the user trusts: it names the shim, so a program that moves does not void that.
  codex: {
    fileName: "hooks.json",
    events: ["UserPromptSubmit"],
    canRead: isStrictJson,
    entry: (shim) => ({ type: "command", command: `${shellQuote(shim)} --client codex`, ...TIMES }),
    files: { "rules/auto-tools.rules": CODEX_DENIED },
  },
  // A shell line: what ends with 2 or more and a word on stderr forbids the prompt, a command that is not found too.
  gemini: {
    fileName: "settings.json",
    events: ["BeforeAgent"],
    canRead: (text) => isStrictJson(stripComments(text, " ")),
    entry: (shim) => ({
      type: "command",
      name: HOOK_NAME,
      description: HOOK_STATUS,
      command: `test -x ${shellQuote(shim)} && exec ${shellQuote(shim)} --client gemini 2>/dev/null; exit 0`,
      timeout: HOOK_TIMEOUT_SECONDS * 1000,
    }),
  },
  // No hooks in a file: it runs the plugins in a folder.
  opencode: {
    fileName: "plugins/auto-tools.js",
    events: [],
    canRead: () => true,
    entry: (shim) => ({ type: "command", command: shim, args: ["--client", "opencode"], ...TIMES }),
    files: { "plugins/auto-tools.js": PLUGIN },
  },
};

/** Throws `SetupError` where nothing says where the client's folder is. */
export function clientHooks(client: HookClient, world: World): ClientHooks {
  const folder = neededFolder(client, world);
  return { ...CLIENTS[client], folder, around: foldersAround(folder, world.env("HOME")) };
}

/** How a person lets Codex run the hook; nobody does it for them. */
export const HOW_TO_TRUST =
  'Codex runs a new hook only once you trust it: start codex and answer "Hooks need review", or type /hooks there and trust the one under UserPromptSubmit';

/** The setting of Claude Code or Gemini CLI that switches our hook off, if there is one. Throws `SetupError`. */
export function switchedOff(text: string, file: string): string | undefined {
  const settings = parseSettings(text, file);
  if (valueAt(settings, ["disableAllHooks"]) === true) return "disableAllHooks";
  if (valueAt(settings, ["hooksConfig", "enabled"]) === false) return "hooksConfig.enabled";
  return listAt(settings, "hooksConfig", "disabled").includes(HOOK_NAME) ? "hooksConfig.disabled" : undefined;
}

/** Whether Claude Code's settings have the plugin (`plugin/`), whose hook is silent beside the one that setup writes. Throws `SetupError`. */
export function pluginIsEnabled(text: string, file: string): boolean {
  return valueAt(parseSettings(text, file), ["enabledPlugins", "auto-tools@auto-tools"]) === true;
}
