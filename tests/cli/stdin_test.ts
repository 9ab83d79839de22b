import { assert, assertEquals } from "@std/assert";
import { readInput } from "../../lib/cli/stdin.ts";

/** A source that gives these pieces, each `afterMs` after it was asked, and then its end, or nothing any more. */
function source(pieces: string[], afterMs: number, ends: boolean) {
  const timers: ReturnType<typeof setTimeout>[] = [];
  return {
    read(buffer: Uint8Array): Promise<number | null> {
      const piece = pieces.shift();
      if (piece === undefined) return ends ? Promise.resolve(null) : new Promise(() => {});
      // In two steps, as bytes come: a poll finds them, and then they are handed on.
      return new Promise((resolve) => {
        const hand = () => resolve(new TextEncoder().encodeInto(piece, buffer).written);
        timers.push(setTimeout(() => timers.push(setTimeout(hand, 0)), afterMs));
      });
    },
    [Symbol.dispose]: () => timers.forEach(clearTimeout),
  };
}

async function read(from: ReturnType<typeof source>, idleMs: number, maxMs: number): Promise<string> {
  return new TextDecoder().decode(await readInput({ maxBytes: 10_000, idleMs, maxMs }, from));
}

Deno.test("a source is read to its end, and one without an end until it has been idle", async () => {
  for (const ends of [true, false]) {
    using from = source(["a", "b"], 1, ends);
    assertEquals(await read(from, 150, 5000), "ab");
  }
});

Deno.test("a process that stood still for longer than it would wait still takes what was there", async () => {
  using from = source(["whole"], 5, true);
  const reading = read(from, 200, 1000);
  for (const until = performance.now() + 400; performance.now() < until;);
  assertEquals(await reading, "whole");
});

Deno.test("a source that trickles for ever is given up soon after its time", async () => {
  using from = source(Array.from({ length: 1000 }, () => "x"), 20, false);
  const began = performance.now();
  const text = await read(from, 200, 300);
  assert(text.length > 2 && text.length < 500, `${text.length}`);
  assert(performance.now() - began < 3000);
});
