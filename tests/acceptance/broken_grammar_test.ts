/** A program whose parser or grammars are damaged: less is found, [Limits] and `index status` say what, and nothing fails. */
import { Buffer } from "node:buffer";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { binary, makeFolder, makeHome, makeRepo, runProgram } from "./harness.ts";

const PROJECT = new URL("../../", import.meta.url).pathname;
const FILES = {
  "src/lantern.py": "def lantern_oil(nights):\n    return nights * 3\n",
  "src/ferry.ts": "export function ferryFare(days: number): number {\n  return days * 7;\n}\n",
};

const DAMAGE = [
  { file: "python", parsed: 1, missing: "python" },
  { file: "web-tree-sitter", parsed: 0, missing: "python, typescript" },
];

Deno.test("with a damaged grammar, or a damaged parser, the index is built, the place is found, and what is missing is said", async (t) => {
  await using folder = await makeFolder();
  const packed = await runProgram(`${PROJECT}config/toolchain/run_deno.sh`, [
    ..."run -q --allow-read --allow-write --allow-env".split(" "),
    `${PROJECT}config/toolchain/pack_grammars.ts`,
    folder.path,
  ], { cwd: PROJECT, env: Deno.env.toObject() });
  assertEquals(packed.code, 0, packed.stderr);
  const whole = Deno.readFileSync(binary());
  for (const { file, parsed, missing } of DAMAGE) {
    await t.step(file, async () => {
      await using repo = await makeRepo(FILES);
      await using home = await makeHome();
      const program = `${home.bin}/codex-auto`;
      Deno.writeFileSync(program, damaged(whole, Deno.readFileSync(`${folder.path}/${file}.sealed`)), {
        mode: 0o755,
      });
      const run = async (...args: string[]) => {
        const { code, stdout, stderr } = await runProgram(program, args, { cwd: repo.path, env: home.env });
        assertEquals(code, 0, stderr);
        return stdout;
      };
      await run("index", "build");
      const status = await run("index", "status");
      assertStringIncludes(status, ": ready");
      assertStringIncludes(status, `  parsed      ${parsed};`);
      assertStringIncludes(status, "no parser for python: src/lantern.py");
      const { fused_context: { for_model, for_user } } = JSON.parse(
        await run("context", "--format", "json", "where are lantern_oil and ferryFare defined?"),
      );
      for (
        const [path, line] of [["src/lantern.py", "return nights * 3"], ["src/ferry.ts", "return days * 7"]]
      ) {
        assertStringIncludes(for_model.additional_context, `${path}:`);
        assertStringIncludes(for_model.additional_context, `${line}`);
      }
      assertStringIncludes(
        for_user.limits_text,
        `no parser for ${missing}; definitions there are found by patterns`,
      );
    });
  }
});

/** The program with zeros in the middle of one of the files that it carries. */
function damaged(program: Uint8Array, file: Uint8Array): Uint8Array {
  const at = Buffer.from(program.buffer).indexOf(file);
  assert(at > 0, "the program does not carry the file");
  const middle = at + Math.floor(file.length / 2);
  return new Uint8Array(program).fill(0, middle, middle + 1000);
}
