import { cpSync } from "node:fs";
import { PROJECT_ROOT } from "./bare_machine.ts";

export interface SmallProject extends AsyncDisposable {
  dir: string;
  build(out: string, env?: Record<string, string>): Promise<{ code: number; stderr: string }>;
  /** Runs one of its scripts. */
  run(script: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
}

/** Copies a module of ours and all that it imports of ours. */
async function copyWithImports(path: string, dir: string): Promise<void> {
  const text = await Deno.readTextFile(`${PROJECT_ROOT}${path}`);
  await Deno.mkdir(`${dir}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
  await Deno.writeTextFile(`${dir}/${path}`, text);
  for (const [, imported = ""] of text.matchAll(/ from "(\.[^"]+)"/g)) {
    await copyWithImports(new URL(imported, `file:///${path}`).pathname.slice(1), dir);
  }
}

/** A project with the real toolchain and a program of two lines (that do not wait at the top of the module), and a toolchain cache of its own that has Deno and no builds. */
export async function smallProject(main: string): Promise<SmallProject> {
  const temp = await Deno.makeTempDir({ prefix: "small-project-" });
  const dir = `${temp}/project`;
  const kept = Deno.env.get("AUTO_TOOLS_TOOLCHAIN") ??
    `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`}/auto-tools/toolchain`;
  for (const folder of ["config", "lib", "tests"]) await Deno.mkdir(`${dir}/${folder}`, { recursive: true });
  for (
    const path of ["config/toolchain", "tests/assert.ts", "tests/run", "deno.lock", "deno.json"]
  ) {
    cpSync(`${PROJECT_ROOT}${path}`, `${dir}/${path}`, { recursive: true });
  }
  const entries = await Deno.readTextFile(`${PROJECT_ROOT}config/toolchain/entry_points`);
  for (const entry of entries.trim().split("\n")) {
    await Deno.mkdir(`${dir}/${entry}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${dir}/${entry}`, "export {};\n");
  }
  await Deno.writeTextFile(`${dir}/main.ts`, main);
  await Deno.writeTextFile(
    `${dir}/lib/tools/sandbox_worker.ts`,
    '/// <reference lib="deno.worker" />\nself.postMessage("from the sandbox");\n',
  );
  await Deno.copyFile(`${PROJECT_ROOT}lib/tools/bundle.ts`, `${dir}/lib/tools/bundle.ts`);
  await copyWithImports("config/toolchain/pack_grammars.ts", dir);
  await Deno.writeTextFile(`${dir}/config/toolchain/code_cache/compile_grammars.ts`, "export {};\n");
  await Deno.mkdir(`${temp}/toolchain`);
  for await (const entry of Deno.readDir(kept)) {
    if (entry.name !== "builds" && !entry.name.startsWith(".")) {
      await Deno.symlink(`${kept}/${entry.name}`, `${temp}/toolchain/${entry.name}`);
    }
  }
  const start = async (
    script: string,
    args: string[],
    env: Record<string, string> = {},
  ): Promise<{ code: number; stdout: string; stderr: string }> => {
    const { code, stdout, stderr } = await new Deno.Command(`${dir}/${script}`, {
      args,
      env: { AUTO_TOOLS_TOOLCHAIN: `${temp}/toolchain`, NO_COLOR: "1", ...env },
      stdin: "null",
    }).output();
    return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
  };
  return {
    dir,
    build: (out, env) => start("config/toolchain/build.sh", [out], env),
    run: (script, ...args) => start(script, args),
    [Symbol.asyncDispose]: () => Deno.remove(temp, { recursive: true }),
  };
}
