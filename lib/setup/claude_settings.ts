import { DENIED_COMMANDS } from "./denied_commands.ts";
import { HOOK_STATUS, HOOK_TIMEOUT_SECONDS } from "./hook_entry.ts";
import type { ClientHooks } from "./hook_installation.ts";
import { clientFolder } from "./client_folder.ts";
import { Jsonc } from "./jsonc.ts";
import { isStrictJson } from "../settings/strict_json.ts";
import type { World } from "../settings/world.ts";

/**
 * Claude Code's own settings: `settings.json` in `CLAUDE_CONFIG_DIR` or `~/.claude`. The entry is in exec form, which starts the shim
 * without a shell, so that no character of its path means anything. The client passes over a byte order mark. Throws `SetupError` where
 * the folder is not known.
 */
export function claudeHooks(world: World): ClientHooks {
  return {
    client: "Claude Code",
    folder: clientFolder(world, "CLAUDE_CONFIG_DIR", ".claude"),
    fileName: "settings.json",
    denied: DENIED_COMMANDS,
    canRead: (text) => isStrictJson(text.replace(/^\uFEFF/, "")),
    entry: (shim) => ({
      type: "command",
      command: shim,
      args: [],
      timeout: HOOK_TIMEOUT_SECONDS,
      statusMessage: HOOK_STATUS,
    }),
  };
}

/** Whether Claude Code's settings switch every hook off. Throws `SetupError`. */
export function allHooksDisabled(text: string, file: string): boolean {
  return new Jsonc(text.replace(/^\uFEFF/, ""), file).at(["disableAllHooks"])?.value === true;
}
