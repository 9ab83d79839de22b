/** Tasks as a person would set them, done with real servers by a model that makes the best of each setting. */
import { existsSync } from "node:fs";
import { assertEquals } from "@std/assert";
import { attempt } from "../../../lib/settings/attempt.ts";
import { listAt, textAt } from "../../../lib/settings/json.ts";
import { configure } from "../../acceptance/gateway_client.ts";
import { type Home, makeHome, makeRepo, type Repo, settingOf } from "../../acceptance/harness.ts";
import { browse, type LoginServer, loginServer, startLogin } from "../../acceptance/login_server.ts";
import type { ServerEntry } from "../../e2e/clients.ts";
import type { Script, ToolUse } from "../../e2e/mock_model.ts";
import { installed } from "../../e2e/npm.ts";
import { serverEntries } from "../../e2e/mcp_servers.ts";
import { inTurn, median } from "../statistics.ts";
import { table } from "../table.ts";
import type { ClientName, Entry, Place, Sent, Session, Setting } from "./clients.ts";
import { CLIENTS, session, settingName } from "./clients.ts";
import { services } from "./services.ts";
import { makeDatabase, type Task, TASKS } from "./six_tasks.ts";

const DBHUB = { name: "@bytebase/dbhub", version: "1.4.0" };
/** All servers stand there in every task, as they do with a person who has them. */
const SERVERS = ["filesystem", "memory", "playwright", "notion"];
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path)
);

const SETTINGS: readonly Setting[] = [
  { way: "full schemas", gateway: false },
  { way: "client's deferral", gateway: false },
  { way: "client's deferral", gateway: true },
];

/** @param only a task's name; all without. */
export async function tasks(repeats: number, only?: string): Promise<void> {
  await using api = services();
  await using github = await loginServer(await githubServer(api.url));
  const world: World = { api: api.url, github: github.url, token: await tokenOf(github) };
  if (CHROMIUM === undefined) console.error("there is no Chromium: the task that reads a page is left out");
  const wanted = TASKS.filter(({ name }) =>
    name === (only ?? name) && (CHROMIUM !== undefined || name !== "page")
  );
  for (const client of CLIENTS) {
    // Codex defers with all models that it knows, and cuts results to 10,000 bytes for others.
    const settings = client === "Codex" ? SETTINGS.slice(1) : SETTINGS;
    const bare = await Promise.all(settings.map(async (setting) => {
      const { sent: [first] } = await session({ client, setting, servers: 0, script: () => () => "done" });
      return first?.chars ?? NaN;
    }));
    const rows: string[][] = [];
    for (const task of wanted) {
      const runs = await inTurn(settings.map((setting) => ({
        rounds: repeats,
        run: () => session(sessionOf(task, client, setting, world)),
      })));
      rows.push([task.name, ...runs.map((all, at) => figures(all, bare[at] ?? NaN))]);
      console.error(rows.at(-1)?.join(" | "));
    }
    console.log(
      `\n${client}: turns of the model; thousands of characters that came into its context / that it was sent in all turns; seconds\n`,
    );
    console.log(table(["task", ...settings.map(settingName)], rows));
  }
}

/** Medians of runs of one task; what the client alone would send is taken off. */
function figures(runs: readonly { sent: Sent[]; ms: number }[], bare: number): string {
  const of = (what: (sent: number[], ms: number) => number) =>
    median(runs.map(({ sent, ms }) => what(sent.map(({ chars }) => (chars - bare) / 1000), ms)));
  const context = of((sent) => sent.at(-1) ?? NaN).toFixed(0);
  const all = of((sent) => sent.reduce((sum, each) => sum + each, 0)).toFixed(0);
  return `${of((sent) => sent.length)}; ${context} / ${all}; ${of((_, ms) => ms / 1000).toFixed(0)} s`;
}

/** Where the services are, and what a login at GitHub's gave. */
type World = Record<"api" | "github" | "token", string>;

function sessionOf(task: Task, client: ClientName, setting: Setting, { api, github, token }: World): Session {
  return {
    client,
    setting,
    servers: SERVERS,
    prompt: task.prompt,
    files: task.files ?? { "a.txt": "alpha\n" },
    script: (place) => scriptOf(task, setting, place, api),
    async besides({ client: { home } }, { notion, playwright }): Promise<Record<string, Entry>> {
      const browser = `--no-sandbox --isolated --executable-path ${CHROMIUM ?? "chromium"}`.split(" ");
      return {
        notion: { ...notion as ServerEntry, env: { NOTION_TOKEN: "not-a-key", BASE_URL: api } },
        playwright: { command: "", ...playwright, args: [...(playwright as ServerEntry).args, ...browser] },
        sqlite: await sqliteServer(`${home.path}/shop.db`),
        github: { url: github, ...setting.gateway ? {} : { headers: { Authorization: `Bearer ${token}` } } },
      };
    },
    logIn: ({ client: { home }, repo }) => logIn(home, repo),
  };
}

/** What the setting makes necessary: schemas that are not there are asked for first, all at once. */
function scriptOf(task: Task, { way, gateway }: Setting, { client, repo }: Place, api: string): Script {
  const { name: asks, own } = client;
  const search = (query: string) => ({ name: "tool_search", input: { query } });
  const before: ToolUse[][] = [];
  if (gateway) {
    // Claude Code shows the list of tools at once; Codex 250 characters of it, and all with what a search finds.
    if (asks === "Codex") before.push([search("auto-tools run_tool_batch")]);
  } else if (asks === "Codex") {
    const byServer = Map.groupBy(task.tools, (name) => name.split("/")[0]);
    before.push(Array.from(byServer.values(), (names) => search(names.join(" ").replaceAll("/", " "))));
  } else if (way === "client's deferral") {
    const query = `select:${task.tools.map((name) => theirs(asks, name).name).join(",")}`;
    before.push([{ name: "ToolSearch", input: { query, max_results: 10 } }]);
  }
  const steps = gateway && task.behind?.map((batch) => () => batch) || task.alone;
  const place = { repo: repo.path, home: client.home.path, api };
  const seen: unknown[][] = [];
  let turn = 0;
  return ({ results }) => {
    const first = before[turn++];
    if (first !== undefined) return first;
    const given = results.map(read);
    if (gateway && asks === "Codex" && turn === before.length + 1) assertShown(task, results);
    // A batch's results are told as those of the calls that it made.
    if (turn > before.length + 1) {
      seen.push(gateway ? listAt(given, 0, "results").map((each) => read(textAt(each, "text"))) : given);
    }
    const calls = steps[seen.length]?.(seen, place);
    if (calls !== undefined) {
      return gateway
        ? [own("run_tool_batch", { calls })]
        : calls.map((call) => ({ ...theirs(asks, call.name), input: call.arguments }));
    }
    const done = (gateway && task.answerBehind || task.answer)(seen, place);
    assertEquals(done, task.expected, `${asks}, ${way}: ${JSON.stringify(seen).slice(0, 4000)}`);
    return done;
  };
}

/** The script goes by what the list says of tools. */
function assertShown({ tools }: Task, found: readonly string[]): void {
  const list = found.join("\n");
  const isNamed = (tool: string) => list.includes(`${tool.split("/")[1]}(`);
  assertEquals(tools.filter((tool) => !isNamed(tool)), [], list.slice(0, 4000));
}

/** What a tool gave, as JSON where it is some: clients may put words before it, and a file is a text within. */
function read(text: string): unknown {
  const json = attempt(() => JSON.parse(text)) ??
    attempt(() => JSON.parse(text.slice(text.search(/^[[{]/m))));
  if (json === undefined) return text;
  return typeof json?.content === "string" ? read(json.content) : json;
}

/** How a client calls a tool of a server that it has itself. */
function theirs(client: string, tool: string): Pick<ToolUse, "name" | "namespace"> {
  const [server, name = ""] = tool.split("/");
  return client === "Codex"
    ? { name: name.replaceAll("-", "_"), namespace: `mcp__${server}` }
    : { name: `mcp__${server}__${name}` };
}

/** The official server of GitHub's on npm, which asks our API. */
async function githubServer(api: string): Promise<string[]> {
  const { github } = await serverEntries({ scratch: "", repo: "" }, ["github"]);
  const { command = "", args = [] } = github ?? {};
  const redirect =
    `const real = fetch; globalThis.fetch = (url, given) => real(String(url).replace("https://api.github.com", "${api}"), given);`;
  return [command, "--import", `data:text/javascript,${encodeURIComponent(redirect)}`, ...args];
}

/** Needs SQLite in the runtime, which Deno has and not every Node. */
async function sqliteServer(path: string): Promise<Entry> {
  makeDatabase(path);
  const program = `${await installed(DBHUB)}/node_modules/${DBHUB.name}/dist/index.js`;
  const options = `--transport stdio --dsn sqlite://${path}`.split(" ");
  // What the runtime lacks of Node, and one of the server's libraries asks for as it loads.
  Deno.writeTextFileSync(
    `${path}.js`,
    'import process from "node:process";\nprocess.constrainedMemory ??= () => 0;\n',
  );
  const run = ["run", "-A", "--node-modules-dir=manual", "--preload", `${path}.js`];
  return { command: Deno.execPath(), args: [...run, program, ...options] };
}

async function logIn(home: Home, repo: Repo): Promise<void> {
  const login = await startLogin(settingOf(repo, home), ["github"]);
  await browse(login.page);
  const { code, output } = await login.end();
  assertEquals(code, 0, output);
}

/** A token for clients that stand alone: what a login of their own would give them. */
async function tokenOf({ url, seen }: LoginServer): Promise<string> {
  await using home = await makeHome();
  await using repo = await makeRepo({ "a.txt": "alpha\n" });
  configure(home, { mcp_servers: { github: { url } } });
  await logIn(home, repo);
  return (await seen()).tokens[0] ?? "";
}
