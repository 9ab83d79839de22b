import { assert, assertEquals } from "@std/assert";
import { makeHome, makeRepo, runBinary } from "./harness.ts";
import { spell, survives } from "../fixtures/guard/corpus/spell.ts";

/** Secrets of several kinds in the files, names and history of one repository; all about the same function, so that tools find them. */
const CANARIES = spell([
  [
    "code",
    "export function retryRequest() {\n  const token = '§';\n  return fetch('/x', { headers: { authorization: token } });\n}\n",
    "ghp·_{A36}",
  ],
  ["configuration", "# retryRequest\nretry:\n  password: §\n  request: 3\n", "{A12}7!x"],
  ["manifest", "# retryRequest\nkind: Secret\ndata:\n  retryRequest: §\n", "{B30}=="],
  ["key", "// retryRequest\nconst key = `§`;\n", "{BEGIN RSA}\n{B64}\n{B64}\n{B64}\n{B40}\n{END RSA}"],
  ["encoded", "// retryRequest\nconst blob = '§base64';\n", "xoxb·-{d12}-{d13}-{A24}"],
  ["columns", "name,api_key\nretryRequest,§\n", "{A32}"],
  ["prompt", "why does retryRequest in src/retry.ts fail with Authorization: Bearer § today?", "{w40}"],
  ["session", "password=§", "Ab·{A8}9!"],
], 97);
const by = (id: string) =>
  CANARIES.find((canary) => canary.id === id) ?? { text: "", id, secret: [], around: "" };

/** Every byte of every file below a folder, as text. */
function* written(folder: string): Generator<{ path: string; text: string }> {
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* written(path);
    else if (entry.isFile) yield { path, text: new TextDecoder("latin1").decode(Deno.readFileSync(path)) };
  }
}

Deno.test("no secret of a repository or a prompt is printed, logged or stored by any command, in any format", async () => {
  await using repo = await makeRepo({
    "src/retry.ts": by("code").text,
    "src/again.ts": 'import { retryRequest } from "./retry.ts";\nretryRequest();\n',
    "deploy/retry.yaml": by("configuration").text,
    "deploy/secret.yaml": by("manifest").text,
    "src/key.ts": by("key").text,
    "src/blob.ts": by("encoded").text,
    "data/retry.csv": by("columns").text,
  });
  repo.write("src/retry.ts", by("code").text.replace("return", `// ${by("session").text}\n  return`));
  await using home = await makeHome();
  const prompt = by("prompt").text;
  const leaks: string[] = [];
  const look = (where: string, text: string) => {
    for (const canary of CANARIES) if (survives(canary, text)) leaks.push(`${canary.id} in ${where}`);
  };
  const run = async (args: string[], stdin?: string, env: Record<string, string> = {}) => {
    const { stdout, stderr, code } = await runBinary(args, {
      cwd: repo.path,
      home,
      env,
      ...(stdin === undefined ? {} : { stdin }),
    });
    look(`stdout of ${args.slice(0, 3).join(" ").slice(0, 60)}`, stdout);
    look(`stderr of ${args.slice(0, 3).join(" ").slice(0, 60)}`, stderr);
    return { stdout, code };
  };
  const tier2 = { CI_AUTO_TOOLS_TIER_MAX: "2" };
  assertEquals((await run(["index", "build"])).code, 0);
  for (const format of ["text", "json", "hook", "paths"]) {
    const { stdout } = await run(["context", prompt, "--format", format], undefined, tier2);
    if (format === "json") assert(stdout.includes("<redacted>"), "the secrets were not even reached");
    await run(["context", prompt, "--format", format], undefined, { CI_AUTO_TOOLS_MODE: "plan" });
  }
  const payload = JSON.stringify({
    prompt,
    cwd: repo.path,
    session_id: "s",
    hook_event_name: "UserPromptSubmit",
  });
  for (const client of ["claude-code", "codex"]) {
    for (let turn = 0; turn < 2; turn++) await run(["hook", "--client", client], payload, tier2);
  }
  await run(["hook"], `{"prompt": "${prompt}" broken`);
  await run(["redact"], CANARIES.map(({ text }) => text).join("\n"));
  for (
    const args of [
      ["why"],
      ["why", "--json"],
      ["files"],
      ["index", "status"],
      ["index", "status", "--json"],
      ["doctor"],
      ["doctor", "--json"],
      ["--help"],
    ]
  ) {
    await run(args);
  }
  // Errors quote what they are about.
  for (
    const args of [
      ["context", prompt, "--format", prompt],
      [prompt, "--nonsense"],
      ["context", "--repo", `/nowhere/${by("session").text}`],
      [by("session").text],
      ["tool", by("session").text],
    ]
  ) {
    await run(args);
  }
  for (const { path, text } of written(home.path)) look(`file ${path.slice(home.path.length)}`, text);
  assertEquals([...new Set(leaks)], []);
});
