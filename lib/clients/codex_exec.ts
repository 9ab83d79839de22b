import { WRAPPED } from "./codex_wrapped.ts";
import { feed } from "../settings/feed.ts";
import type { World } from "../settings/world.ts";
import { type ThreadWatch, watchBanner, watchEvents } from "./codex_banner.ts";
import type { CodexProgram } from "./codex_program.ts";
import { rolloutsNow, threadBegun, threadGrew } from "./codex_rollouts.ts";

/** How a turn of codex reaches the thread it is for. */
export type TurnKind = { kind: "exec" } | { kind: "resume-last" } | { kind: "resume"; threadId: string };

/** One call of codex: what is run, where, and the text for its stdin. */
export interface CodexCall {
  program: CodexProgram;
  turn: TurnKind;
  /** The user's own arguments for codex; they stand before `resume`, where all of them are taken. */
  args: readonly string[];
  cwd: string;
  text: string;
}

/** How it went. `code` is codex's own, 128 + n where signal n ended it. */
export interface CodexEnd {
  code: number;
  /** The user or the system asked for the end while it ran. */
  interrupted: boolean;
  /** Whether codex had opened the thread, so that the prompt was on its way to the model. */
  begun: boolean;
  threadId?: string;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs codex once. Its stdout and stderr are the program's own wherever nothing has to be watched, and are
 * passed on byte for byte, as they come, where it has. Its stdin is the text, then the end. Signals to us go
 * on to it, and we wait for it. Throws where it cannot be started.
 */
export async function runCodex(call: CodexCall, world: World): Promise<CodexEnd> {
  const json = call.args.some((arg) => arg === "--json" || arg === "--experimental-json");
  // On a terminal codex colours its output and prints the answer once: it has to see the terminal, so its own records tell the thread.
  const banner = json || Deno.stderr.isTerminal() ? undefined : watchBanner();
  const events = json ? watchEvents() : undefined;
  const watch = events ?? banner;
  const resumed = call.turn.kind === "resume" ? call.turn.threadId : undefined;
  const before = watch ? undefined : rolloutsNow(world, resumed);

  const child = new Deno.Command(call.program.path, {
    args: codexArgs(call),
    cwd: call.cwd,
    env: { [WRAPPED]: "1" },
    stdin: "piped",
    stdout: events ? "piped" : "inherit",
    stderr: banner ? "piped" : "inherit",
  }).spawn();
  const signals = passSignals(child);
  try {
    const [status] = await Promise.all([
      child.status,
      feed(child.stdin, call.text),
      ...(events ? [pass(child.stdout, Deno.stdout, events)] : []),
      ...(banner ? [pass(child.stderr, Deno.stderr, banner)] : []),
    ]);
    const end = { code: status.code, interrupted: signals.any() };
    if (!before) {
      const threadId = watch?.threadId();
      return { ...end, begun: threadId !== undefined, ...(threadId === undefined ? {} : { threadId }) };
    }
    const after = rolloutsNow(world, resumed);
    const fresh = threadBegun(before, after, call.cwd);
    const threadId = fresh ??
      (resumed !== undefined && threadGrew(before, after, resumed) ? resumed : undefined);
    return { ...end, begun: threadId !== undefined, ...(threadId === undefined ? {} : { threadId }) };
  } finally {
    signals.stop();
  }
}

/** `codex exec ARGS - `, `codex exec ARGS resume ID -` or `codex exec ARGS resume --last -`. */
export function codexArgs({ turn, args }: Pick<CodexCall, "turn" | "args">): string[] {
  const resume = turn.kind === "exec"
    ? []
    : turn.kind === "resume"
    ? ["resume", turn.threadId]
    : ["resume", "--last"];
  return ["exec", ...attachedImages(args), ...resume, "-"];
}

/**
 * Codex's `--image FILE...` takes all that follows for files, `resume` and `-` too; `--image=FILE` takes one.
 */
function attachedImages(args: readonly string[]): string[] {
  let inImages = false;
  return args.flatMap((arg) => {
    if (arg === "-i" || arg === "--image") {
      inImages = true;
      return [];
    }
    inImages &&= !arg.startsWith("-");
    return [inImages ? `--image=${arg}` : arg];
  });
}

async function pass(
  from: ReadableStream<Uint8Array>,
  to: { write(bytes: Uint8Array): Promise<number> },
  watch: ThreadWatch,
): Promise<void> {
  const reader = from.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    watch.push(value);
    try {
      for (let at = 0; at < value.length;) at += await to.write(value.subarray(at));
    } catch (error) {
      if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
      // Whoever read our output has gone: codex is to meet the closed pipe itself.
      await reader.cancel();
      return;
    }
  }
}

function passSignals(child: Deno.ChildProcess): { any(): boolean; stop(): void } {
  let any = false;
  const listeners = SIGNALS.map((signal) => {
    const listener = () => {
      any = true;
      try {
        child.kill(signal);
      } catch (error) {
        // It has ended in this very moment.
        if (!(error instanceof TypeError) && !(error instanceof Deno.errors.NotFound)) throw error;
      }
    };
    Deno.addSignalListener(signal, listener);
    return { signal, listener };
  });
  return {
    any: () => any,
    stop: () => listeners.forEach(({ signal, listener }) => Deno.removeSignalListener(signal, listener)),
  };
}
