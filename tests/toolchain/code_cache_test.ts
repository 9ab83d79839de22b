import { assertEquals } from "@std/assert";
import { PROJECT_ROOT } from "./bare_machine.ts";

const STEPS = `${PROJECT_ROOT}config/toolchain/code_cache`;

async function step(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "--no-config", "--no-check", "--allow-all", ...args],
  }).output();
  assertEquals(success, true, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** A bundle as the bundler leaves it. */
const MODULES = {
  "main.js": `import{twice as t}from"./chunk-AAAAAAAA.js";function never(){return t(21)}export{never};`,
  "chunk-AAAAAAAA.js": `function twice(n){return n*2}export{twice};`,
};

Deno.test("what V8 compiled under other flags is taken up by the program", async () => {
  const dir = await Deno.makeTempDir();
  await Deno.mkdir(`${dir}/bundle`);
  for (const [name, text] of Object.entries(MODULES)) await Deno.writeTextFile(`${dir}/bundle/${name}`, text);
  const [scripts, compiled, flags] = [`${dir}/scripts`, `${dir}/compiled`, `${dir}/flags`] as const;
  await step(`${STEPS}/to_scripts.ts`, `${dir}/bundle`, scripts);
  await step(`${STEPS}/flags.ts`, flags);
  await step("--v8-flags=--no-lazy", `${STEPS}/compile_code.ts`, scripts, compiled, flags);
  await Deno.writeTextFile(
    `${dir}/asked.ts`,
    `import { Script } from "node:vm";
    for (const filename of Deno.args) {
      const cachedData = Deno.readFileSync(\`${compiled}/\${filename}\`);
      const script = new Script(Deno.readTextFileSync(\`${scripts}/\${filename}\`), { filename, cachedData });
      console.log(filename, script.cachedDataRejected);
    }`,
  );
  const said = await step(`${dir}/asked.ts`, ...Object.keys(MODULES));
  assertEquals(said.trim().split("\n"), Object.keys(MODULES).map((name) => `${name} false`));
  await Deno.remove(dir, { recursive: true });
});
