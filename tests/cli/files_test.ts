import { assertEquals, assertStringIncludes } from "@std/assert";
import { writeArtifact } from "../../lib/context_files/store.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { makeFolder, runBinary } from "../acceptance/harness.ts";
import { write as writeFile } from "../fixtures/tree.ts";

type Files = (...args: string[]) => Promise<{ code: number; stdout: string; stderr: string }>;
type Write = (conversation: string, id: string, content: string | Uint8Array, extension?: string) => void;

async function withStore(test: (files: Files, write: Write, home: string) => Promise<void>) {
  await using folder = await makeFolder();
  const home = folder.path;
  const env = { XDG_DATA_HOME: home, XDG_CONFIG_HOME: `${home}/config` };
  const files: Files = async (...args) => {
    const { code, stdout, stderr } = await runBinary(["files", ...args], { cwd: home, env });
    return { code, stdout, stderr };
  };
  const stored = {
    dataDir: `${home}/auto-tools`,
    hint: "docs/search \u001b[31moutput",
    limits: { ageMs: Infinity, bytes: Infinity },
  } as const;
  const write: Write = (conversation, toolCallId, content, extension = "txt") =>
    void writeArtifact({ ...stored, conversation, toolCallId, content, extension }, systemWorld());
  await test(files, write, home);
}

Deno.test("files lists, shows and prunes", () =>
  withStore(async (files, write) => {
    assertEquals(await files("list"), { code: 0, stdout: "", stderr: "There are no context files.\n" });
    write("c1", "call_1", "登录😀 ".repeat(4));
    write("c2", "call_2", "x");
    const { stdout } = await files("list");
    assertEquals(stdout.split("\n").length, 3);
    assertStringIncludes(stdout, "c1  call_1  docs/search \\u{1b}[31moutput");
    assertEquals((await files("show", "call_1")).stdout, "登录😀 ".repeat(4));
    assertEquals((await files("prune")).stdout, "Removed 0 files, 0 bytes.\n");
  }));

Deno.test("what is kept is configured, and what is no text is not printed", () =>
  withStore(async (files, write, home) => {
    write("c1", "call_1", "x".repeat(2_000_000));
    writeFile(`${home}/config/auto-tools/auto-tools.yaml`, "context_files: {max_megabytes: 1}\n");
    assertEquals((await files("prune")).stdout, "Removed 1 files, 2000000 bytes.\n");
    write("c1", "p", new Uint8Array([1, 2, 3]), "png");
    const { code, stderr } = await files("show", "p");
    assertEquals(code, 2);
    assertStringIncludes(stderr, "holds no text; its file is");
  }));

Deno.test("nothing is removed by a configuration that cannot be understood", () =>
  withStore(async (files, write, home) => {
    write("c1", "call_1", "x".repeat(2_000_000));
    const file = `${home}/config/auto-tools/auto-tools.yaml`;
    for (
      const [text, says] of [
        ["context_files: {max_megabytes: 1, max_age_days: long}\n", `${file}:1: context_files.max_age_days`],
        ["context_files: {max_megabytes: 1\n", `${file}:2: invalid YAML`],
      ] as const
    ) {
      writeFile(file, text);
      const { code, stdout, stderr } = await files("prune");
      assertEquals([code, stdout], [20, ""], stderr);
      assertStringIncludes(stderr, says);
      assertStringIncludes(stderr, "nothing was removed");
    }
  }));

Deno.test("an id that names nothing is told; of two files of one id the newer is shown", () =>
  withStore(async (files, write) => {
    write("c1", "call_1", "one");
    write("c2", "call_1", "two");
    const missing = await files("show", "../../etc/passwd");
    assertEquals(missing.code, 2);
    assertStringIncludes(missing.stderr, "There is no context file");
    assertEquals((await files("show", "call_1")).stdout, "two");
  }));
