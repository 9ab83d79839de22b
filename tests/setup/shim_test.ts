import { assertEquals, assertStringIncludes } from "@std/assert";
import { LIMITS } from "../../lib/contract/limits.ts";
import { installedShim, SHIM, shimBinary } from "../../lib/setup/hook_installation.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const HOOKS = new URL("../../lib/setup/hooks/", import.meta.url);
const SHELLS = ["sh", "dash", "bash"].filter((shell) => installed(shell));

function installed(shell: string): boolean {
  return new Deno.Command("/bin/sh", { args: ["-c", `command -v ${shell}`], stdout: "null" }).outputSync()
    .success;
}

/** A folder with both shims in it and nothing beside; removed afterwards. */
async function withShims(
  test: (folder: string) => Promise<void>,
  name = 'it\'s a $HOME `folder`\nof "hooks"',
): Promise<void> {
  await inTemporaryFolder(async (root) => {
    const folder = `${root}/a/b/${name}`;
    await Deno.mkdir(folder, { recursive: true });
    for (const shim of ["context-inject-global.sh", "augment-context-global.sh"]) {
      await Deno.copyFile(new URL(shim, HOOKS), `${folder}/${shim}`);
    }
    await test(folder);
  });
}

Deno.test("the program is started where the client stands, and in / where that folder is gone", () =>
  withShims(async (folder) => {
    const shim = `${folder}/context-inject-global.sh`;
    await Deno.writeTextFile(`${folder}/codex-auto`, "#!/bin/sh\npwd -P\n", { mode: 0o755 });
    for (const shell of SHELLS) {
      for (
        const [then, expected] of [["", `${await Deno.realPath(folder)}/here\n`], ['rmdir "$PWD";', "/\n"]]
      ) {
        await Deno.mkdir(`${folder}/here`);
        const { stdout } = await new Deno.Command("/bin/sh", {
          args: ["-c", `${then} exec /bin/${shell} "$0"`, shim],
          cwd: `${folder}/here`,
          stdin: "null",
          stderr: "null",
        }).output();
        assertEquals(new TextDecoder().decode(stdout), expected, shell);
        if (then === "") await Deno.remove(`${folder}/here`);
      }
    }
  }, "hooks"));

async function run(
  shell: string,
  shim: string,
  args: string[] = [],
  stdin = "",
  path = "/nowhere",
): Promise<{ code: number; stdout: string }> {
  const program = `/bin/${shell}`;
  const child = new Deno.Command(program, {
    args: [shim, ...args],
    env: { PATH: path },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  // A shim that starts nothing does not read its input.
  await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => undefined);
  const { code, stdout } = await child.output();
  return { code, stdout: new TextDecoder().decode(stdout) };
}

/** A program that says how it was called and what it was given. */
async function standIn(path: string): Promise<void> {
  await Deno.writeTextFile(
    path,
    `#!/bin/sh\nprintf '<%s>' "$@"\nread -r line\nprintf '%s' "$line"\nexit 7\n`,
    { mode: 0o755 },
  );
}

Deno.test("an installed shim tells which program it starts", () => {
  const shim = installedShim("/opt/it's\n$HOME `x`/codex-auto");
  assertEquals(shimBinary(shim), "/opt/it's\n$HOME `x`/codex-auto");
  for (const other of [SHIM, "#!/bin/sh\necho mine\n"]) assertEquals(shimBinary(other), undefined);
});

for (const shell of SHELLS) {
  for (const shim of ["context-inject-global.sh", "augment-context-global.sh"]) {
    Deno.test(`${shim} in ${shell}: where codex-auto is missing, the prompt goes on and [Limits] says why`, () =>
      withShims(async (folder) => {
        const claude = await run(shell, `${folder}/${shim}`, [], "payload");
        assertEquals(claude.code, 0);
        const limit =
          `[Limits] ${LIMITS.orchestratorUnavailable} (codex-auto is missing or cannot be run; install it again)`;
        assertEquals(JSON.parse(claude.stdout), {
          hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "" },
          systemMessage: limit,
        });

        const codex = await run(shell, `${folder}/${shim}`, ["--client", "codex"]);
        assertEquals([codex.code, JSON.parse(codex.stdout)], [0, { systemMessage: limit }]);
        assertEquals(await run(shell, `${folder}/${shim}`, ["--client=codex"]), codex);

        const json = await run(shell, `${folder}/${shim}`, ["--format", "json"]);
        assertEquals(json, { code: 10, stdout: claude.stdout });
        const text = await run(shell, `${folder}/${shim}`, ["--format=text"]);
        assertEquals(text, { code: 10, stdout: `${limit}\n` });
      }));

    Deno.test(`${shim} in ${shell}: codex-auto gets arguments and input unchanged, and its exit code counts`, () =>
      withShims(async (folder) => {
        await standIn(`${folder}/codex-auto`);
        const args = ["--client", "a b", "$x", ""];
        const { code, stdout } = await run(shell, `${folder}/${shim}`, args, "the payload\n");
        assertEquals([code, stdout], [7, "<hook><--client><a b><$x><>the payload"]);
      }));
  }

  Deno.test(`in ${shell}: the program written at installation is started, then one on PATH, then the checkout's`, () =>
    withShims(async (folder) => {
      const shim = `${folder}/context-inject-global.sh`;
      await Deno.mkdir(`${folder}/../../../bin`);
      await standIn(`${folder}/../../../bin/codex-auto`);
      assertStringIncludes((await run(shell, shim, ["checkout"])).stdout, "<hook><checkout>");

      await Deno.mkdir(`${folder}/on path`);
      await Deno.writeTextFile(`${folder}/on path/codex-auto`, "#!/bin/sh\necho on path\n", { mode: 0o755 });
      assertEquals((await run(shell, shim, [], "", `${folder}/on path`)).stdout, "on path\n");

      await Deno.writeTextFile(`${folder}/written`, "#!/bin/sh\necho written\n", { mode: 0o755 });
      await Deno.writeTextFile(shim, installedShim(`${folder}/written`));
      assertEquals((await run(shell, shim, [], "", `${folder}/on path`)).stdout, "written\n");
    }));

  for (
    const [what, make] of Object.entries({
      "is a folder": (path: string) => Deno.mkdirSync(path),
      "is not executable": (path: string) => Deno.writeTextFileSync(path, "#!/bin/sh\necho no\n"),
      "is cut short": (path: string) => Deno.writeTextFileSync(path, "\x7fELF\x02\x01\x01", { mode: 0o755 }),
      "has lost its interpreter": (path: string) =>
        Deno.writeTextFileSync(path, "#!/nowhere/sh\n", { mode: 0o755 }),
    })
  ) {
    Deno.test(`in ${shell}: a codex-auto that ${what} does not stop the prompt`, () =>
      withShims(async (folder) => {
        make(`${folder}/codex-auto`);
        const { code, stdout } = await run(shell, `${folder}/context-inject-global.sh`);
        assertEquals(code, 0);
        assertStringIncludes(stdout, "[Limits] orchestrator unavailable");
      }));
  }
}
