import type { CodebaseOptions } from "../codebase/codebase.ts";
import { AutoToolsError } from "../contract/error_codes.ts";
import type { ToolOutput } from "../contract/finding.ts";
import { SHELL } from "../guard/git/environment.ts";
import { codeFile } from "./bundle.ts";
import type { ToolOutcome } from "./protocol.ts";

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

/** File descriptors that a sandbox takes as it starts, and a little more. The runtime ends the process where it cannot have them. */
const DESCRIPTORS = 14;

/**
 * Starts a sandbox that can reach so much. The thread that calls is held until the new one is there. Throws `AutoToolsError` `E_TOOL_UNAVAILABLE` where the
 * process may not open the files it takes.
 */
export function startSandbox(entry: URL, { read, write, run }: Reach): Worker {
  requireDescriptors(DESCRIPTORS);
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

function requireDescriptors(count: number): void {
  const opened: Deno.FsFile[] = [];
  try {
    while (opened.length < count) opened.push(Deno.openSync("/dev/null"));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const message = `Too few open files are allowed (ulimit -n): ${error.message}`;
    throw new AutoToolsError("E_TOOL_UNAVAILABLE", message, { cause: error });
  } finally {
    for (const file of opened) file.close();
  }
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
