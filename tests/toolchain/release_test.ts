/** What a release consists of is made of the built program, and tried as users get it: from npm's packages, without a network. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { hookAnswer, payloadOf } from "../acceptance/context_runs.ts";
import { binary, makeFolder, placeProgram, runProgram, setting, until } from "../acceptance/harness.ts";
import { living } from "../tools/living.ts";
import { PROJECT_ROOT } from "./bare_machine.ts";

const PLATFORM = `${Deno.build.os}-${Deno.build.arch === "x86_64" ? "x64" : "arm64"}`;
const INSTALLED_BYTES = 120e6;

async function done(command: string, args: string[], cwd: string, env = Deno.env.toObject()) {
  const result = await runProgram(command, args, { cwd, env, timeoutMs: 120_000 });
  assertEquals(result.code, 0, `${command} ${args.join(" ")}: ${result.stderr}`);
  return result.stdout;
}

async function released(folder: string, program: string): Promise<string> {
  await done(`${PROJECT_ROOT}config/toolchain/release`, [folder, program], PROJECT_ROOT);
  return await Deno.readTextFile(`${folder}/SHA256SUMS`);
}

function bytesBelow(folder: string): number {
  return [...Deno.readDirSync(folder)].reduce((sum, { name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return sum + (isDirectory ? bytesBelow(path) : Deno.lstatSync(path).size);
  }, 0);
}

Deno.test("a release is the same each time, and its npm packages install, set up the program itself and go without a trace; a program of other sources is none", async () => {
  await using folder = await makeFolder();
  // npm takes ten seconds for the bytes of the program: a script that says the same is packed, and the program put in its place where it is installed.
  const packed = `${folder.path}/codex-auto`;
  const says = (version: string) => {
    const text = `#!/bin/sh\necho '${version.trim()}'\n`;
    Deno.writeTextFileSync(packed, text, { mode: 0o755 });
    return text;
  };
  const text = says(await done(binary(), ["--version"], folder.path));
  const out = `${folder.path}/out`;
  const sums = await released(out, packed);
  assertEquals(await released(`${folder.path}/again`, packed), sums);
  const files = sums.trimEnd().split("\n").map((line) => line.slice(66));
  const packages = files.filter((file) => file.endsWith(".tgz"));
  assertEquals(packages.length, 2);
  assertEquals(files.filter((file) => !packages.includes(file)), [
    `codex-auto-${PLATFORM}`,
    `codex-auto-${PLATFORM}.spdx.json`,
  ]);
  const sbom = JSON.parse(await Deno.readTextFile(`${out}/codex-auto-${PLATFORM}.spdx.json`));
  const names: string[] = sbom.packages.map(({ name }: { name: string }) => name);
  assertEquals(["deno", "zod", "fast-check"].map((name) => names.includes(name)), [true, true, false]);

  await using at = await setting({ "src/retry.ts": "export function retryWithBackoff() {}\n" });
  const env = { ...at.home.env, PATH: Deno.env.get("PATH") ?? "" };
  const prefix = `${at.home.path}/npm`;
  const npm = (...args: string[]) =>
    done(
      "npm",
      [...args, "--global", "--offline", "--no-audit", "--no-fund", "--prefix", prefix],
      out,
      env,
    );
  await npm("install", ...packages.map((file) => `./${file}`));
  // Node would take longer to start than the program.
  const itself = `${prefix}/lib/node_modules/codex-auto-${PLATFORM}/codex-auto`;
  assertEquals([await Deno.readTextFile(itself), (Deno.statSync(itself).mode ?? 0) & 0o777], [text, 0o755]);
  Deno.removeSync(itself);
  await placeProgram(itself);
  const program = `${prefix}/bin/codex-auto`;
  const call = (...args: string[]) => done(program, args, at.cwd, env);
  await call("setup", "hook");
  assertMatch(await call("doctor"), /0 failed/);
  assert(bytesBelow(prefix) < INSTALLED_BYTES, `${bytesBelow(prefix)} bytes`);

  assertMatch(await call("--version"), /^codex-auto \d/);
  const shim = `${at.home.path}/.claude/hooks/context-inject-global.sh`;
  assertStringIncludes(await Deno.readTextFile(shim), `binary='${itself}'`);
  const stdin = payloadOf(at.cwd, { prompt: "where is retryWithBackoff defined?" });
  const answer = hookAnswer(await runProgram(shim, [], { cwd: at.cwd, env: env, stdin }));
  assertStringIncludes(answer.context, "src/retry.ts");

  assertEquals((await runProgram(program, ["--no-such"], { cwd: at.cwd, env })).code, 2);
  const SIGN = `sign-${crypto.randomUUID()}`;
  const waiting = new Deno.Command(program, { args: ["redact"], stdin: "piped", env: { ...env, SIGN } })
    .spawn();
  await until(() => living(SIGN).length > 1, "npm's launcher has started the program");
  waiting.kill("SIGTERM");
  assertEquals((await waiting.status).signal, "SIGTERM");
  await waiting.stdin.close();

  await call("setup", "remove");
  await npm("uninstall", "codex-auto", `codex-auto-${PLATFORM}`);
  assertEquals(bytesBelow(prefix), 0);
  assertEquals([...Deno.readDirSync(at.home.path)].some(({ name }) => name === ".claude"), false);

  says("codex-auto 0.0.1 (from source, Deno 2.4.2)");
  const release = `${PROJECT_ROOT}config/toolchain/release`;
  const { code, stderr } = await runProgram(release, [`${folder.path}/none`, packed], {
    cwd: folder.path,
    env: Deno.env.toObject(),
  });
  assertEquals(code, 1);
  assertStringIncludes(stderr, "build it again");
});
