/** The real Claude Code with the gateway and real servers behind it, and a model that follows a script. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Home, makeHome, type Repo } from "../acceptance/harness.ts";
import { TERMINAL } from "../acceptance/terminal.ts";
import { askClaude, type ClaudeTurn } from "./claude_code.ts";
import { E2E } from "./clients.ts";
import {
  gatewayEntry,
  gatewayPlace,
  gatewaysOf,
  joined,
  LONG_FILE,
  LONG_TEXT,
  userAllows,
} from "./gateway_place.ts";
import { type MockAnthropic, mockAnthropic, type ModelRequest } from "./mock_anthropic.ts";
import { type Script, steps, type ToolUse } from "./scripted_model.ts";

const TOOLS = [
  "context_grep",
  "context_list",
  "context_read",
  "context_tail",
  "get_tool_details",
  "run_tool_batch",
];

interface Place extends AsyncDisposable {
  home: Home;
  repo: Repo;
  /** One turn of the client, with a model that does this. */
  ask(script: Script, args?: string[]): Promise<{ turn: ClaudeTurn; model: MockAnthropic }>;
}

async function place(more?: Parameters<typeof gatewayPlace>[1]): Promise<Place> {
  const home = await makeHome();
  await Deno.mkdir(`${home.path}/.claude`);
  const { repo } = await gatewayPlace(home, more);
  const config = `${home.path}/mcp.json`;
  await Deno.writeTextFile(config, JSON.stringify({ mcpServers: { "auto-tools": gatewayEntry() } }));
  return {
    home,
    repo,
    async ask(script, args = []) {
      await using model = mockAnthropic(script);
      const allowed = ["--mcp-config", config, "--allowedTools", "mcp__auto-tools", ...args];
      const turn = await askClaude({ home, repo: repo.path, model, prompt: "go on", more: allowed });
      return { turn, model };
    },
    async [Symbol.asyncDispose]() {
      await repo[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** A call of one of our own tools. */
function use(name: string, input: Record<string, unknown>): ToolUse {
  return { name: `mcp__auto-tools__${name}`, input };
}

function batch(...calls: [name: string, args: Record<string, unknown>][]): ToolUse[] {
  return [use("run_tool_batch", { calls: calls.map(([name, args]) => ({ name, arguments: args })) })];
}

/** The requests of the conversation itself: the client asks for titles and the like besides. */
function talk({ requests }: MockAnthropic): ModelRequest[] {
  return requests.filter(({ path, body }) =>
    path === "/v1/messages" && Array.isArray(body["tools"]) && body["tools"].length > 0
  );
}

function assertDone({ code, answer, stderr }: ClaudeTurn): void {
  assertEquals({ code, answer }, { code: 0, answer: "done" }, stderr);
}

function e2e(name: string, fn: () => Promise<void>, ignore = false): void {
  Deno.test({ name: `Claude Code and the gateway: ${name}`, ignore: !E2E || ignore, fn });
}

e2e("the index and our tools arrive whole; details and a batch; what is broken is named", async () => {
  const broken = { command: "/no/such/program", args: [], env: {} };
  const silent = { command: "/bin/sleep", args: ["60"], env: {} };
  await using at = await place({ servers: { broken, silent } });
  const { turn, model } = await at.ask(steps(
    () => [use("get_tool_details", { names: ["filesystem/read_text_file", "everything/*", "no/such"] })],
    ({ results: [text = ""] }) => {
      const { tools: [tool], missing, index } = JSON.parse(text);
      assertEquals([tool.name, tool.parameters.required, missing], [
        "filesystem/read_text_file",
        ["path"],
        ["no/such"],
      ]);
      assert(index.some(({ name }: { name: string }) => name === "everything/echo"));
      return batch(
        ["filesystem/read_text_file", { path: `${at.repo.path}/a.txt` }],
        ["filesystem/read_text_file", { path: `${at.repo.path}/b.txt` }],
        ["everything/echo", { message: "你好" }],
        ["filesystem/read_text_file", {}],
        ["broken/any", {}],
      );
    },
    ({ results: [text = ""] }) => {
      const { summary, results } = JSON.parse(text);
      assertStringIncludes(summary, "5 calls: 3 ok, 2 error");
      const [a, b, c, d, e] = results;
      assertEquals([a.text, b.text, c.text], ["alpha\n", "beta\n", "Echo: 你好"]);
      assertMatch(d.text, /invalid arguments: .*path/);
      assertStringIncludes(e.text, "/no/such/program not found");
      return "done";
    },
  ));
  assertDone(turn);
  const body = talk(model)[0]?.body ?? {};
  const tools: { name: string; description: string }[] = JSON.parse(JSON.stringify(body["tools"]));
  const ours = tools.filter(({ name }) => name.startsWith("mcp__auto-tools__"));
  assertEquals(ours.map(({ name }) => name.replace("mcp__auto-tools__", "")).sort(), TOOLS);
  const sent = JSON.stringify(body);
  assert(!sent.includes("[truncated]"), "the client has cut something");
  assert(!sent.includes("mcp__filesystem"), "no server stands beside the gateway");
  for (const name of ["filesystem/read_text_file r", "memory/create_entities w", "everything/echo r"]) {
    assertStringIncludes(sent, name);
  }
  assertMatch(sent, /broken: unavailable \(.*not found/);
});

e2e("a 2 MB output is kept whole and paged back byte for byte, and searched", async () => {
  await using at = await place();
  const pages: { offset: number; text: string }[] = [];
  const limit = 30_000;
  const side = 50;
  let id = "";
  let turns = 0;
  const read = (offset: number) => use("context_read", { id, offset, limit });
  const { turn } = await at.ask(({ results }) => {
    assert(++turns < 20, "the model gets nowhere");
    if (id === "") {
      const [first] = results;
      if (first === undefined) {
        return batch(["filesystem/read_text_file", { path: `${at.repo.path}/${LONG_FILE}` }]);
      }
      const [{ ref, text }] = JSON.parse(first).results;
      assertEquals(ref.byteSize, new TextEncoder().encode(LONG_TEXT).length);
      assertStringIncludes(text, "0 行");
      assertStringIncludes(text, "39999: 39998 fatal error: the last one");
      id = ref.id;
      return [use("context_grep", { id, pattern: "needle" }), use("context_tail", { id, lines: 2 })];
    }
    if (pages.length === 0 && results.length === 2) {
      const [grep, tail] = results.map((text) => JSON.parse(text));
      assertEquals([grep.matches, grep.text], [1, "21235:21234 here is the needle in the haystack"]);
      assertStringIncludes(tail.text, "39998 fatal error: the last one\n39999 行");
      return [read(0)];
    }
    pages.push(...results.map((text) => JSON.parse(text)));
    const next = limit * pages.length;
    if (next >= LONG_TEXT.length) return "done";
    const left = Math.ceil((LONG_TEXT.length - next) / limit);
    return Array.from({ length: Math.min(side, left) }, (_, at) => read(next + at * limit));
  });
  assertDone(turn);
  assert(joined(pages) === LONG_TEXT, "the pages are the text");
});

e2e("what changes something waits for the user's word, and runs once after it", async () => {
  await using at = await place();
  const create = batch(
    ["memory/read_graph", {}],
    ["memory/create_entities", { entities: [{ name: "x", entityType: "t", observations: ["o"] }] }],
    ["memory/read_graph", {}],
  );
  const statuses = (text: string) => JSON.parse(text).results.map(({ status }: { status: string }) => status);
  const { turn } = await at.ask(steps(
    () => create,
    async ({ results: [text = ""] }) => {
      assertEquals(statuses(text), ["ok", "permission", "permission"]);
      assertStringIncludes(text, "codex-auto allow memory/create_entities --once");
      assertStringIncludes(text, "Nobody but the user");
      await userAllows("memory/create_entities", at.home, at.repo.path);
      return create;
    },
    ({ results: [text = ""] }) => {
      assertEquals(statuses(text), ["ok", "ok", "ok"]);
      assertStringIncludes(JSON.parse(text).results[2].text, '"x"');
      return create;
    },
    ({ results: [text = ""] }) => {
      assertEquals(statuses(text), ["ok", "permission", "permission"]);
      return "done";
    },
  ));
  assertDone(turn);
}, !TERMINAL);

e2e("the user's own dialogue answers in place of a command", async () => {
  await using at = await place();
  const answer = {
    hookSpecificOutput: { hookEventName: "Elicitation", action: "accept", content: { answer: "once" } },
  };
  const hook = {
    hooks: [{ type: "command", command: `cat > "$HOME/asked.json"; echo '${JSON.stringify(answer)}'` }],
  };
  await Deno.writeTextFile(
    `${at.home.path}/.claude/settings.json`,
    JSON.stringify({ hooks: { Elicitation: [hook] } }),
  );
  const { turn } = await at.ask(steps(
    () => batch(["memory/create_entities", { entities: [{ name: "y", entityType: "t", observations: [] }] }]),
    ({ results: [text = ""] }) => {
      assertStringIncludes(text, "1 call: 1 ok");
      return "done";
    },
  ));
  assertDone(turn);
  const asked = await Deno.readTextFile(`${at.home.path}/asked.json`);
  assertStringIncludes(asked, "memory/create_entities, which changes something");
});

e2e(
  "killed, it is an error to the model and started anew, and the next session of the conversation goes on",
  async () => {
    await using at = await place();
    const output = LONG_TEXT.slice(0, 50_000);
    at.repo.write("some.txt", output);
    let id = "";
    const { turn } = await at.ask(steps(
      () => batch(["filesystem/read_text_file", { path: `${at.repo.path}/some.txt` }]),
      ({ results: [text = ""] }) => {
        id = JSON.parse(text).results[0].ref.id;
        const gateways = gatewaysOf(at.home);
        assertEquals(gateways.length, 1);
        for (const pid of gateways) Deno.kill(pid, "SIGKILL");
        return batch(["everything/echo", { message: "again" }]);
      },
      ({ results: [text = ""] }) => {
        assertStringIncludes(text, "Connection closed");
        return batch(["everything/echo", { message: "started again" }]);
      },
      ({ results: [text = ""] }) => {
        assertStringIncludes(text, "Echo: started again");
        return "done";
      },
    ));
    assertDone(turn);
    const { turn: later } = await at.ask(
      steps(
        () => [
          use("context_read", { id, offset: 0, limit: 100 }),
          ...batch(["everything/echo", { message: "again" }]),
        ],
        ({ results: [page = "", text = ""] }) => {
          assertEquals(JSON.parse(page).text, output.slice(0, 100));
          assertStringIncludes(text, "Echo: again");
          return "done";
        },
      ),
      ["--continue"],
    );
    assertDone(later);
  },
);
