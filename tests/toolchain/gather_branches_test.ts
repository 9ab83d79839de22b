/** WebAssembly whose branches are gathered does what it did, and V8 can optimize it. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { gatherBranches } from "../../config/toolchain/gather_branches.ts";
import { grammarBytes } from "../../lib/codebase/syntax/parser_library.ts";
import { wasmNumber } from "../../config/toolchain/wasm_functions.ts";

const CASES = 600;
const sized = (bytes: number[]) => [...wasmNumber(bytes.length), ...bytes];
/** `i32.const`, whose number has a sign. */
const constant = (value: number) => [0x41, ...signed(value)];

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value;; rest >>= 7) {
    if (rest < 64) return [...bytes, rest];
    bytes.push(rest % 128 + 128);
  }
}

/**
 * A module as compilers write a large `switch` in a loop: `run(state)` goes from each odd state to the next below it, and ends in an even one with thrice
 * its number, or 7 for a state that is none. `extra` stands before all that.
 */
function lexer(extra: number[] = []): Uint8Array<ArrayBuffer> {
  const body = [0x01, 0x01, 0x7f, ...extra];
  body.push(0x02, 0x40, 0x03, 0x40, 0x02, 0x40); // The end; again; the next state.
  for (let at = 0; at <= CASES; at++) body.push(0x02, 0x40);
  body.push(0x20, 0x00, 0x0e, ...wasmNumber(CASES));
  for (let at = 0; at <= CASES; at++) body.push(...wasmNumber(at));
  for (let at = 0; at <= CASES; at++) {
    body.push(0x0b);
    const left = CASES - at;
    if (at === CASES) body.push(...constant(7), 0x21, 0x01, 0x0c, ...wasmNumber(left + 2));
    else if (at % 2 === 0) {
      body.push(...constant(at * 3), 0x21, 0x01, ...constant(1), 0x0d, ...wasmNumber(left + 2), 0x00);
    } else body.push(...constant(at - 1), 0x21, 0x00, 0x0c, ...wasmNumber(left));
  }
  body.push(0x0b, 0x0c, 0x00, 0x0b, 0x0b, 0x20, 0x01, 0x0b);
  const section = (id: number, bytes: number[]) => [id, ...sized(bytes)];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [0x01, 0x60, 0x01, 0x7f, 0x01, 0x7f]),
    ...section(3, [0x01, 0x00]),
    ...section(7, [0x01, ...sized([...new TextEncoder().encode("run")]), 0x00, 0x00]),
    ...section(10, [0x01, ...sized(body)]),
  ]);
}

async function results(module: Uint8Array<ArrayBuffer>): Promise<unknown[]> {
  const { instance } = await WebAssembly.instantiate(module);
  const { run } = instance.exports;
  assert(typeof run === "function");
  return Array.from({ length: CASES + 5 }, (_, state) => run(state));
}

Deno.test("a function does the same with its branches gathered", async () => {
  const module = lexer();
  const gathered = gatherBranches(module);
  assert(gathered.length !== module.length);
  const expected = Array.from(
    { length: CASES + 5 },
    (_, state) => state >= CASES ? 7 : 3 * (state - state % 2),
  );
  assertEquals(await results(module), expected);
  assertEquals(await results(gathered), expected);
});

Deno.test("a function with an instruction that is not known stays as it is", () => {
  // `ref.null func`, dropped.
  const module = lexer([0xd0, 0x70, 0x1a]);
  assert(WebAssembly.validate(module));
  assertEquals(gatherBranches(module), module);
});

Deno.test("what is no whole module is refused", () => {
  const module = lexer();
  assertThrows(() => gatherBranches(module.subarray(0, module.length - 100)), RangeError);
});

/** Compiles what it is given with V8's optimizing compiler at once, and prints the most memory this took, in kB. */
const COMPILE = `
  new WebAssembly.Module(await new Response(Deno.stdin.readable).bytes());
  console.log(/VmHWM:\\s*(\\d+)/.exec(Deno.readTextFileSync("/proc/self/status"))[1]);`;

Deno.test({
  name: "the largest grammar that is shipped is optimized in little memory",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", "--v8-flags=--no-liftoff,--no-wasm-lazy-compilation", COMPILE],
      env: { NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(gatherBranches(await grammarBytes("kotlin")));
    await writer.close();
    const megabytes = Number(new TextDecoder().decode((await child.output()).stdout)) / 1024;
    // As its package has it, it takes more than a thousand.
    assert(megabytes > 20 && megabytes < 400, `${megabytes} MB`);
  },
});
