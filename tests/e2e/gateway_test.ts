/** The real clients with the gateway and real servers behind it, and a model that follows a script. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { oddServer } from "../acceptance/gateway_client.ts";
import { binary, type Home, makeRepo, runBinary, runtimeFolder, until } from "../acceptance/harness.ts";
import { TERMINAL, typed } from "../acceptance/terminal.ts";
import { bothClients, type Client, NAMESPACE } from "./clients.ts";
import { configureServers } from "./mcp_servers.ts";
import type { MockModel, ModelTurn, Script, ToolUse } from "./mock_model.ts";

const OUR_TOOLS = [
  "context_grep",
  "context_list",
  "context_read",
  "context_tail",
  "find_places",
  "find_tools",
  "get_tool_details",
  "run_tool_batch",
];

/** UTF-16 units that Codex keeps of a server's instructions where it defers its tools. */
const LEAD = 250;

/** Two scripts, pairs of surrogates, quotes and backslashes, and two words to be found. */
const LONG = Array.from(
  { length: 4000 },
  (_, at) =>
    at === 2123
      ? "2123 here is the needle in the haystack"
      : at === 3998
      ? "3998 fatal error: the last one"
      : `${at} 登录后重试的间隔 "quoted" \\ tab\t😀`,
).join("\n");

type Call = [name: string, args: Record<string, unknown>];

/** What the model calls, one turn after the other; each turn is told what the calls before it gave. */
type Conversation = AsyncGenerator<ToolUse[], void, ModelTurn>;

interface Place {
  client: Client;
  cwd: string;
  batch(...calls: Call[]): ToolUse[];
}

/** A tool's answer without the line that Codex puts before it. What has been cut is no JSON any more. */
// deno-lint-ignore no-explicit-any
function answer(text = ""): any {
  assertStringIncludes(text, "{");
  return JSON.parse(text.slice(text.indexOf("{")));
}

/** One prompt, in which the model does all that a conversation says. */
async function play({ client, cwd }: Place, conversation: Conversation, goesOn = false): Promise<void> {
  const does: Script = async (turn) => (await conversation.next(turn)).value ?? "done";
  const args = client.name === "Codex" ? [] : ["--allowedTools", "Bash"];
  const { code, answer, stderr } = await client.ask(cwd, "go on", { does, goesOn, args });
  assertEquals({ code, answer }, { code: 0, answer: "done" }, stderr);
}

bothClients(
  "index, details, batches, places and long outputs reach the model, and what changes something waits for the user's word; a gateway that is killed is an error, and the next session goes on; a command that gives the user's word is denied",
  async (client) => {
    await using repo = await makeRepo({
      "a.txt": "alpha\n",
      "long.txt": LONG,
      "lib/view.js": "export function lookupView(name) {\n  return name;\n}\n",
    });
    const { home } = client;
    // All may run but for one tool that changes something.
    await configureServers(home, repo, ["filesystem", "memory"], {
      mcp_servers: { odd: oddServer(), broken: { command: "/no/such/program" } },
      permissions: { allow: ["*"], ask: ["memory/create_entities"] },
    });
    // What the servers list is known from now on, so that the gateway is there with the first request.
    await runBinary(["mcp", "--list"], { cwd: repo.path, home, timeoutMs: 60_000 });
    // Codex keeps it from its servers, so that there the path of a socket is too long, and each gateway has a process of its own.
    home.env["XDG_RUNTIME_DIR"] = runtimeFolder();
    client.addGateway();
    const at: Place = {
      client,
      cwd: repo.path,
      batch: (...calls) => [
        client.own("run_tool_batch", { calls: calls.map(([name, args]) => ({ name, arguments: args })) }),
      ],
    };
    let id = "";
    await play(
      at,
      async function* (): Conversation {
        yield* usesTools(at);
        id = yield* readsLongOutputs(at);
        if (TERMINAL) yield* waitsForTheUser(at);
        const [gateway = 0] = gatewaysOf(client);
        Deno.kill(gateway, "SIGKILL");
        const { results: [text = ""] } = yield at.batch(["memory/read_graph", {}]);
        // Each client says it in words of its own.
        assertMatch(text, /Connection closed|tool call (?:error|failed)/);
      }(),
    );
    if (client.name === "Claude Code") answersByHook(home);
    Deno.symlinkSync(binary(), `${home.bin}/codex-auto`);
    const setup = ["setup", "hook", client.name === "Codex" ? "--codex" : "--claude"];
    assertEquals((await runBinary(setup, { home, cwd: repo.path })).code, 0);
    await play(at, goesOn(at, id), true);
    if (client.name !== "Claude Code") return;
    const asked = Deno.readTextFileSync(`${home.path}/asked.json`);
    assertStringIncludes(asked, "memory/create_entities, which changes something");
  },
);

async function* usesTools({ client, cwd, batch }: Place): Conversation {
  if (client.name === "Codex") {
    const query = "auto-tools run_tool_batch get_tool_details";
    const { results: [found = ""] } = yield [{ name: "tool_search", input: { query } }];
    assertCodexTold(client.model, found);
  }
  const names = ["filesystem/read_text_file", "odd/*", "no/such"];
  const details = yield [client.own("get_tool_details", { names })];
  const { tools: [tool], missing, index } = answer(details.results[0]);
  assertEquals([tool.parameters.required, missing], [["path"], ["no/such"]]);
  assert(index.some(({ name }: { name: string }) => name === "odd/text"));
  const batched = yield batch(
    ["filesystem/read_text_file", { path: `${cwd}/a.txt` }],
    ["odd/text", { bytes: 2, of: "你好" }],
    ["filesystem/read_text_file", {}],
    ["broken/any", {}],
    ["odd/tex", {}],
  );
  const { summary, results: [a, b, c, d, e] } = answer(batched.results[0]);
  assertStringIncludes(summary, "5 calls: 2 ok, 3 error");
  assertEquals([a.text, b.text], ["alpha\n", "你好"]);
  assertMatch(c.text, /invalid arguments: .*path/);
  assertStringIncludes(d.text, "/no/such/program not found");
  assertStringIncludes(e.text, "similar: odd/text");
  const question = { question: "where is lookupView defined?", paths: ["lib"] };
  const { results: [places = ""] } = yield [client.own("find_places", question)];
  for (const part of ["lib/view.js", "run_id "]) assertStringIncludes(places, part);
  if (client.name === "Claude Code") assertClaudeTold(client.model);
}

const CREATE = "memory/create_entities(entities[{name,entityType,observations}]) w";

/** Claude Code has the whole index and our tools with the first request, and no server beside the gateway. */
function assertClaudeTold({ requests: [first] }: MockModel): void {
  const tools = first?.body["tools"] as { name: string }[];
  const ours = tools.flatMap(({ name }) => /^mcp__auto-tools__(.*)/.exec(name)?.[1] ?? []);
  assertEquals(ours.sort(), OUR_TOOLS);
  const sent = JSON.stringify(first?.body);
  assert(!sent.includes("[truncated]"), "the client has cut something");
  assert(!sent.includes("mcp__filesystem"));
  for (const line of ["filesystem/read_text_file(path,…) r", CREATE, "odd/sleep(ms?) r"]) {
    assertStringIncludes(sent, line);
  }
  assertMatch(sent, /broken: unavailable \(.*not found/);
}

/** Codex has the lead whole, and the index and our tools by a search. */
function assertCodexTold({ requests }: MockModel, found: string): void {
  const texts = requests.flatMap(({ texts }) => texts.map(({ text }) => text));
  const lead = texts.flatMap((text) => new RegExp(`${NAMESPACE}: (.*)`).exec(text)?.[1] ?? [])[0] ?? "";
  assert(lead.length <= LEAD, `${lead.length} units`);
  for (const word of ["42 tools", "filesystem, memory, odd", "run_tool_batch", "get_tool_details"]) {
    assertStringIncludes(lead, word);
  }
  const [{ name, description, tools }] = JSON.parse(found);
  assertEquals(name, NAMESPACE);
  assertStringIncludes(description, CREATE);
  assert(tools.some((tool: { name: string }) => tool.name === "run_tool_batch"));
}

/** Many long outputs at once, uncut; one is searched and paged through whole. Gives its id. */
async function* readsLongOutputs(
  { client, cwd, batch }: Place,
): AsyncGenerator<ToolUse[], string, ModelTurn> {
  const path = `${cwd}/long.txt`;
  const batched = yield batch(
    ...Array.from({ length: 12 }, (): Call => ["filesystem/read_text_file", { path }]),
  );
  const { results } = answer(batched.results[0]);
  assertEquals(results.length, 12);
  for (const { status, ref } of results) {
    assertEquals([status, ref?.byteSize], ["ok", new TextEncoder().encode(LONG).length]);
  }
  assertStringIncludes(results[0].text, "3999: 3998 fatal error: the last one");
  const id: string = results[11].ref.id;
  const looked = yield [
    client.own("context_grep", { id, pattern: "needle" }),
    client.own("context_tail", { id, lines: 2 }),
  ];
  const [grep, tail] = looked.results.map(answer);
  assertEquals([grep.matches, grep.text], [1, "2124:2123 here is the needle in the haystack"]);
  assertStringIncludes(tail.text, "3998 fatal error: the last one\n3999 ");
  let read = "";
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page: ModelTurn = yield [client.own("context_read", { id, offset, limit: 30_000 })];
    const { text, next_offset } = answer(page.results[0]);
    read += text;
    offset = next_offset;
  }
  assertEquals(read, LONG);
  return id;
}

// deno-lint-ignore no-explicit-any
const statuses = ({ results: [text] }: ModelTurn) => answer(text).results.map(({ status }: any) => status);

async function* waitsForTheUser({ client, cwd, batch }: Place): Conversation {
  const entities = [{ name: "x", entityType: "t", observations: ["o"] }];
  const create = batch(["memory/read_graph", {}], ["memory/create_entities", { entities }], [
    "memory/read_graph",
    {},
  ]);
  const asked = yield create;
  // `codex exec` declines by itself: nobody has refused.
  assertEquals(statuses(asked), ["ok", "permission", "permission"]);
  assertStringIncludes(asked.results[0] ?? "", "codex-auto allow memory/create_entities --once");
  assertStringIncludes(asked.results[0] ?? "", "Nobody but the user");
  await userAllows("memory/create_entities", client.home, cwd);
  const allowed = yield create;
  assertEquals(statuses(allowed), ["ok", "ok", "ok"]);
  assertStringIncludes(answer(allowed.results[0]).results[2].text, '"x"');
  assertEquals(statuses(yield create), ["ok", "permission", "permission"]);
  await until(() => gatewaysOf(client).length === 1, "there is one gateway");
}

/** The next session still has the output, and what the user allowed was done. In Claude Code the user's own dialogue answers in place of a command. */
async function* goesOn({ client, batch }: Place, id: string): Conversation {
  const calls = [
    client.own("context_read", { id, offset: 0, limit: 100 }),
    ...batch(["memory/read_graph", {}]),
  ];
  let { results: [page, graph] } = yield calls;
  // Codex does not wait for a server to start.
  for (let tries = 60; tries > 0 && /^unsupported call/.test(page ?? ""); tries--) {
    yield [client.shell("sleep 1")];
    ({ results: [page, graph] } = yield calls);
  }
  assertEquals(answer(page).text, LONG.slice(0, 100));
  if (TERMINAL) assertStringIncludes(answer(graph).results[0].text, '"x"');
  const given = yield [client.shell("codex-auto allow odd/act --always")];
  const told = given.results.at(-1) ?? "";
  assertStringIncludes(told, client.name === "Codex" ? "only the user can give their word" : "denied");
  assert(!/Process exited|Only a person can allow a tool/.test(told), told);
  if (client.name !== "Claude Code") return;
  const entities = [{ name: "y", entityType: "t", observations: [] }];
  const { results: [created = ""] } = yield batch(["memory/create_entities", { entities }]);
  assertStringIncludes(created, "1 call: 1 ok");
}

/** Says yes once in Claude Code's dialogue, no sooner than a person could, and keeps what it asked. */
function answersByHook({ path }: Home): void {
  const answer = {
    hookSpecificOutput: { hookEventName: "Elicitation", action: "accept", content: { answer: "once" } },
  };
  const command = `cat > "$HOME/asked.json"; sleep 1; echo '${JSON.stringify(answer)}'`;
  const hooks = { Elicitation: [{ hooks: [{ type: "command", command }] }] };
  Deno.writeTextFileSync(`${path}/.claude/settings.json`, JSON.stringify({ hooks }));
}

/** The user allows a call that waits, at a terminal of their own. */
async function userAllows(tool: string, { env }: Home, cwd: string): Promise<void> {
  const yes = { when: () => Promise.resolve(), text: "y\n" };
  const { code, screen } = await typed(["allow", tool], [yes], { cwd, env });
  assertEquals(code, 0, screen);
}

/** Ids of the processes that have gateways of this home, by the environment that they were given. */
function gatewaysOf(client: Client): number[] {
  const program = Deno.realPathSync(binary());
  return Array.from(Deno.readDirSync("/proc")).flatMap(({ name }) => {
    try {
      if (!/^\d+$/.test(name) || Deno.readLinkSync(`/proc/${name}/exe`) !== program) return [];
      const words = Deno.readTextFileSync(`/proc/${name}/cmdline`);
      if (!words.endsWith(client.name === "Codex" ? "\0mcp\0" : "\0mcp\0daemon\0")) return [];
      const environment = Deno.readTextFileSync(`/proc/${name}/environ`).split("\0");
      return environment.includes(`HOME=${client.home.path}`) ? [Number(name)] : [];
    } catch (error) {
      // It has ended meanwhile, or is not ours to look at.
      if (error instanceof Error) return [];
      throw error;
    }
  });
}
