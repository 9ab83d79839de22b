/** The real clients with the gateway and real servers behind it, and a model that follows a script. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { binary, type Home, makeRepo, type Repo, runBinary } from "../acceptance/harness.ts";
import { TERMINAL, typed } from "../acceptance/terminal.ts";
import { bothClients, claudeCode, type Client, E2E, NAMESPACE, type Turn } from "./clients.ts";
import { configureServers } from "./mcp_servers.ts";
import { type MockModel, type Script, steps, type ToolUse } from "./mock_model.ts";

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

interface Place extends AsyncDisposable {
  repo: Repo;
  play(script: Script, goesOn?: boolean): Promise<Turn>;
  /** What changes something and is asked for. */
  batch(...calls: Call[]): ToolUse[];
}

/** A client that knows the gateway, with three servers behind it. All may run but for one tool that changes something. */
async function place(client: Client, servers: Record<string, object> = {}): Promise<Place> {
  const repo = await makeRepo({
    "a.txt": "alpha\n",
    "long.txt": LONG,
    "lib/view.js": "export function lookupView(name) {\n  return name;\n}\n",
  });
  await configureServers(client.home, repo, ["filesystem", "memory", "everything"], {
    mcp_servers: servers,
    permissions: { allow: ["*"], ask: ["memory/create_entities"] },
  });
  // What the servers list is known from now on, so that the gateway is there with the first request.
  await runBinary(["mcp", "--list"], { cwd: repo.path, home: client.home, timeoutMs: 60_000 });
  client.addGateway();
  return {
    repo,
    play: (does, goesOn = false) => client.ask(repo.path, "go on", { does, goesOn }),
    batch: (...calls) => [
      client.own("run_tool_batch", { calls: calls.map(([name, args]) => ({ name, arguments: args })) }),
    ],
    [Symbol.asyncDispose]: () => repo[Symbol.asyncDispose](),
  };
}

/** A tool's answer without the line that Codex puts before it. What has been cut is no JSON any more. */
// deno-lint-ignore no-explicit-any
function answer(text = ""): any {
  return JSON.parse(text.slice(text.indexOf("{")));
}

function assertDone({ code, answer, stderr }: Turn): void {
  assertEquals({ code, answer }, { code: 0, answer: "done" }, stderr);
}

bothClients(
  "index, details, a batch and places of the repository; what is broken is named",
  async (client) => {
    await using at = await place(client, {
      broken: { command: "/no/such/program" },
      silent: { command: "/bin/sleep", args: ["60"], startup_timeout_sec: 5 },
    });
    let found = "";
    const work: Script[] = [
      ({ results: [text = ""] }) => {
        found = text;
        return [
          client.own("get_tool_details", { names: ["filesystem/read_text_file", "everything/*", "no/such"] }),
        ];
      },
      ({ results: [text] }) => {
        const { tools: [tool], missing, index } = answer(text);
        assertEquals([tool.parameters.required, missing], [["path"], ["no/such"]]);
        assert(index.some(({ name }: { name: string }) => name === "everything/echo"));
        return at.batch(
          ["filesystem/read_text_file", { path: `${at.repo.path}/a.txt` }],
          ["everything/echo", { message: "你好" }],
          ["filesystem/read_text_file", {}],
          ["broken/any", {}],
          ["everything/ech", {}],
        );
      },
      ({ results: [text] }) => {
        const { summary, results: [a, b, c, d, e] } = answer(text);
        assertStringIncludes(summary, "5 calls: 2 ok, 3 error");
        assertEquals([a.text, b.text], ["alpha\n", "Echo: 你好"]);
        assertMatch(c.text, /invalid arguments: .*path/);
        assertStringIncludes(d.text, "/no/such/program not found");
        assertStringIncludes(e.text, "similar: everything/echo");
        return [client.own("find_places", { question: "where is lookupView defined?", paths: ["lib"] })];
      },
      ({ results: [text = ""] }) => {
        for (const part of ["lib/view.js", "run_id "]) assertStringIncludes(text, part);
        return "done";
      },
    ];
    if (client.name === "Codex") {
      const search = { name: "tool_search", input: { query: "auto-tools run_tool_batch get_tool_details" } };
      work.unshift(() => [search]);
    }
    assertDone(await at.play(steps(...work)));
    if (client.name === "Codex") assertCodexTold(client.model, found);
    else assertClaudeTold(client.model);
  },
);

/** Claude Code has the whole index and our tools with the first request, and no server beside the gateway. */
function assertClaudeTold({ requests: [first] }: MockModel): void {
  const tools = first?.body["tools"] as { name: string }[];
  const ours = tools.flatMap(({ name }) => /^mcp__auto-tools__(.*)/.exec(name)?.[1] ?? []);
  assertEquals(ours.sort(), OUR_TOOLS);
  const sent = JSON.stringify(first?.body);
  assert(!sent.includes("[truncated]"), "the client has cut something");
  assert(!sent.includes("mcp__filesystem"));
  for (const name of ["filesystem/read_text_file r", "memory/create_entities w", "everything/echo r"]) {
    assertStringIncludes(sent, name);
  }
  assertMatch(sent, /broken: unavailable \(.*not found/);
}

/** Codex has the lead whole, and the index and our tools by a search. */
function assertCodexTold({ requests }: MockModel, found: string): void {
  const texts = requests.flatMap(({ texts }) => texts.map(({ text }) => text));
  const lead = texts.flatMap((text) => new RegExp(`${NAMESPACE}: (.*)`).exec(text)?.[1] ?? [])[0] ?? "";
  assert(lead.length <= LEAD, `${lead.length} units`);
  for (const word of ["37 tools", "filesystem, memory, everything", "run_tool_batch", "get_tool_details"]) {
    assertStringIncludes(lead, word);
  }
  const [{ name, description, tools }] = JSON.parse(found);
  assertEquals(name, NAMESPACE);
  assertStringIncludes(description, "memory/create_entities w");
  assert(tools.some((tool: { name: string }) => tool.name === "run_tool_batch"));
}

bothClients(
  "many long outputs at once reach the model uncut; one is searched and paged through whole",
  async (client) => {
    await using at = await place(client);
    const pages: string[] = [];
    let id = "";
    const read = (offset: number) => [client.own("context_read", { id, offset, limit: 30_000 })];
    const page: Script = ({ results: [text] }) => {
      const { text: part, next_offset } = answer(text);
      pages.push(part);
      return next_offset === undefined ? "done" : read(next_offset);
    };
    const path = `${at.repo.path}/long.txt`;
    const work = steps(
      () => at.batch(...Array.from({ length: 12 }, (): Call => ["filesystem/read_text_file", { path }])),
      ({ results: [text] }) => {
        const { results } = answer(text);
        assertEquals(results.length, 12);
        for (const { status, ref } of results) {
          assertEquals([status, ref?.byteSize], ["ok", new TextEncoder().encode(LONG).length]);
        }
        assertStringIncludes(results[0].text, "3999: 3998 fatal error: the last one");
        id = results[11].ref.id;
        return [
          client.own("context_grep", { id, pattern: "needle" }),
          client.own("context_tail", { id, lines: 2 }),
        ];
      },
      ({ results }) => {
        const [grep, tail] = results.map(answer);
        assertEquals([grep.matches, grep.text], [1, "2124:2123 here is the needle in the haystack"]);
        assertStringIncludes(tail.text, "3998 fatal error: the last one\n3999 ");
        return read(0);
      },
      ...Array.from({ length: 10 }, () => page),
    );
    assertDone(await at.play(work));
    assertEquals(pages.join(""), LONG);
  },
);

bothClients(
  "what changes something waits for the user's word; a gateway that is killed is an error, and the next session goes on",
  async (client) => {
    await using at = await place(client);
    const entities = [{ name: "x", entityType: "t", observations: ["o"] }];
    const create = at.batch(["memory/read_graph", {}], ["memory/create_entities", { entities }], [
      "memory/read_graph",
      {},
    ]);
    // deno-lint-ignore no-explicit-any
    const statuses = (text?: string) => answer(text).results.map(({ status }: any) => status);
    let id = "";
    assertDone(
      await at.play(steps(
        () => create,
        async ({ results: [text = ""] }) => {
          // `codex exec` declines by itself: nobody has refused.
          assertEquals(statuses(text), ["ok", "permission", "permission"]);
          assertStringIncludes(text, "codex-auto allow memory/create_entities --once");
          assertStringIncludes(text, "Nobody but the user");
          await userAllows("memory/create_entities", client.home, at.repo.path);
          return create;
        },
        ({ results: [text] }) => {
          assertEquals(statuses(text), ["ok", "ok", "ok"]);
          assertStringIncludes(answer(text).results[2].text, '"x"');
          return create;
        },
        ({ results: [text] }) => {
          assertEquals(statuses(text), ["ok", "permission", "permission"]);
          return at.batch(["filesystem/read_text_file", { path: `${at.repo.path}/long.txt` }]);
        },
        ({ results: [text] }) => {
          id = answer(text).results[0].ref.id;
          const gateways = gatewaysOf(client.home);
          assertEquals(gateways.length, 1);
          for (const pid of gateways) Deno.kill(pid, "SIGKILL");
          return at.batch(["memory/read_graph", {}]);
        },
        ({ results: [text = ""] }) => {
          // Each client says it in words of its own.
          assertMatch(text, /Connection closed|tool call (?:error|failed)/);
          return "done";
        },
      )),
    );
    const later = steps(
      () => [
        client.own("context_read", { id, offset: 0, limit: 100 }),
        ...at.batch(["memory/read_graph", {}]),
      ],
      ({ results: [page, text] }) => {
        assertEquals(answer(page).text, LONG.slice(0, 100));
        assertStringIncludes(answer(text).results[0].text, '"x"');
        return "done";
      },
    );
    assertDone(await at.play(later, true));
  },
  !TERMINAL,
);

/** The user allows a call that waits, at a terminal of their own. */
async function userAllows(tool: string, { env }: Home, cwd: string): Promise<void> {
  const yes = { when: () => Promise.resolve(), text: "y\n" };
  const { code, screen } = await typed(["allow", tool], [yes], { cwd, env });
  assertEquals(code, 0, screen);
}

/** Ids of the gateways that were started with this home, by the environment that they were given. */
function gatewaysOf({ path }: Home): number[] {
  const program = Deno.realPathSync(binary());
  return Array.from(Deno.readDirSync("/proc")).flatMap(({ name }) => {
    try {
      if (!/^\d+$/.test(name) || Deno.readLinkSync(`/proc/${name}/exe`) !== program) return [];
      const environment = Deno.readTextFileSync(`/proc/${name}/environ`).split("\0");
      return environment.includes(`HOME=${path}`) ? [Number(name)] : [];
    } catch (error) {
      // It has ended meanwhile, or is not ours to look at.
      if (error instanceof Error) return [];
      throw error;
    }
  });
}

Deno.test({
  name: "Claude Code: the user's own dialogue answers in place of a command",
  ignore: !E2E,
  async fn() {
    await using client = await claudeCode();
    await using at = await place(client);
    const answer = {
      hookSpecificOutput: { hookEventName: "Elicitation", action: "accept", content: { answer: "once" } },
    };
    const command = `cat > "$HOME/asked.json"; echo '${JSON.stringify(answer)}'`;
    Deno.writeTextFileSync(
      `${client.home.path}/.claude/settings.json`,
      JSON.stringify({ hooks: { Elicitation: [{ hooks: [{ type: "command", command }] }] } }),
    );
    const entities = [{ name: "y", entityType: "t", observations: [] }];
    const turn = await at.play(steps(
      () => at.batch(["memory/create_entities", { entities }]),
      ({ results: [text = ""] }) => {
        assertStringIncludes(text, "1 call: 1 ok");
        return "done";
      },
    ));
    assertDone(turn);
    const asked = Deno.readTextFileSync(`${client.home.path}/asked.json`);
    assertStringIncludes(asked, "memory/create_entities, which changes something");
  },
});

bothClients("denies a command that gives the user's word, once it is set up", async (client) => {
  await using repo = await makeRepo({ "a.txt": "a\n" });
  const { home } = client;
  const isCodex = client.name === "Codex";
  Deno.symlinkSync(binary(), `${home.bin}/codex-auto`);
  const setup = ["setup", "hook", isCodex ? "--codex" : "--claude"];
  assertEquals((await runBinary(setup, { home, cwd: repo.path })).code, 0);
  let told = "";
  const does = steps(
    () => [client.shell("codex-auto allow odd/act --always")],
    ({ results: [text = ""] }) => {
      told = text;
      return "done";
    },
  );
  await client.ask(repo.path, "go on", { does, args: isCodex ? [] : ["--allowedTools", "Bash"] });
  assertStringIncludes(told, isCodex ? "only the user can give their word" : "denied");
  assert(!/Process exited|Only a person can allow a tool/.test(told), told);
});
