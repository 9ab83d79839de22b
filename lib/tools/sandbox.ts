import type { CodebaseOptions } from "../codebase/codebase.ts";
import { killMarked, newMark } from "../guard/git/strays.ts";
import { systemWorld } from "../settings/world.ts";
import type { ToolCall, ToolOutcome, ToolProvider } from "./protocol.ts";
import { BUILT_IN_NAMES } from "./registry.ts";
import {
  type FromSandbox,
  reachOf,
  type SandboxAhead,
  startSandbox,
  type ToSandbox,
} from "./sandbox_start.ts";

interface Pending {
  call: ToolCall;
  settle(outcome: ToolOutcome): void;
  onAhead: Parameters<ToolProvider["call"]>[1];
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * The built-in tools in a Worker that the runtime holds to: read the root, its git directory and our cache; write our cache; run git.
 *
 * The Worker starts at once, since its start is the longest part of a prompt. A tool that overruns takes the Worker with it: the Worker is
 * ended, and calls that were waiting behind it go on in a new one.
 *
 * @param entry URL of the Worker's module.
 * @param ahead a Worker started before, taken where it fits.
 */
export function sandboxProvider(
  entry: URL,
  codebase: CodebaseOptions,
  ahead?: Pick<SandboxAhead, "take">,
): ToolProvider {
  const pending = new Map<number, Pending>();
  const reach = reachOf(codebase);
  const mark = newMark(systemWorld());
  let strays = false;
  let gitRuns = false;
  let nextId = 0;
  let closed = false;
  let worker: Worker | undefined = open(ahead?.take(reach));

  function open(started: Worker = startSandbox(entry, reach)): Worker {
    started.onmessage = (event: MessageEvent<FromSandbox>) => receive(event.data);
    started.onerror = (event) => {
      event.preventDefault();
      stop();
      failAll(event.message);
    };
    started.postMessage({ kind: "open", codebase, mark } satisfies ToSandbox);
    return started;
  }

  function stop(): void {
    worker?.terminate();
    worker = undefined;
  }

  function post(id: number, { call: { tool, args, timeoutMs } }: Pending): void {
    try {
      worker ??= open();
      worker.postMessage({ kind: "call", id, tool, args, timeoutMs } satisfies ToSandbox);
    } catch (error) {
      // No other sandbox can be had: the call has failed. Thrown on from a timer, that would end the program.
      if (!(error instanceof Error)) throw error;
      finish(id, unavailable(error.message));
    }
  }

  function receive(message: FromSandbox): void {
    if (message.kind === "strays") {
      strays = true;
      return;
    }
    const entry = pending.get(message.id);
    if (!entry) return;
    if (message.kind === "started") {
      entry.timer = setTimeout(() => overrun(message.id), entry.call.timeoutMs);
    } else if (message.kind === "ahead") {
      entry.onAhead?.(message.part);
    } else {
      gitRuns = message.gitRuns;
      finish(message.id, message.outcome);
    }
  }

  function finish(id: number, outcome: ToolOutcome): void {
    const entry = pending.get(id);
    pending.delete(id);
    clearTimeout(entry?.timer);
    entry?.settle(outcome);
  }

  function overrun(id: number): void {
    stop();
    strays = true;
    finish(id, { status: "timeout" });
    for (const [waiting, entry] of pending) {
      clearTimeout(entry.timer);
      post(waiting, entry);
    }
  }

  function failAll(reason: string): void {
    for (const id of [...pending.keys()]) finish(id, unavailable(reason));
  }

  return {
    has: (tool) => BUILT_IN_NAMES.has(tool),
    call(call, onAhead) {
      if (closed) return Promise.resolve(unavailable("the sandbox is closed"));
      return new Promise((settle) => {
        const id = nextId++;
        const entry = { call, settle, onAhead };
        pending.set(id, entry);
        post(id, entry);
      });
    },
    close() {
      if (closed) return;
      closed = true;
      strays ||= gitRuns || pending.size > 0;
      stop();
      // The sandbox may end no process but its own child; what that has left behind is ended from here, when nothing of ours runs any more.
      if (strays) killMarked(mark);
      failAll("the sandbox is closed");
    },
  };
}

function unavailable(message: string): ToolOutcome {
  return { status: "error", code: "E_TOOL_UNAVAILABLE", message };
}
