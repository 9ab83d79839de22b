/** The real Codex with the gateway and real servers behind it, and a model that follows a script. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Home, type Repo, runBinary, type RunResult } from "../acceptance/harness.ts";
import { TERMINAL } from "../acceptance/terminal.ts";
import { E2E } from "./clients.ts";
import { type CodexHome, codexHome } from "./codex_home.ts";
import { gatewayEntry, gatewayPlace, gatewaysOf, joined, userAllows } from "./gateway_place.ts";
import { type MockOpenai, mockOpenai } from "./mock_openai.ts";
import { type Script, steps, type ToolUse } from "./scripted_model.ts";

const NAMESPACE = "mcp__auto_tools";
/** UTF-16 units that Codex keeps of a server's instructions where it defers its tools. */
const LEAD = 250;

/** Codex would have the conversation summed up before 2 MB have gone through it. */
const ROOMY = "model_context_window = 50000000\nmodel_auto_compact_token_limit = 40000000";

interface Place extends AsyncDisposable {
  home: Home;
  repo: Repo;
  codex: CodexHome;
  model: MockOpenai;
}

/** @param script what the model does once Codex offers the gateway: it does not wait for a server to start. */
async function place(script: Script): Promise<Place> {
  const model = mockOpenai(async (turn) =>
    JSON.stringify(turn.body).includes(NAMESPACE)
      ? await script(turn)
      : [{ name: "exec_command", input: { cmd: "sleep 1" } }]
  );
  const codex = await codexHome(model);
  const { repo } = await gatewayPlace(codex.home);
  const config = `${codex.home.path}/.codex/config.toml`;
  const { command, args } = gatewayEntry();
  // Codex cannot ask in `exec` and refuses what is not declared to read only; what runs behind the gateway is the gateway's to ask.
  const entry = { command, args, default_tools_approval_mode: "approve" };
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  await Deno.writeTextFile(
    config,
    `${ROOMY}\n${await Deno.readTextFile(config)}\n[mcp_servers.auto-tools]\n${lines.join("\n")}\n`,
  );
  // What the servers list is known from now on, so that the gateway is there with the first request.
  const listed = await runBinary(["mcp", "--list"], { cwd: repo.path, home: codex.home, timeoutMs: 60_000 });
  assertEquals(listed.code, 0, listed.stdout);
  return {
    home: codex.home,
    repo,
    codex,
    model,
    async [Symbol.asyncDispose]() {
      await codex[Symbol.asyncDispose]();
      await repo[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}

function use(name: string, input: Record<string, unknown>): ToolUse {
  return { name, namespace: NAMESPACE, input };
}

function batch(...calls: [name: string, args: Record<string, unknown>][]): ToolUse[] {
  return [use("run_tool_batch", { calls: calls.map(([name, args]) => ({ name, arguments: args })) })];
}

/** A tool's answer without the line that Codex puts before it. */
// deno-lint-ignore no-explicit-any
function answer(text = ""): any {
  return JSON.parse(text.slice(text.indexOf("{")));
}

function assertDone({ code, stdout, stderr }: RunResult): void {
  assertEquals({ code, stdout }, { code: 0, stdout: "done\n" }, stderr);
}

function e2e(name: string, fn: () => Promise<void>, ignore = false): void {
  Deno.test({ name: `Codex and the gateway: ${name}`, ignore: !E2E || ignore, fn });
}

e2e("the lead arrives whole, a search brings the index and our tools; details and a batch", async () => {
  let found = "";
  await using at = await place(steps(
    () => [{ name: "tool_search", input: { query: "auto-tools run_tool_batch" } }],
    ({ results: [text = ""] }) => {
      found = text;
      return [use("get_tool_details", { names: ["filesystem/read_text_file"] })];
    },
    ({ results: [text] }) => {
      assertEquals(answer(text).tools[0].parameters.required, ["path"]);
      return batch(
        ["filesystem/read_text_file", { path: `${at.repo.path}/a.txt` }],
        ["everything/echo", { message: "你好" }],
        ["everything/ech", {}],
      );
    },
    ({ results: [text] }) => {
      const { summary, results: [a, b, c] } = answer(text);
      assertStringIncludes(summary, "3 calls: 2 ok, 1 error");
      assertEquals([a.text, b.text], ["alpha\n", "Echo: 你好"]);
      assertStringIncludes(c.text, "similar: everything/echo");
      return "done";
    },
  ));
  assertDone(await at.codex.exec(at.repo.path, "go on"));
  const texts = at.model.conversations.flat().map(({ text }) => text);
  const lead = texts.flatMap((text) => new RegExp(`${NAMESPACE}: (.*)`).exec(text)?.[1] ?? [])[0] ?? "";
  assert(lead.length <= LEAD, `${lead.length} units`);
  for (const word of ["37 tools", "filesystem, memory, everything", "run_tool_batch", "get_tool_details"]) {
    assertStringIncludes(lead, word);
  }
  const [{ name, description, tools }] = JSON.parse(found);
  assertEquals(name, NAMESPACE);
  assertStringIncludes(description, "memory/create_entities w");
  assert(tools.some((tool: { name: string }) => tool.name === "run_tool_batch"));
});

e2e("pages of any script, and many long outputs at once, reach the model uncut", async () => {
  const chinese = "登录失败后重试的间隔在这里计算。\n".repeat(4000);
  let id = "";
  const pages: { offset: number; text: string; next_offset?: number }[] = [];
  let turns = 0;
  const read = (offset: number) => [use("context_read", { id, offset, limit: 30_000 })];
  await using at = await place(({ results: [text] }) => {
    assert(++turns < 20, "the model gets nowhere");
    if (!text?.includes('"summary"') && id === "") {
      const call = ["filesystem/read_text_file", { path: `${at.repo.path}/chinese.txt` }] as const;
      return batch(...Array.from({ length: 12 }, (): [string, Record<string, unknown>] => [...call]));
    }
    if (id === "") {
      // What has been cut is no JSON any more.
      const { results } = answer(text);
      assertEquals(results.length, 12);
      for (const { status, ref } of results) assertEquals([status, typeof ref?.id], ["ok", "string"]);
      id = results[11].ref.id;
      return read(0);
    }
    const page = answer(text);
    pages.push(page);
    return page.next_offset === undefined ? "done" : read(page.next_offset);
  });
  at.repo.write("chinese.txt", chinese);
  assertDone(await at.codex.exec(at.repo.path, "go on"));
  assertEquals(joined(pages), chinese);
});

e2e("what changes something waits for the user's word; killed, the next session goes on", async () => {
  const create = batch(["memory/create_entities", {
    entities: [{ name: "x", entityType: "t", observations: [] }],
  }]);
  let step: Script = () => "done";
  await using at = await place((turn) => step(turn));
  step = steps(
    () => create,
    async ({ results: [text] }) => {
      assertEquals(
        answer(text).results[0].status,
        "permission",
        "codex exec declines by itself: nobody has refused",
      );
      await userAllows("memory/create_entities", at.home, at.repo.path);
      return create;
    },
    ({ results: [text] }) => {
      assertEquals(answer(text).results[0].status, "ok");
      const gateways = gatewaysOf(at.home);
      assertEquals(gateways.length, 1);
      for (const pid of gateways) Deno.kill(pid, "SIGKILL");
      return batch(["memory/read_graph", {}]);
    },
    ({ results: [text = ""] }) => {
      // Whether it reads from what is closed or writes to it, Codex says it in words of its own: it is a failed call, and the turn goes on.
      assertMatch(text, /tool call (?:error|failed)/);
      return "done";
    },
  );
  assertDone(await at.codex.exec(at.repo.path, "go on"));
  step = steps(
    () => batch(["memory/read_graph", {}]),
    ({ results: [text] }) => {
      assertStringIncludes(answer(text).results[0].text, '"x"');
      return "done";
    },
  );
  assertDone(await at.codex.exec(at.repo.path, "go on again"));
}, !TERMINAL);
