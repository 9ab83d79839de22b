/**
 * Has V8 compile what the program is made of: `record.ts PROGRAM SOURCE OUT`. Runs PROGRAM, built with `recording_loader.ts`, as it will be used most, in a
 * home and a repository of its own with some of the files below SOURCE, and leaves in OUT what it has kept. Throws where a run does not end well.
 */
import { filesBelow, writeBelow } from "./files_below.ts";

const [program = "", source = "", out = ""] = Deno.args;
/** Rooms of our own sources that make a repository of a likely size. */
const SAMPLE = ["lib/kernel", "lib/guard", "lib/codebase/query", "lib/codebase/ranking", "config/toolchain"];
const PROMPTS = [
  "where is the root of the repository decided, and what happens when git hangs?",
  "fix: a cut text must never end in half a character in `shortened`",
  "重构排序逻辑：让测试文件排在后面，别影响 readPayload",
];
/** How often a running build of the index is waited for, and how long. */
const MAX_WAITS = 100;
const WAIT_MS = 200;
/** What a client says to a gateway first. */
const GREETING = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "sample", version: "1" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list", params: {} },
].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message })).join("\n");

const home = Deno.makeTempDirSync();
const repository = `${home}/sample`;
const env = { HOME: home, PATH: Deno.env.get("PATH") ?? "", CODE_CACHE: out };

async function run(command: string, args: string[], stdin = ""): Promise<string> {
  const child = new Deno.Command(command, {
    args,
    cwd: repository,
    clearEnv: true,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const said = new TextDecoder().decode(stdout);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${said}${new TextDecoder().decode(stderr)}`);
  return said;
}

/** Builds the index. A prompt that found it behind has begun that by itself, and is waited for. */
async function built(): Promise<void> {
  for (let left = MAX_WAITS; left > 0; left--) {
    const failure = await run(program, ["index", "build"]).then(() => undefined, (error: unknown) => error);
    if (failure === undefined) return;
    if (left === 1 || !String(failure).includes("another build is running")) throw failure;
    await new Promise((go) => setTimeout(go, WAIT_MS));
  }
}

try {
  for (const folder of SAMPLE) {
    for (const path of filesBelow(`${source}/${folder}`, "")) {
      writeBelow(`${repository}/${folder}/${path}`, Deno.readFileSync(`${source}/${folder}/${path}`));
    }
  }
  await run("git", ["init", "-q"]);
  await run("git", ["add", "."]);
  await run("git", ["-c", "user.name=sample", "-c", "user.email=sample@localhost", "commit", "-qm", "Begin"]);
  await built();
  let found = false;
  for (const [at, prompt] of PROMPTS.entries()) {
    const changed = `${repository}/${SAMPLE[0]}/plan.ts`;
    Deno.writeTextFileSync(changed, `export const sample${at} = ${at};\n`, { append: true });
    await built();
    const payload = { hook_event_name: "UserPromptSubmit", session_id: "sample", cwd: repository, prompt };
    const said = await run(program, ["hook"], JSON.stringify(payload));
    found ||= said.includes("lib/");
  }
  // Nothing may run any more when its home is removed.
  await built();
  if (!found) throw new Error("nothing was found for any of the sample prompts");
  const served = await run(program, ["mcp"], `${GREETING}\n`);
  if (!served.includes("tools")) throw new Error(`the gateway did not list its tools: ${served}`);
} finally {
  Deno.removeSync(home, { recursive: true });
}
