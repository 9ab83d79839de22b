import { CLIENT_CAP } from "../../settings/defaults.ts";
import type { World } from "../../settings/world.ts";
import { kernelLater } from "../kernel_later.ts";

/** What the repository has to say about a task, found as for a prompt; without it the work goes on, and `say` tells why. */
export function repositoryContext(
  root: string,
  world: World,
  say: (text: string) => void,
): (query: string, key: string) => Promise<string> {
  return async (query, key) => {
    try {
      const { fused_context } = await kernelLater({
        prompt: query,
        client: { name: "codex-cli", event: "cli", session_id: key },
        cwd: root,
        cap: CLIENT_CAP.wrapper,
        began: world.elapsed(),
      }, world);
      return fused_context.for_model.additional_context;
    } catch (error) {
      say(`no context for this step: ${error instanceof Error ? error.message : String(error)}`);
      return "";
    }
  };
}
