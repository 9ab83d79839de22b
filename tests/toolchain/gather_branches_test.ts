/** A grammar whose branches are gathered parses as it did, and V8 can optimize it. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { Language, Parser } from "web-tree-sitter";
import { gatherBranches } from "../../config/toolchain/gather_branches.ts";
import { grammarBytes } from "../../lib/codebase/syntax/parser_library.ts";

/** The largest that is shipped. */
const GRAMMAR = await grammarBytes("kotlin");
const GATHERED = gatherBranches(GRAMMAR);

Deno.test("a grammar does the same with its branches gathered, and what is no whole module is refused", async () => {
  const sample = await Deno.readTextFile(new URL("../fixtures/syntax/Service.kt.txt", import.meta.url));
  await Parser.init();
  const tree = async (grammar: Uint8Array) => {
    const parser = new Parser().setLanguage(await Language.load(grammar));
    return parser.parse(sample)?.rootNode.toString();
  };
  assert(GATHERED.length !== GRAMMAR.length);
  assertEquals(await tree(GATHERED), await tree(GRAMMAR));
  assertThrows(() => gatherBranches(GRAMMAR.subarray(0, GRAMMAR.length - 100)), RangeError);
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
    await writer.write(GATHERED);
    await writer.close();
    const megabytes = Number(new TextDecoder().decode((await child.output()).stdout)) / 1024;
    // As its package has it, it takes more than a thousand.
    assert(megabytes > 20 && megabytes < 400, `${megabytes} MB`);
  },
});
