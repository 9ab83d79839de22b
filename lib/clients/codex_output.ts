import { Buffer } from "node:buffer";
import { inTime } from "../settings/in_time.ts";

/** ms after codex has ended that are waited for the rest of its output, which a program that it left behind may hold open. */
const REST_MS = 500;
/** Bytes at the end of stderr in which the answer is looked for. */
const MAX_TOLD = 1024 * 1024;

/**
 * How codex's output is shown: what `Deno.Command` is given for it, and what shows what comes, once the program has started; that returns what is to be called once it has ended.
 * Leaves our context out of what codex repeats on stderr. On a terminal codex tells its answer there once, and on stdout as well where stderr is none, so that is shown only if stderr did not.
 */
export function codexOutput({ added, args }: { added: string; args: readonly string[] }) {
  const inherit = { stdout: "inherit", stderr: "inherit" } as const;
  if (added === "" || args.includes("--json")) {
    return { args: [], streams: inherit, show: () => () => Promise.resolve() };
  }
  const onTerminal = Deno.stdout.isTerminal() && Deno.stderr.isTerminal();
  const isColoured = onTerminal && !Deno.noColor && !args.some((arg) => arg.startsWith("--color"));
  return {
    args: isColoured ? ["--color", "always"] : [],
    streams: { stdout: onTerminal ? "piped" : "inherit", stderr: "piped" } as const,
    show(child: Deno.ChildProcess) {
      let told = "";
      const answer: Uint8Array[] = [];
      const all = Promise.all([
        pass(child.stderr.pipeThrough(without(added)), (bytes) => {
          if (onTerminal) told = (told + Buffer.from(bytes).toString("latin1")).slice(-MAX_TOLD);
          return Deno.stderr.write(bytes);
        }),
        ...onTerminal
          ? [pass(child.stdout, (bytes) => Promise.resolve(answer.push(bytes) && bytes.length))]
          : [],
      ]);
      return async () => {
        await inTime(all, REST_MS);
        const bytes = Buffer.concat(answer);
        if (!told.includes(bytes.toString("latin1").trim())) {
          await pass([bytes], (rest) => Deno.stdout.write(rest));
        }
      };
    },
  };
}

/** Hands on all of a stream. Where nobody reads any more it is read to its end, so that its writer can go on. */
async function pass(
  from: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  write: (bytes: Uint8Array) => Promise<number>,
): Promise<void> {
  let isRead = true;
  for await (const bytes of from) {
    try {
      for (let at = 0; isRead && at < bytes.length;) at += await write(bytes.subarray(at));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      isRead = false;
    }
  }
}

/** Leaves the first `text` out of a stream; nothing is held back but what may be its beginning. */
export function without(text: string): TransformStream<Uint8Array, Uint8Array> {
  const sought = Buffer.from(text);
  let held = Buffer.alloc(0);
  let isFound = false;
  return new TransformStream({
    transform(chunk, controller) {
      if (isFound) return controller.enqueue(chunk);
      held = Buffer.concat([held, chunk]);
      const at = held.indexOf(sought);
      isFound = at >= 0;
      let end = isFound ? at : Math.max(0, held.length - sought.length + 1);
      while (!isFound && !held.subarray(end).equals(sought.subarray(0, held.length - end))) end++;
      controller.enqueue(held.subarray(0, end));
      held = held.subarray(isFound ? end + sought.length : end);
      if (isFound) controller.enqueue(held);
    },
    flush: (controller) => isFound ? undefined : controller.enqueue(held),
  });
}
