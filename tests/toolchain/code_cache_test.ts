import { assertEquals, assertStringIncludes } from "@std/assert";
import { PROJECT_ROOT } from "./bare_machine.ts";

const STEPS = `${PROJECT_ROOT}config/toolchain/code_cache`;

async function deno(...args: string[]): Promise<{ success: boolean; stdout: string; stderr: string }> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { success, stdout: text(stdout), stderr: text(stderr) };
}

async function step(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await deno(
    "run",
    "-q",
    "--no-config",
    "--no-check",
    "--allow-all",
    ...args,
  );
  assertEquals(success, true, stderr);
  return stdout;
}

/** A bundle as the bundler leaves it, turned into scripts in `scripts`. */
async function bundled(dir: string, modules: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(modules)) {
    await Deno.mkdir(`${dir}/bundle/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${dir}/bundle/${name}`, text);
  }
  await step(`${STEPS}/to_scripts.ts`, `${dir}/bundle`, `${dir}/scripts`);
}

/** Packs the scripts with what is kept of them in `compiled`, for a loader. */
async function packed(dir: string, out: string, loader: string): Promise<void> {
  const [files, carried] = ["", ""];
  const folders = [`${dir}/scripts`, `${dir}/compiled`, files, `${dir}/${out}`];
  await step(`${STEPS}/pack_code.ts`, ...folders, carried, "main.js");
  const { success, stderr } = await deno(
    "bundle",
    "-q",
    "--no-config",
    "-o",
    `${dir}/${out}/loader.js`,
    `${STEPS}/${loader}`,
  );
  assertEquals(success, true, stderr);
}

const MODULES = {
  "main.js": `import{twice as t}from"./chunk-AAAAAAAA.js";import{sep as s}from"node:path";
    Deno.permissions.revokeSync({name:"read"});
    function never(){return "never called"}
    var done=(async()=>{let{late:l}=await import("./lib/late-BBBBBBBB.js");console.log(t(21),l(),s,new URL(import.meta.url).pathname.split("/").pop());Deno.exit(0)})();
    export{done,never};`,
  "chunk-AAAAAAAA.js":
    `var count=0;function twice(n){count++;return n*2}function calls(){return count}export{twice,calls,count as c};`,
  "lib/late-BBBBBBBB.js":
    `import{calls as n,c as live}from"../chunk-AAAAAAAA.js";var late=()=>"登录 "+n()+" "+live;export{late};`,
};

Deno.test("a program of scripts does what its modules did, and loads them after it gave its permission to read away", async () => {
  const dir = await Deno.makeTempDir();
  await bundled(dir, MODULES);
  await packed(dir, "plain", "loader.ts");
  assertEquals(await step(`${dir}/plain/main.js`), "42 登录 1 1 / main.js\n");
  await Deno.remove(dir, { recursive: true });
});

Deno.test("what V8 compiled in a trial is taken up by the program", async () => {
  const dir = await Deno.makeTempDir();
  await bundled(dir, MODULES);
  await packed(dir, "trial", "recording_loader.ts");
  const trial = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--no-config", "--allow-all", `${dir}/trial/main.js`],
    env: { CODE_CACHE: `${dir}/compiled` },
  }).output();
  assertEquals(new TextDecoder().decode(trial.stdout), "42 登录 1 1 / main.js\n");
  await packed(dir, "program", "loader.ts");
  await Deno.writeTextFile(
    `${dir}/program/asked.js`,
    `import { load, scripts } from "./loader.js";
    Deno.exit = () => {
      for (const [name, script] of scripts) console.log(name, script.cachedDataRejected);
      return undefined;
    };
    await load("main.js", "prompt", { file: "program.pack" }).done;`,
  );
  const said = await step(`${dir}/program/asked.js`);
  for (const name of Object.keys(MODULES)) assertStringIncludes(said, `${name} false\n`);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a chunk that waits at its top is no script, and the step that makes them says which", async () => {
  const dir = await Deno.makeTempDir();
  await Deno.mkdir(`${dir}/bundle`);
  await Deno.writeTextFile(`${dir}/bundle/main.js`, "await 1;");
  const { success, stderr } = await deno(
    ...[
      "run",
      "-q",
      "--no-config",
      "--allow-all",
      `${STEPS}/to_scripts.ts`,
      `${dir}/bundle`,
      `${dir}/scripts`,
    ],
  );
  assertEquals(success, false);
  assertStringIncludes(stderr, "main.js");
  await Deno.remove(dir, { recursive: true });
});
