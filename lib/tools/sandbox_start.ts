import type { CodebaseOptions } from "../codebase/codebase.ts";
import { AutoToolsError } from "../contract/error_codes.ts";
import { SHELL } from "../guard/git/bounded_start.ts";
import { codeFile } from "./code_file.ts";

/** What a sandbox may reach: absolute paths that it reads and writes, programs that it runs. Nothing else. */
export interface Reach {
  read: string[];
  write: string[];
  run: string[];
}

/** A Worker that has started and waits to be told where to look. */
export interface StartedSandbox {
  worker: Worker;
  /** Why it broke down before anybody listened to it. */
  failure?: string;
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
export function startSandbox(entry: URL, { read, write, run }: Reach): StartedSandbox {
  requireDescriptors(DESCRIPTORS);
  const worker = new Worker(entry, {
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
  const started: StartedSandbox = { worker };
  worker.onerror = (event) => {
    event.preventDefault();
    started.failure = event.message;
  };
  return started;
}

function requireDescriptors(count: number): void {
  const opened: Deno.FsFile[] = [];
  try {
    while (opened.length < count) opened.push(Deno.openSync("/dev/null"));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new AutoToolsError(
      "E_TOOL_UNAVAILABLE",
      `Too few open files are allowed (ulimit -n): ${error.message}`,
      {
        cause: error,
      },
    );
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
  #started: StartedSandbox | undefined;

  constructor(entry: URL, expected: Reach) {
    this.#expected = JSON.stringify(expected);
    this.#started = startSandbox(entry, expected);
  }

  /** The sandbox, where it reaches just that and has not been taken yet. */
  take(reach: Reach): StartedSandbox | undefined {
    if (JSON.stringify(reach) !== this.#expected) {
      this.end();
      return undefined;
    }
    const started = this.#started;
    this.#started = undefined;
    return started;
  }

  /** Ends a sandbox that nobody took. */
  end(): void {
    this.#started?.worker.terminate();
    this.#started = undefined;
  }
}
