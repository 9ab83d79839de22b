import type { CodebaseOptions } from "../codebase/codebase.ts";
import { isUnchanged, type Look } from "../codebase/files/kept_listing.ts";
import { AutoToolsError } from "../contract/error_codes.ts";
import { SHELL } from "../guard/git/git.ts";
import { killMarked, newMark } from "../guard/git/strays.ts";
import { caught } from "../settings/attempt.ts";
import { systemWorld } from "../settings/world.ts";
import { startThread } from "./bundle.ts";
import type { ToolCall, ToolOutcome, ToolProvider } from "./protocol.ts";
import { BUILT_IN_NAMES } from "./registry.ts";
import { openThread } from "./thread.ts";

export type { CodebaseOptions };

type Job = ToolCall & { codebase: CodebaseOptions; mark: string };
/** `told`: what comes of a look that it has asked for. */
export type ToSandbox = Job | { told: boolean };

/** `strays`: a git has left processes behind, or still works, and whoever asked it has given up. */
export type SandboxAnswer = { outcome: ToolOutcome; strays: boolean };

/** What a sandbox may reach: absolute paths that it reads and writes, programs that it runs. Nothing else. */
export type Reach = Record<"read" | "write" | "run", string[]>;

/** The root, its git directory and our cache to read; our cache to write; git to run, and the shell that bounds its memory. */
export function reachOf(
  { root, gitDir, gitCommonDir, cacheDir, git }: Omit<CodebaseOptions, "exclude" | "time">,
): Reach {
  return {
    read: [root, gitDir, gitCommonDir, cacheDir].filter((path) => path !== undefined),
    write: cacheDir === undefined ? [] : [cacheDir],
    run: git === undefined ? [] : [git, SHELL],
  };
}

/** Starts a sandbox that can reach so much. The thread that calls is held until the new one is there. */
export function startSandbox(entry: URL, { read, write, run }: Reach): Worker {
  return startThread(entry, "sandbox", {
    read,
    write: write.length > 0 && write,
    run: run.length > 0 && run,
    net: false,
    env: false,
    sys: false,
    ffi: false,
    import: false,
  });
}

type SandboxThread = ReturnType<typeof openThread>;

/** The thread of a sandbox, which has been started; `entry` is its module. It has this one look at folders of its root while it works. */
export function sandboxThread(entry: URL, reach: Reach): SandboxThread {
  const [root = ""] = reach.read;
  const thread = openThread(() => startSandbox(entry, reach), (asked) => isUnchanged(root, asked as Look));
  thread.start();
  return thread;
}

/** The built-in tools in a Worker with permissions of its own; in the thread that is kept for it, which goes on when the provider is closed. */
export function sandboxProvider(entry: URL, codebase: CodebaseOptions, kept?: SandboxThread): ToolProvider {
  const mark = newMark(systemWorld());
  let [strays, failed, closed, running] = [false, false, false, 0];
  const thread = kept ?? sandboxThread(entry, reachOf(codebase));
  /** The thread has been ended, whatever it was at. */
  const ended = ({ code, message }: AutoToolsError): SandboxAnswer => {
    failed = true;
    const outcome: ToolOutcome = code === "E_TIMEOUT"
      ? { status: "timeout" }
      : { status: "error", code, message: `the sandbox failed: ${message}` };
    return { outcome, strays: true };
  };

  return {
    has: (tool) => BUILT_IN_NAMES.has(tool),
    async call(call) {
      running++;
      const job: Job = { ...call, codebase, mark };
      const answered = thread.run(job, call.timeoutMs) as Promise<SandboxAnswer>;
      const answer = await answered.catch(caught(AutoToolsError, ended));
      running--;
      strays = answer.strays;
      return answer.outcome;
    },
    close() {
      if (closed) return;
      closed = true;
      const isLeft = strays || failed || running > 0;
      if (kept === undefined) thread.close();
      // The sandbox may end no process but its own child; what that has left behind is ended from here, when nothing of ours runs any more.
      if (isLeft) killMarked(mark);
    },
  };
}
