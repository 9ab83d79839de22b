/** No secret of a repository, a prompt or a server gets out, in any format, or lies on the disk. */
import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import { indexDir } from "../../lib/kernel/open_tools.ts";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { type Sample, spell } from "../fixtures/guard/corpus/spell.ts";
import { folded, Traces } from "../fixtures/guard/corpus/traces.ts";
import { payloadOf } from "./context_runs.ts";
import { configure, connect, gatewayTest, realServer } from "./gateway_client.ts";
import { type Home, makeHome, runBinary, type RunOptions, setting, settingOf } from "./harness.ts";
import { keptFiles, plantedRepository, plantedSamples } from "./planted_repository.ts";

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
function by(id: string): Sample {
  return CANARIES.find((canary) => canary.id === id) ?? { text: "", id, secret: [], around: "" };
}

/** A repository with all of them but the prompt's, and one that is not committed yet; and what notes which stand in what is looked at, in any letter case. */
async function leakySetting() {
  const at = await setting({
    "src/retry.ts": by("code").text,
    "src/again.ts": 'import { retryRequest } from "./retry.ts";\nretryRequest();\n',
    "deploy/retry.yaml": by("configuration").text,
    "deploy/secret.yaml": by("manifest").text,
    "src/key.ts": by("key").text,
    "src/blob.ts": by("encoded").text,
    "data/retry.csv": by("columns").text,
  });
  at.write("src/retry.ts", by("code").text.replace("return", `// ${by("session").text}\n  return`));
  const leaks = new Set<string>();
  const traces = new Traces(CANARIES);
  const look = (where: string, text: string) => {
    for (const id of traces.in(folded(text)).keys()) leaks.add(`${id} in ${where}`);
  };
  return {
    ...at,
    look,
    /** Runs the program, and looks at all that it prints. */
    async run(args: string[], options: Partial<RunOptions> = {}) {
      const result = await runBinary(args, { ...at, ...options });
      const what = args.slice(0, 3).join(" ").slice(0, 60);
      look(`stdout of ${what}`, result.stdout);
      look(`stderr of ${what}`, result.stderr);
      return result;
    },
    /** Of what was looked at, and of all that is kept in the home. */
    leaks() {
      for (const { path, text } of keptFiles(at.home.path)) {
        for (const id of traces.in(text).keys()) {
          leaks.add(`${id} in file ${path.slice(at.home.path.length)}`);
        }
      }
      return [...leaks];
    },
  };
}

/** What below our own folders another user could read or write. */
function* open(folder: string, ours = false): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    const isOurs = ours || name === "auto-tools";
    const mode = Deno.lstatSync(path).mode ?? 0;
    if (isOurs && (mode & 0o077) !== 0) yield `${path}: ${(mode & 0o777).toString(8)}`;
    if (isDirectory) yield* open(path, isOurs);
  }
}

const TIER_2 = { CI_AUTO_TOOLS_TIER_MAX: "2" };

Deno.test("no secret of a repository or a prompt is printed, logged or stored by any command, in any format", async () => {
  await using at = await leakySetting();
  const prompt = by("prompt").text;
  assertEquals((await at.run(["index", "build"])).code, 0);
  for (const format of ["text", "json", "hook", "paths"]) {
    const { stdout } = await at.run(["context", prompt, "--format", format], { env: TIER_2 });
    if (format === "json") assert(stdout.includes("<redacted>"), "the secrets were not even reached");
  }
  await at.run(["context", prompt, "--format", "json"], { env: { CI_AUTO_TOOLS_MODE: "plan" } });
  const payload = { env: TIER_2, stdin: payloadOf(at.cwd, { prompt }) };
  for (const client of ["claude-code", "codex"]) await at.run(["hook", "--client", client], payload);
  await at.run(["hook"], { stdin: `{"prompt": "${prompt}" broken` });
  await at.run(["redact"], { stdin: CANARIES.map(({ text }) => text).join("\n") });
  const session = by("session").text;
  const commands = [
    "why",
    "why --json",
    "files",
    "index status",
    "index status --json",
    "doctor",
    "doctor --json",
  ];
  for (
    const args of [
      ...[...commands, "--help"].map((words) => words.split(" ")),
      // Errors quote what they are about.
      ["context", prompt, "--format", prompt],
      [prompt, "--nonsense"],
      ["context", "--repo", `/nowhere/${session}`],
      [session],
      ["tool", session],
    ]
  ) {
    await at.run(args);
  }
  assertEquals(at.leaks(), []);
  // What these commands keep is the user's alone.
  assert([...keptFiles(at.home.path)].some(({ path }) => path.includes("/auto-tools/")));
  assertEquals([...open(at.home.path)], []);
});

Deno.test("no secret of a repository is in what the wrapper gives to codex, prints before it or keeps", async () => {
  await using at = await leakySetting();
  const codex = installFakeCodex(at.home);
  const prompt = "why does retryRequest in src/retry.ts fail? See its key, its blob and deploy/retry.yaml";
  const env = { ...codex.env, ...TIER_2 };
  for (const args of [[prompt], ["--new", prompt], ["--dry-run", prompt]]) await at.run(args, { env });
  await at.run(["loop"], { env, stdin: `${prompt}\n/why\n/files\n${prompt}\n` });
  const told = codex.calls();
  assertEquals(told.length, 4);
  assert(told.some(({ stdin }) => stdin.includes("<redacted>")), "the secrets were not even reached");
  // What codex was told is kept beside all else, by the fake one.
  assertEquals(at.leaks(), []);
});

Deno.test("of no kind of secret a trace is on the disk, and what leaves the tree leaves the disk", async () => {
  const samples = plantedSamples();
  const { repo, known, prompts } = await plantedRepository(samples);
  await using at = settingOf(repo, await makeHome());
  assert(known.length > 0.95 * samples.length, `redaction knows ${known.length} of ${samples.length}`);
  keepOldIndex(indexDir(`${at.home.path}/.cache/auto-tools`, at.cwd), known[0]?.secret[0] ?? "");
  const run = async (args: string[], stdin = "") => {
    const { code, stderr } = await runBinary(args, { ...at, env: TIER_2, stdin });
    assertEquals(code, 0, `${args[0]}: ${stderr}`);
  };
  at.write("src/leaving.ts", LEAVING);
  at.write(`src/${GONE_NAME}.ts`, "export const lantern = 2;\n");
  await run(["index", "build"]);
  for (const [nth, prompt] of prompts.entries()) {
    await run(["context", prompt]);
    const client = nth === 0 ? "claude-code" : "codex";
    await run(["hook", "--client", client], payloadOf(at.cwd, { prompt }));
  }
  await run(["why"]);
  // Of what redaction does not know, nothing can be read in the index's words either.
  assertEquals(tracesIn(at.home, samples, (path) => path.endsWith("/index.db")), []);
  assertEquals(tracesIn(at.home, known, () => true), []);
  assert(isKept(at.home, GONE_NAME), "the marker was not even there");

  Deno.removeSync(`${at.cwd}/src/leaving.ts`);
  Deno.removeSync(`${at.cwd}/src/${GONE_NAME}.ts`);
  await run(["index", "build"]);
  for (const word of [GONE_NAME, ...GONE_WORDS]) {
    assert(!isKept(at.home, word), `${word} is still on the disk`);
  }
});

const GONE_NAME = "quillonbark";
const GONE_WORDS = ["zephyrgable", "wobblegong", "marzipanvolt", "trundlefen"];
const LEAVING = `import { marzipanVolt } from "./wobblegong";

/** Trundlefen. */
export function zephyrGable(): void {
  marzipanVolt("trundlefen");
}
`;

/** An index as a version wrote it that kept words in clear. */
function keepOldIndex(folder: string, word: string): void {
  Deno.mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(`${folder}/index.db`);
  database.exec("PRAGMA user_version = 19; CREATE TABLE postings (term TEXT)");
  database.prepare("INSERT INTO postings (term) VALUES (?)").run(word.toLowerCase());
  database.close();
}

function tracesIn(home: Home, samples: readonly Sample[], where: (path: string) => boolean): string[] {
  const traces = new Traces(samples);
  return [...keptFiles(home.path)].filter(({ path }) => where(path)).flatMap(({ path, text }) =>
    [...traces.in(text)].map(([id, run]) => `${run} of ${id} in ${path.slice(home.path.length)}`)
  );
}

/** Whether a word stands in the index, which is all that follows the tree. */
function isKept(home: Home, word: string): boolean {
  return [...keptFiles(`${home.path}/.cache`)].some(({ text }) => text.includes(word));
}

gatewayTest(
  "no secret that a server gives is in an answer of the gateway, in its files or its errors",
  async () => {
    await using at = await leakySetting();
    const args = [await realServer("filesystem"), at.cwd];
    configure(at.home, { mcp_servers: { files: { command: "node", args, startup_timeout_sec: 20 } } });
    // A server may take longer to start than a client waits for the index; then this has listed it before.
    await at.run(["mcp", "--list"]);
    {
      await using gateway = await connect(at.home, at);
      const files = ["src/retry.ts", "deploy/retry.yaml", "deploy/secret.yaml", "src/key.ts", "src/blob.ts"];
      const pathOf = (file: string) => `${at.cwd}/${file}`;
      const batch = await gateway.batch([
        ...files.map((
          file,
        ): [string, Record<string, unknown>] => ["files/read_text_file", { path: pathOf(file) }]),
        ["files/read_multiple_files", { paths: [...files, "data/retry.csv"].map(pathOf) }],
        ["files/read_text_file", { path: `/nowhere/${by("session").text}` }],
      ]);
      assertEquals(batch.results.slice(0, 6).map(({ status }) => status), Array(6).fill("ok"));
      assert(JSON.stringify(batch).includes("<redacted>"), "the secrets were not even reached");
      at.look("a batch", JSON.stringify(batch));
      const call = async (name: string, args = {}) =>
        at.look(name, JSON.stringify(await gateway.call(name, args)));
      await call("get_tool_details", { names: ["files/*"] });
      for (const { ref } of batch.results) if (ref) await call("context_read", { id: ref.id });
      await call("context_list");
      at.look("stderr of the gateway", gateway.stderr());
    }
    assertEquals(at.leaks(), []);
  },
);
