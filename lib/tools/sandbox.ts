import type { CodebaseOptions } from "../codebase/codebase.ts";
import type { ToolOutput } from "../contract/finding.ts";
import { SHELL } from "../guard/git/environment.ts";
import { killMarked, newMark } from "../guard/git/strays.ts";
import { systemWorld } from "../settings/world.ts";
import { codeFile } from "./bundle.ts";
import type { ToolCall, ToolOutcome, ToolProvider } from "./protocol.ts";
import { BUILT_IN_NAMES } from "./registry.ts";

/** What the main thread says to the sandbox: where to look and how to mark what it starts, once and first; then calls. */
export type ToSandbox =
  | { kind: "open"; codebase: CodebaseOptions; mark: string }
  | { kind: "call"; id: number; tool: string; args: Record<string, unknown>; timeoutMs: number };

/**
 * What comes back. `started` lets a call's own clock begin when it really begins, not while another holds the thread; `ahead` holds parts of an
 * answer before it. `strays`: a git may have left processes behind; `gitRuns`: one still works, and whoever asked it has given up.
 */
export type FromSandbox =
  | { kind: "started"; id: number }
  | { kind: "ahead"; id: number; part: Partial<ToolOutput> }
  | { kind: "done"; id: number; outcome: ToolOutcome; gitRuns: boolean }
  | { kind: "strays" };

/** What a sandbox may reach: absolute paths that it reads and writes, programs that it runs. Nothing else. */
export interface Reach {
  read: string[];
  write: string[];
  run: string[];
}

/** The root, its git directory and our cache to read; our cache to write; git to run, and the shell that bounds its memory. */
export function reachOf(
  { root, gitDir, gitCommonDir, cacheDir, git }: Pick<
    CodebaseOptions,
    "root" | "gitDir" | "gitCommonDir" | "cacheDir" | "git"
  >,
): Reach {
  return {
    read: [root, gitDir, gitCommonDir, cacheDir].filter((path) => path !== undefined),
    write: cacheDir === undefined ? [] : [cacheDir],
    run: git === undefined ? [] : [git, SHELL],
  };
}

/** Starts a sandbox that can reach so much. The thread that calls is held until the new one is there. */
export function startSandbox(entry: URL, { read, write, run }: Reach): Worker {
  return new Worker(entry, {
    type: "module",
    name: "sandbox",
    deno: {
      permissions: {
        read: [...read, ...codeFile()],
        write: write.length > 0 && write,
        run: run.length > 0 && run,
        net: false,
        env: false,
        sys: false,
        ffi: false,
        import: false,
      },
    },
  });
}

/**
 * A sandbox started before it is known what it will have to reach, since its start is the longest part of a prompt. It is given away for exactly the
 * reach that was expected, and ended for any other: it has read nothing by then.
 */
export class SandboxAhead {
  readonly #expected: string;
  #worker: Worker | undefined;

  constructor(entry: URL, expected: Reach) {
    this.#expected = JSON.stringify(expected);
    this.#worker = startSandbox(entry, expected);
    // One that breaks down unheard is replaced, so that the reason comes out.
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.end();
    };
  }

  /** The sandbox, where it reaches just that and has not been taken yet. */
  take(reach: Reach): Worker | undefined {
    if (JSON.stringify(reach) !== this.#expected) this.end();
    const worker = this.#worker;
    this.#worker = undefined;
    return worker;
  }

  /** Ends a sandbox that nobody took. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

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
    worker ??= open();
    worker.postMessage({ kind: "call", id, tool, args, timeoutMs } satisfies ToSandbox);
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
