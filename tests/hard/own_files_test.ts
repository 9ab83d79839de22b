/**
 * CONTRACT 1.6: what another user could write in the place of one of our files is neither believed nor written; it is said, and the prompt goes through
 * (`tests/settings/own_files_test.ts` has what else makes a file another's). What only the user can have made works, whatever links lead there.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { indexDir } from "../../lib/kernel/open_tools.ts";
import { sha256Hex } from "../../lib/settings/sha256.ts";
import { binary, type Home, makeRepo, type Repo, runProgram, type RunResult } from "../acceptance/harness.ts";
import { assertFound, backgroundEnds, faultHome, FILES, hook, PROMPT, run } from "./faults.ts";

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

/** What a prompt comes to, its whole envelope: of several limits a person is told one. */
async function prompted(here: Here): Promise<string> {
  const { stdout, stderr } = await run(["hook", "--format", "json"], { ...here, cwd: here.repo.path });
  assertFound({ systemMessage: stderr, context: stdout });
  return stdout;
}

const command = (...args: string[]) => async (here: Here) => said(await auto(here, args));

const hash = async (text: string, digits: number) => (await sha256Hex(text)).slice(0, digits);
const logOf = async (here: Here) => `${own(here, "STATE")}/why/${await hash(here.repo.path, 16)}.jsonl`;

/** A file of ours, what is written there as another's, and something that would read or write it and says that it is not used. */
const KEPT: Record<
  string,
  [path: (here: Here) => string | Promise<string>, text: string, use: typeof prompted]
> = {
  "the log behind why, at a prompt": [logOf, "", prompted],
  "a session's memory": [
    async (here) => `${own(here, "STATE")}/sessions/${await hash("s-1", 32)}.json`,
    '{"given":{},"prompts":[]}',
    prompted,
  ],
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

for (const [what, [pathOf, text, use]] of Object.entries(KEPT)) {
  Deno.test(`not used: ${what}, which can be written by others`, async () => {
    await using here = await place();
    const path = await pathOf(here);
    Deno.mkdirSync(folderOf(path), { recursive: true, mode: 0o700 });
    Deno.writeTextFileSync(path, text, { mode: 0o600 });
    Deno.chmodSync(path, 0o666);
    const before = state(path);
    assertMatch(await use(here), /can be written by other users; it is not used/);
    await backgroundEnds(here.home);
    assertEquals(state(path), before);
  });
}

Deno.test("a gateway keeps no door, and no list of tools, in a folder that others can write", async () => {
  await using here = await place();
  const runtime = `${here.home.path}/run`;
  Deno.mkdirSync(`${runtime}/auto-tools`, { recursive: true });
  Deno.chmodSync(`${runtime}/auto-tools`, 0o777);
  for (const folder of [`${own(here, "CACHE")}/gateway`, `${own(here, "STATE")}/run`]) {
    Deno.mkdirSync(folder, { recursive: true });
    Deno.chmodSync(folder, 0o777);
  }
  Deno.mkdirSync(own(here, "CONFIG"), { recursive: true });
  Deno.writeTextFileSync(
    `${own(here, "CONFIG")}/auto-tools.yaml`,
    "mcp_servers: {none: {command: 'true'}}\n",
  );
  const env = { ...here.home.env, XDG_RUNTIME_DIR: runtime };
  await runProgram(binary(), ["mcp"], { cwd: here.repo.path, env, stdin: "" });
  for (
    const folder of [`${runtime}/auto-tools`, `${own(here, "CACHE")}/gateway`, `${own(here, "STATE")}/run`]
  ) {
    assertEquals([...Deno.readDirSync(folder)], []);
  }
});

/** Ways in which people move their folders; all is kept, and nothing is said. */
const MOVED: Record<string, (here: Here) => Record<string, string>> = {
  "a HOME that is a link": ({ home }) => {
    const link = `${home.path}.link`;
    Deno.symlinkSync(home.path, link);
    return Object.fromEntries(
      Object.entries(home.env).map(([name, value]) => [name, value.replace(home.path, link)]),
    );
  },
  "a cache that is a link to another disk": (here) => {
    const cache = here.home.env["XDG_CACHE_HOME"] ?? "";
    Deno.mkdirSync(`${here.home.path}/disk`);
    Deno.symlinkSync("tmp/../disk", `${here.home.path}/short`);
    Deno.symlinkSync(`${here.home.path}/short`, cache);
    return here.home.env;
  },
  "settings of a dotfile manager, which are not writable": (here) => {
    const store = `${here.home.path}/dotfiles`;
    Deno.mkdirSync(store);
    Deno.writeTextFileSync(`${store}/auto-tools.yaml`, "disable: [ci_hotspot]\n", { mode: 0o444 });
    Deno.linkSync(`${store}/auto-tools.yaml`, `${store}/same`);
    Deno.mkdirSync(own(here, "CONFIG"), { recursive: true });
    Deno.symlinkSync(`${store}/auto-tools.yaml`, `${own(here, "CONFIG")}/auto-tools.yaml`);
    return here.home.env;
  },
};

for (const [name, move] of Object.entries(MOVED)) {
  Deno.test(`used: ${name}`, async () => {
    await using here = await place();
    const env = move(here);
    const fault = { ...here, cwd: here.repo.path, env };
    const answer = await hook(fault);
    assertFound(answer);
    // The repository's own settings name a server, which is always said.
    assertEquals(/not used|no folder|not written/.test(`${answer.systemMessage}\n${answer.context}`), false);
    await backgroundEnds(here.home);
    const why = await runProgram(binary(), ["why"], { cwd: here.repo.path, env });
    assertEquals([why.code, why.stdout.includes(PROMPT)], [0, true], why.stderr);
    if (env["HOME"] !== here.home.path) Deno.removeSync(`${here.home.path}.link`);
  });
}
