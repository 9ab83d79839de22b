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

/** What V8 compiles of the scripts, in `compiled`. */
async function compiled(dir: string): Promise<void> {
  await step(`${STEPS}/flags.ts`, `${dir}/flags`);
  await step(
    "--v8-flags=--no-lazy",
    `${STEPS}/compile_code.ts`,
    `${dir}/scripts`,
    `${dir}/compiled`,
    `${dir}/flags`,
  );
}

/** Packs the scripts with what is kept of them in `compiled`, for a loader. */
async function packed(dir: string, out: string): Promise<void> {
  await compiled(dir);
  const [files, carried] = ["", ""];
  const folders = [`${dir}/scripts`, `${dir}/compiled`, files, `${dir}/${out}`];
  await step(`${STEPS}/pack_code.ts`, ...folders, carried, "main.js");
  const { success, stderr } = await deno(
    "bundle",
    "-q",
    "--no-config",
    "-o",
    `${dir}/${out}/loader.js`,
    `${STEPS}/loader.ts`,
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
  await packed(dir, "plain");
  assertEquals(await step(`${dir}/plain/main.js`), "42 登录 1 1 / main.js\n");
  await Deno.remove(dir, { recursive: true });
});

Deno.test("what V8 compiled under other flags is taken up by the program, and the same each time", async () => {
  const dir = await Deno.makeTempDir();
  await bundled(dir, MODULES);
  await compiled(dir);
  await Deno.rename(`${dir}/compiled`, `${dir}/first`);
  await compiled(dir);
  for (const name of Object.keys(MODULES)) {
    const [first, second] = ["first", "compiled"].map((folder) =>
      Deno.readFileSync(`${dir}/${folder}/${name}`)
    );
    assertEquals(first, second);
  }
  await Deno.writeTextFile(
    `${dir}/asked.ts`,
    `import { Script } from "node:vm";
    for (const name of Deno.args) {
      const cachedData = Deno.readFileSync(\`${dir}/compiled/\${name}\`);
      const script = new Script(Deno.readTextFileSync(\`${dir}/scripts/\${name}\`), { filename: name, cachedData });
      console.log(name, script.cachedDataRejected);
    }`,
  );
  const said = await step(`${dir}/asked.ts`, ...Object.keys(MODULES));
  assertEquals(said.trim().split("\n"), Object.keys(MODULES).map((name) => `${name} false`));
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
