import { attempt, ignoreError } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import { codexOutput } from "./codex_output.ts";
import { WRAPPED } from "./hook_message.ts";

/** One call of codex: what is run, where, and the text for its stdin. */
export interface CodexCall {
  program: string;
  /** `resume --last` or `resume ID`; nothing for a new session. */
  resume: readonly string[];
  /** The user's own arguments for codex; they stand before `resume`, where all of them are taken. */
  args: readonly string[];
  cwd: string;
  text: string;
  added: string;
}

/** ms to wait for `codex exec resume --help`; it takes about 150. */
const HELP_MS = 3000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs codex once. Signals to us go on to it, and we wait for it. Throws where it cannot be started. `code` is codex's own, 128 + n where signal n ended it; `interrupted`: the
 * user or the system asked for the end while it ran; `threadId` is known once codex has named it, so that the prompt was on its way to the model.
 */
export async function runCodex(call: CodexCall) {
  const output = codexOutput(call);
  const child = new Deno.Command(call.program, {
    args: ["exec", ...attachedImages([...call.args, ...output.args]), ...call.resume, "-"],
    cwd: call.cwd,
    env: { [WRAPPED]: "1" },
    stdin: "piped",
    ...output.streams,
  }).spawn();
  let interrupted = false;
  const passed = SIGNALS.map((signal) => {
    const pass = () => {
      interrupted = true;
      // It may have ended in this very moment.
      attempt(() => child.kill(signal));
    };
    Deno.addSignalListener(signal, pass);
    return { signal, pass };
  });
  try {
    const shown = output.show(child);
    // One that ends or goes on without reading all of it is no failure: its answer tells.
    const told = new Blob([call.text]).stream().pipeTo(child.stdin).catch(ignoreError);
    const [{ code }] = await Promise.all([child.status, told]);
    return { code, interrupted, threadId: await shown() };
  } finally {
    for (const { signal, pass } of passed) Deno.removeSignalListener(signal, pass);
  }
}

/** Codex's `--image FILE...` takes all that follows for files, `resume` and `-` too; `--image=FILE` takes one. */
function attachedImages(args: readonly string[]): string[] {
  let inImages = false;
  return args.flatMap((arg) => {
    const begins = arg === "-i" || arg === "--image";
    inImages = begins || (inImages && !arg.startsWith("-"));
    return begins ? [] : [inImages ? `--image=${arg}` : arg];
  });
}

/** Whether `codex exec resume` has `--last`, from its own help; undefined where it did not answer in time. */
export async function hasResumeLast(program: string, cwd: string): Promise<boolean | undefined> {
  const signal = AbortSignal.timeout(HELP_MS);
  const ask = async () =>
    await new Deno.Command(program, { args: ["exec", "resume", "--help"], cwd, stdin: "null", signal })
      .output();
  // Where it cannot be started, the turn itself will say so.
  const output = await inTime(ask().catch(ignoreError), HELP_MS);
  if (!output || signal.aborted) return undefined;
  const help = new TextDecoder().decode(output.stdout) + new TextDecoder().decode(output.stderr);
  return /(?:^|\s)--last(?![\w-])/.test(help);
}
