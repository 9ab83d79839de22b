/**
 * CONTRACT 1.6: what another user could write in the place of one of our files is neither believed nor written; it is said, and the prompt goes through
 * (`tests/settings/own_files_test.ts` has what else makes a file another's). What only the user can have made works, whatever links lead there.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { indexDir } from "../../lib/kernel/open_tools.ts";
import { sha256Hex } from "../../lib/settings/sha256.ts";
import { LATE, TRIES } from "../acceptance/context_runs.ts";
import { binary, type Home, makeRepo, type Repo, runProgram, type RunResult } from "../acceptance/harness.ts";
import { assertFound, backgroundEnds, faultHome, FILES, hook, PROMPT, run } from "./faults.ts";
import { write } from "../fixtures/tree.ts";

/** A wall budget that is enough on a busy machine: what is looked at is what a prompt says, not when. */
const PATIENT_MS = 30_000;
const CONFIG = "mcp_servers: {spy: {command: spy-server}}\n";

interface Here {
  repo: Repo;
  home: Home;
}

async function place(): Promise<Here & AsyncDisposable> {
  const repo = await makeRepo({ ...FILES, "config/auto-tools.yaml": CONFIG });
  const home = await faultHome();
  return {
    repo,
    home,
    async [Symbol.asyncDispose]() {
      await backgroundEnds(home);
      await repo[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

const own = ({ home }: Here, kind: "CACHE" | "STATE" | "CONFIG" | "DATA") =>
  `${home.env[`XDG_${kind}_HOME`]}/auto-tools`;
const auto = ({ repo, home }: Here, args: string[]) =>
  runProgram(binary(), args, { cwd: repo.path, env: home.env });
const said = ({ stdout, stderr }: RunResult) => `${stdout}\n${stderr}`;

/** What a prompt comes to, its whole envelope: of several limits a person is told one. Once more where the tools had no time. */
async function prompted(here: Here, tries = TRIES): Promise<string> {
  const fault = { ...here, cwd: here.repo.path, wallMs: PATIENT_MS };
  const { stdout, stderr } = await run(["hook", "--format", "json"], fault);
  assertFound({ systemMessage: stderr, context: stdout });
  return LATE.test(stdout) && tries > 1 ? await prompted(here, tries - 1) : stdout;
}

const command = (...args: string[]) => async (here: Here) => said(await auto(here, args));

const logOf = (here: Here) => `${own(here, "STATE")}/why/${sha256Hex(here.repo.path).slice(0, 16)}.jsonl`;

/** A file of ours, what is written there as another's, and something that would read or write it and says that it is not used. */
const KEPT: Record<
  string,
  [path: (here: Here) => string | Promise<string>, text: string, use: (here: Here) => Promise<string>]
> = {
  "the log behind why, at a prompt": [logOf, "", prompted],
  "the index, at a prompt": [
    (here) => `${indexDir(own(here, "CACHE"), here.repo.path)}/index.db`,
    "",
    prompted,
  ],
  trust: [(here) => `${own(here, "CONFIG")}/trusted.json`, "[]", command("trust", "--remove")],
  approvals: [
    (here) => `${own(here, "STATE")}/gateway/approvals.json`,
    '[{"tool":"spy/run","sha256":"0","scope":"always","approvedAt":"2026-01-01T00:00:00Z"}]',
    command("allow", "--list"),
  ],
  "the log of calls": [
    (here) => `${own(here, "STATE")}/gateway/calls.jsonl`,
    "",
    async (here) => {
      const text = await command("mcp", "--list", "--format", "json")(here);
      assertMatch(text, /"servers": \[/, "the servers are listed all the same");
      return text;
    },
  ],
  "servers that were moved behind the gateway": [
    (here) => `${own(here, "CONFIG")}/gateway/claude/servers.json`,
    '{"mcpServers":{"spy":{"command":"spy-server"}}}',
    command("mcp", "--list"),
  ],
  "a context file": [
    (here) => {
      const folder = `${own(here, "DATA")}/context/c`;
      Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const entry = { id: "x", kind: "artifact", hint: "", byteSize: 7, file: "x.txt", createdAt: "" };
      Deno.writeTextFileSync(`${folder}/manifest.json`, JSON.stringify({ entries: [entry] }), {
        mode: 0o600,
      });
      return `${folder}/artifacts/tool/x.txt`;
    },
    "planted",
    command("files", "show", "x"),
  ],
  "the user's settings": [(here) => `${own(here, "CONFIG")}/auto-tools.yaml`, CONFIG, prompted],
};

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

const state = (path: string) => [Deno.lstatSync(path).mode, Deno.readTextFileSync(path)];

Deno.test("what can be written by others is not used, left as it is, and said, whatever it is of what we keep", async () => {
  await using here = await place();
  const planted = new Map<string, unknown>();
  for (const [pathOf, text] of Object.values(KEPT)) {
    const path = await pathOf(here);
    Deno.mkdirSync(folderOf(path), { recursive: true, mode: 0o700 });
    Deno.writeTextFileSync(path, text, { mode: 0o600 });
    Deno.chmodSync(path, 0o666);
    planted.set(path, state(path));
  }
  const said = new Map<(here: Here) => Promise<string>, string>();
  for (const [what, [pathOf, , use]] of Object.entries(KEPT)) {
    const text = said.get(use) ?? await use(here);
    said.set(use, text);
    const name = (await pathOf(here)).split("/").at(-1);
    assertMatch(text, new RegExp(`${name}[^\\n]*can be written by other users; it is not used`), what);
  }
  await backgroundEnds(here.home);
  for (const [path, before] of planted) assertEquals(state(path), before);
});

Deno.test("a gateway keeps no door, and no list of tools, in a folder that others can write", async () => {
  await using here = await place();
  const runtime = `${here.home.path}/run`;
  Deno.mkdirSync(`${runtime}/auto-tools`, { recursive: true });
  Deno.chmodSync(`${runtime}/auto-tools`, 0o777);
  for (const folder of [`${own(here, "CACHE")}/gateway`, `${own(here, "STATE")}/run`]) {
    Deno.mkdirSync(folder, { recursive: true });
    Deno.chmodSync(folder, 0o777);
  }
  write(`${own(here, "CONFIG")}/auto-tools.yaml`, "mcp_servers: {none: {command: 'true'}}\n");
  const env = { ...here.home.env, XDG_RUNTIME_DIR: runtime };
  await runProgram(binary(), ["mcp"], { cwd: here.repo.path, env, stdin: "" });
  for (
    const folder of [`${runtime}/auto-tools`, `${own(here, "CACHE")}/gateway`, `${own(here, "STATE")}/run`]
  ) {
    assertEquals([...Deno.readDirSync(folder)], []);
  }
});

Deno.test("used: a HOME that is a link, a cache that is one to another disk, settings of a dotfile manager, which are not writable", async () => {
  await using here = await place();
  const { home, repo } = here;
  const link = `${home.path}.link`;
  Deno.symlinkSync(home.path, link);
  Deno.mkdirSync(`${home.path}/disk`);
  Deno.symlinkSync("tmp/../disk", `${home.path}/short`);
  Deno.symlinkSync(`${home.path}/short`, home.env["XDG_CACHE_HOME"] ?? "");
  const store = `${home.path}/dotfiles`;
  Deno.mkdirSync(store);
  Deno.writeTextFileSync(`${store}/auto-tools.yaml`, "disable: [ci_hotspot]\n", { mode: 0o444 });
  Deno.linkSync(`${store}/auto-tools.yaml`, `${store}/same`);
  Deno.removeSync(`${own(here, "CONFIG")}/auto-tools.yaml`);
  Deno.symlinkSync(`${store}/auto-tools.yaml`, `${own(here, "CONFIG")}/auto-tools.yaml`);
  const env = Object.fromEntries(
    Object.entries(home.env).map(([name, value]) => [name, value.replace(home.path, link)]),
  );
  const answer = await hook({ cwd: repo.path, home, env, wallMs: PATIENT_MS });
  assertFound(answer);
  // The repository's own settings name a server, which is always said.
  assertEquals(/not used|no folder|not written/.test(`${answer.systemMessage}\n${answer.context}`), false);
  await backgroundEnds(home);
  const why = await runProgram(binary(), ["why"], { cwd: repo.path, env });
  assertEquals([why.code, why.stdout.includes(PROMPT)], [0, true], why.stderr);
  Deno.removeSync(link);
});
