import type { CodebaseOptions } from "../codebase/codebase.ts";
import { killMarked, newMark } from "../guard/git/strays.ts";
import { systemWorld } from "../settings/world.ts";
import type { ToolCall, ToolOutcome, ToolProvider } from "./protocol.ts";
import type { FromSandbox, ToSandbox } from "./sandbox_messages.ts";
import { reachOf, type SandboxAhead, type StartedSandbox, startSandbox } from "./sandbox_start.ts";

const TOOLS: ReadonlySet<string> = new Set([
  "ci_index_status",
  "ci_search",
  "ci_graph_rag",
  "ci_call_chain",
  "ci_bug_locate",
  "ci_impact",
  "ci_complexity",
  "ci_hotspot",
]);

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

  function open(started: StartedSandbox = startSandbox(entry, reach)): Worker {
    // One that broke down unheard is replaced, so that the reason comes out.
    const { worker } = started.failure === undefined ? started : startSandbox(entry, reach);
    worker.onmessage = (event: MessageEvent<FromSandbox>) => receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      stop();
      failAll(event.message);
    };
    send(worker, { kind: "open", codebase, mark });
    return worker;
  }

  function stop(): void {
    worker?.terminate();
    worker = undefined;
  }

  function send(to: Worker, message: ToSandbox): void {
    to.postMessage(message);
  }

  function post(id: number, { call }: Pending): void {
    try {
      worker ??= open();
      send(worker, { kind: "call", id, tool: call.tool, args: call.args, timeoutMs: call.timeoutMs });
    } catch (error) {
      // No other sandbox can be had: the call has failed. Thrown on from a timer, that would end the program.
      if (!(error instanceof Error)) throw error;
      finish(id, { status: "error", code: "E_TOOL_UNAVAILABLE", message: error.message });
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
    for (const id of [...pending.keys()]) {
      finish(id, { status: "error", code: "E_TOOL_UNAVAILABLE", message: reason });
    }
  }

  return {
    has: (tool) => TOOLS.has(tool),
    call(call, onAhead) {
      if (closed) {
        return Promise.resolve({
          status: "error",
          code: "E_TOOL_UNAVAILABLE",
          message: "the sandbox is closed",
        });
      }
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
