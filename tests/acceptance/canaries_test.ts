import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import { indexDir } from "../../lib/kernel/index_folder.ts";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { configure, connect, gatewayTest, realServer } from "./gateway_client.ts";
import { type Home, makeHome, makeRepo, type Repo, runBinary } from "./harness.ts";
import { type Sample, spell } from "../fixtures/guard/corpus/spell.ts";
import { folded, Traces } from "../fixtures/guard/corpus/traces.ts";
import { keptFiles } from "./kept_files.ts";
import { plantedRepository, plantedSamples } from "./planted_repository.ts";

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

/** A repository with all of them but the prompt's, and one that is not committed yet. */
async function makeLeakyRepo(): Promise<Repo> {
  const repo = await makeRepo({
    "src/retry.ts": by("code").text,
    "src/again.ts": 'import { retryRequest } from "./retry.ts";\nretryRequest();\n',
    "deploy/retry.yaml": by("configuration").text,
    "deploy/secret.yaml": by("manifest").text,
    "src/key.ts": by("key").text,
    "src/blob.ts": by("encoded").text,
    "data/retry.csv": by("columns").text,
  });
  repo.write("src/retry.ts", by("code").text.replace("return", `// ${by("session").text}\n  return`));
  return repo;
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

/** Notes which secrets stand in what is looked at, in any letter case. */
function watch() {
  const leaks = new Set<string>();
  const traces = new Traces(CANARIES);
  const look = (where: string, text: string) => {
    for (const id of traces.in(folded(text)).keys()) leaks.add(`${id} in ${where}`);
  };
  const lookAtFiles = (home: Home) => {
    for (const { path, text } of keptFiles(home.path)) {
      for (const id of traces.in(text).keys()) leaks.add(`${id} in file ${path.slice(home.path.length)}`);
    }
  };
  return { leaks, look, lookAtFiles };
}

Deno.test("no secret of a repository or a prompt is printed, logged or stored by any command, in any format", async () => {
  await using repo = await makeLeakyRepo();
  await using home = await makeHome();
  const prompt = by("prompt").text;
  const { leaks, look, lookAtFiles } = watch();
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
  lookAtFiles(home);
  assertEquals([...leaks], []);
  // What these commands keep is the user's alone.
  assert([...keptFiles(home.path)].some(({ path }) => path.includes("/auto-tools/")));
  assertEquals([...open(home.path)], []);
});

Deno.test("no secret of a repository is in what the wrapper gives to codex, prints before it or keeps", async () => {
  await using repo = await makeLeakyRepo();
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  const { leaks, look, lookAtFiles } = watch();
  const prompt = "why does retryRequest in src/retry.ts fail? See its key, its blob and deploy/retry.yaml";
  for (
    const [args, stdin] of [
      [[prompt]],
      [["--new", prompt]],
      [["--dry-run", prompt]],
      [["loop"], `${prompt}\n/why\n/files\n${prompt}\n`],
    ] satisfies [string[], string?][]
  ) {
    const { stdout, stderr } = await runBinary(args, {
      cwd: repo.path,
      home,
      env: { ...codex.env, CI_AUTO_TOOLS_TIER_MAX: "2" },
      ...(stdin === undefined ? {} : { stdin }),
    });
    look(`stdout of ${args[0]}`, stdout);
    look(`stderr of ${args[0]}`, stderr);
  }
  const told = codex.calls();
  assertEquals(told.length, 4);
  assert(told.some(({ stdin }) => stdin.includes("<redacted>")), "the secrets were not even reached");
  // What codex was told is kept beside all else, by the fake one.
  lookAtFiles(home);
  assertEquals([...leaks], []);
});

Deno.test("of no kind of secret a trace is on the disk, and what leaves the tree leaves the disk", async () => {
  const samples = plantedSamples();
  const { repo, known, prompts } = await plantedRepository(samples);
  await using _repo = repo;
  await using home = await makeHome();
  assert(known.length > 0.95 * samples.length, `redaction knows ${known.length} of ${samples.length}`);
  keepOldIndex(indexDir(`${home.path}/.cache/auto-tools`, repo.path), known[0]?.secret[0] ?? "");
  const run = async (args: string[], stdin?: string) => {
    const { code, stderr } = await runBinary(args, {
      cwd: repo.path,
      home,
      timeoutMs: 120_000,
      env: { CI_AUTO_TOOLS_TIER_MAX: "2" },
      ...(stdin === undefined ? {} : { stdin }),
    });
    assertEquals(code, 0, `${args[0]}: ${stderr}`);
  };
  repo.write("src/leaving.ts", LEAVING);
  repo.write(`src/${GONE_NAME}.ts`, "export const lantern = 2;\n");
  await run(["index", "build"]);
  for (const prompt of prompts) {
    await run(["context", prompt]);
    for (const client of ["claude-code", "codex"]) {
      await run(
        ["hook", "--client", client],
        JSON.stringify({ prompt, cwd: repo.path, session_id: "s", hook_event_name: "UserPromptSubmit" }),
      );
    }
  }
  await run(["why"]);
  // Of what redaction does not know, nothing can be read in the index's words either.
  assertEquals(tracesIn(home, samples, (path) => path.endsWith("/index.db")), []);
  assertEquals(tracesIn(home, known, () => true), []);
  assert(isKept(home, GONE_NAME), "the marker was not even there");

  Deno.removeSync(`${repo.path}/src/leaving.ts`);
  Deno.removeSync(`${repo.path}/src/${GONE_NAME}.ts`);
  await run(["index", "build"]);
  for (const word of [GONE_NAME, ...GONE_WORDS]) assert(!isKept(home, word), `${word} is still on the disk`);
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
    await using repo = await makeLeakyRepo();
    await using home = await makeHome();
    const { leaks, look, lookAtFiles } = watch();
    configure(home, {
      mcp_servers: {
        files: {
          command: "node",
          args: [await realServer("filesystem"), repo.path],
          startup_timeout_sec: 20,
        },
      },
    });
    // A server may take longer to start than a client waits for the index; then this has listed it before.
    const list = await runBinary(["mcp", "--list"], { cwd: repo.path, home, timeoutMs: 60_000 });
    look("the list of servers", list.stdout + list.stderr);
    {
      await using gateway = await connect(home, { cwd: repo.path });
      const files = ["src/retry.ts", "deploy/retry.yaml", "deploy/secret.yaml", "src/key.ts", "src/blob.ts"];
      const batch = await gateway.batch([
        ...files.map((file): [string, Record<string, unknown>] => [
          "files/read_text_file",
          { path: `${repo.path}/${file}` },
        ]),
        ["files/read_multiple_files", {
          paths: [...files, "data/retry.csv"].map((file) => `${repo.path}/${file}`),
        }],
        ["files/read_text_file", { path: `/nowhere/${by("session").text}` }],
      ]);
      assertEquals(batch.results.slice(0, 6).map(({ status }) => status), Array(6).fill("ok"));
      assert(JSON.stringify(batch).includes("<redacted>"), "the secrets were not even reached");
      look("a batch", JSON.stringify(batch));
      look(
        "details",
        JSON.stringify(await gateway.call("get_tool_details", { names: ["files/*"] })),
      );
      for (const { ref } of batch.results) {
        if (ref) {
          look(
            "a file of the context",
            JSON.stringify(await gateway.call("context_read", { id: ref.id })),
          );
        }
      }
      look("the list of files", JSON.stringify(await gateway.call("context_list")));
      look("stderr of the gateway", gateway.stderr());
    }
    lookAtFiles(home);
    assertEquals([...leaks], []);
  },
);
