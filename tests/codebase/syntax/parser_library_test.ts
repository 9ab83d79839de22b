import { assertEquals } from "@std/assert";
import { restored } from "../../../lib/codebase/syntax/parser_library.ts";

/** A module with one function, which gives the sum of its two arguments. */
const BYTES = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x07, 0x01, 0x60, 0x02, 0x7f, 0x7f, 0x01, 0x7f],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x07, 0x01, 0x03, 0x73, 0x75, 0x6d, 0x00, 0x00],
  ...[0x0a, 0x09, 0x01, 0x07, 0x00, 0x20, 0x00, 0x20, 0x01, 0x6a, 0x0b],
]);

function sum(module: WebAssembly.Module | undefined, one: number, other: number): unknown {
  const found: unknown = module && new WebAssembly.Instance(module).exports["sum"];
  return typeof found === "function" ? found(one, other) : undefined;
}

/** What V8 made of the module. */
function code(): Uint8Array {
  const module = new WebAssembly.Module(BYTES);
  const { exports } = new WebAssembly.Instance(module);
  new Function("optimized", "%WasmTierUpFunction(optimized)")(exports["sum"]);
  return new Uint8Array(new Function("module", "return %SerializeWasmModule(module)")(module));
}

Deno.test("a module is had again with the code that V8 made of it", () => {
  assertEquals(sum(restored(BYTES, code()), 20, 22), 42);
});

Deno.test("code of another V8, or for another processor, and what is no code are not taken", () => {
  const kept = code();
  // The version of V8, the processor's features, and V8's flags stand at its beginning.
  for (const at of [4, 8, 12]) {
    const other = kept.slice();
    other[at] = (other[at] ?? 0) ^ 1;
    assertEquals(restored(BYTES, other), undefined, `byte ${at}`);
  }
  assertEquals(restored(BYTES, new Uint8Array()), undefined);
  assertEquals(restored(BYTES, kept.slice(0, 8)), undefined);
});
