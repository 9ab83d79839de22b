/// <reference lib="deno.worker" />
import { BUILT_IN_TOOLS } from "../codebase/tools.ts";
import type { CodebaseOptions } from "../codebase/codebase.ts";
import { useLook } from "../codebase/files/kept_listing.ts";
import { endSession } from "../codebase/session.ts";
import { AutoToolsError } from "../contract/error_codes.ts";
import { gitIsRunning, useGit } from "../guard/git/git.ts";
import { NO_REPOSITORY } from "../guard/git/git_view.ts";
import type { ToolCall, ToolOutcome } from "./protocol.ts";
import type { SandboxAnswer, ToSandbox } from "./sandbox.ts";
import type { FromThread } from "./thread.ts";

/** A tool gets a deadline a little before its thread is ended, so that what it has found by then is not lost. */
const REPLY_MARGIN_MS = 60;
/** The same as a share of longer timeouts: where a tool comes near its own, the machine is busy, and the last step takes long as well. */
const REPLY_MARGIN = 0.1;

/** ms without a call after which a prompt is over: its calls are waiting when the first is answered. */
const OVER_MS = 200;
let over: ReturnType<typeof setTimeout> | undefined;
/** The mark under which a git has left processes behind. */
let strays: string | undefined;

const say = (message: FromThread) => self.postMessage(message);

const asking: ((told: boolean) => void)[] = [];

useLook((look) => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  asking.push(resolve);
  say({ asks: look });
  return promise;
});

self.onmessage = async ({ data }: MessageEvent<ToSandbox>) => {
  if ("told" in data) return asking.shift()?.(data.told);
  const { codebase, mark, ...call } = data;
  clearTimeout(over);
  const { git, gitView: view = NO_REPOSITORY } = codebase;
  useGit(git, { view, mark, onStrays: () => strays = mark });
  say({ started: true });
  const outcome = await run(call, codebase);
  say({ answer: { outcome, strays: strays === mark || gitIsRunning() } satisfies SandboxAnswer });
  over = setTimeout(endSession, OVER_MS);
};

async function run(
  { tool: name, args, timeoutMs }: ToolCall,
  codebase: CodebaseOptions,
): Promise<ToolOutcome> {
  const started = performance.now();
  try {
    const load = Object.hasOwn(BUILT_IN_TOOLS, name) ? BUILT_IN_TOOLS[name] : undefined;
    if (!load) throw new AutoToolsError("E_TOOL_UNAVAILABLE", "no such built-in tool");
    const tool = await load();
    const margin = Math.min(Math.max(REPLY_MARGIN_MS, timeoutMs * REPLY_MARGIN), timeoutMs / 2);
    const output = await tool(args, { ...codebase, deadline: started + timeoutMs - margin });
    return { status: "ok", output };
  } catch (error) {
    const code = error instanceof AutoToolsError ? error.code : "E_UNKNOWN";
    if (code === "E_TIMEOUT") return { status: "timeout" };
    return { status: "error", code, message: error instanceof Error ? error.message : String(error) };
  }
}
