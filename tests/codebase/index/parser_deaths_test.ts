import { assertEquals } from "@std/assert";
import { indexReport } from "../../../lib/codebase/index/index_report.ts";

const RUN_DENO = new URL("../../../toolchain/run_deno.sh", import.meta.url);
const SCRIPT = new URL("../../fixtures/index/dying_build.ts", import.meta.url);

Deno.test("a text that ends the process as it is parsed is left out after the second time, and the others are parsed", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "deadly-" }));
  try {
    Deno.mkdirSync(`${root}/src`);
    for (const name of ["a", "b", "c"]) {
      Deno.writeTextFileSync(
        `${root}/src/${name}.ts`,
        `export function ${name}() {}\n${name === "b" ? "// DEADLY\n" : ""}`,
      );
    }
    const dir = `${root}/.cache/index`;
    const built = async () => {
      const { signal, stdout } = await new Deno.Command(RUN_DENO.pathname, {
        args: ["run", "--allow-all", "--no-check", SCRIPT.pathname, dir, root],
        stderr: "inherit",
      }).output();
      return signal ?? JSON.parse(new TextDecoder().decode(stdout)).kind;
    };
    assertEquals([await built(), await built(), await built()], ["SIGKILL", "SIGKILL", "built"]);
    const { unparsed } = indexReport(dir);
    assertEquals(unparsed, [{ why: "ended the parser before", count: 1, examples: ["src/b.ts"] }]);
    // What is known of a content is not asked again.
    assertEquals(await built(), "built");
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
