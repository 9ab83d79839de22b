import { Buffer } from "node:buffer";
import { stripVTControlCharacters } from "node:util";
import { inTime } from "../settings/in_time.ts";

/** ms after codex has ended that are waited for the rest of its output, which a program that it left behind may hold open. */
const REST_MS = 500;
/** Bytes at the end of an output in which the answer is looked for, and at its beginning in which the thread is. */
const MAX_TOLD = 1024 * 1024;
const MAX_HEAD = 64 * 1024;
/** Where codex names the thread of a turn: in the heading between two lines, or in the first of its events. */
const THREAD = /^session id: ([\w-]+)|^\{"type":"thread\.started","thread_id":"([\w-]+)/m;

/** A thread id becomes an argument of codex, so it must not be able to be read as an option. */
export function isThreadId(text: unknown): text is string {
  return typeof text === "string" && /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/.test(text);
}

/**
 * How codex's output is shown: what `Deno.Command` is given for it, and what shows what comes, once the program has started; that returns what is to be called once it has ended,
 * which gives the thread that codex has named. Leaves our context out of what codex repeats on stderr. On a terminal codex tells its answer there once, and on stdout as well
 * where stderr is none, so that is shown only if stderr did not.
 */
export function codexOutput({ added, args }: { added: string; args: readonly string[] }) {
  const isJson = args.includes("--json");
  const onTerminal = !isJson && Deno.stdout.isTerminal() && Deno.stderr.isTerminal();
  const isColoured = onTerminal && !Deno.noColor && !args.some((arg) => arg.startsWith("--color"));
  const stdout = isJson || onTerminal ? "piped" : "inherit";
  return {
    args: isColoured ? ["--color", "always"] : [],
    streams: { stdout, stderr: isJson ? "inherit" : "piped" } as const,
    show(child: Deno.ChildProcess) {
      let head = "";
      let told = "";
      const answer: Uint8Array[] = [];
      const passTo = (stream: typeof Deno.stdout | typeof Deno.stderr) => (bytes: Uint8Array) => {
        const text = Buffer.from(bytes).toString("latin1");
        if (head.length < MAX_HEAD) head += text;
        told = (told + text).slice(-MAX_TOLD);
        return stream.write(bytes);
      };
      const keep = (bytes: Uint8Array) => Promise.resolve(answer.push(bytes) && bytes.length);
      const all = isJson
        ? [pass(child.stdout, passTo(Deno.stdout))]
        : [pass(child.stderr.pipeThrough(without(added)), passTo(Deno.stderr))];
      if (onTerminal) all.push(pass(child.stdout, keep));
      return async () => {
        await inTime(Promise.all(all), REST_MS);
        const bytes = Buffer.concat(answer);
        if (!told.includes(bytes.toString("latin1").trim())) {
          await pass([bytes], (rest) => Deno.stdout.write(rest));
        }
        // What a person or a model has said comes later.
        const heading = stripVTControlCharacters(head).split(/^-{8}$/m, 2).join("");
        return THREAD.exec(heading)?.slice(1).find(isThreadId);
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
