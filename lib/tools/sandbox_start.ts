import type { CodebaseOptions } from "../codebase/codebase.ts";

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

/** The root, its git directory and our cache to read; our cache to write; git to run. */
export function reachOf(
  { root, gitDir, gitCommonDir, cacheDir, git }: Pick<
    CodebaseOptions,
    "root" | "gitDir" | "gitCommonDir" | "cacheDir" | "git"
  >,
): Reach {
  return {
    read: [root, gitDir, gitCommonDir, cacheDir].filter((path) => path !== undefined),
    write: cacheDir === undefined ? [] : [cacheDir],
    run: git === undefined ? [] : [git],
  };
}

/** Starts a sandbox that can reach so much. The thread that calls is held until the new one is there. */
export function startSandbox(entry: URL, { read, write, run }: Reach): StartedSandbox {
  const worker = new Worker(entry, {
    type: "module",
    name: "sandbox",
    deno: {
      permissions: {
        read,
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
