/** CONTRACT 2.5: what a client has from a server directly, it has through the gateway. The server is the protocol's own "everything". */
import { Client, type LoggingMessageNotificationParams } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { type GatewaySetting, gatewaySetting, gatewayTest as test, realServer } from "./gateway_client.ts";
import { until } from "./harness.ts";

/** A client, and how it names what the server has. */
interface Side {
  client: Client;
  prompt(name: string): string;
  /** The text that one of its tools gives. */
  call(tool: string, args?: Record<string, unknown>): Promise<string>;
  /** What the client has been asked, and told. */
  asked: unknown[];
  logged: LoggingMessageNotificationParams[];
  updated: string[];
  progress: number[];
}

const CITY = { city: "Paris", state: "Texas" };

/** What both sides must give alike: names are the server's own where the protocol has room for a server's, as in a title. */
const FEATURES: Record<string, (side: Side) => Promise<unknown>> = {
  "prompts/list": async ({ client, prompt }) => {
    const { prompts } = await client.listPrompts();
    const names = ["simple-prompt", "args-prompt", "completable-prompt", "resource-prompt"];
    return names.map((name) => {
      const { title, description, arguments: args } = prompts.find((each) => each.name === prompt(name)) ??
        {};
      return { title, description, args };
    });
  },
  "prompts/get": ({ client, prompt }) => client.getPrompt({ name: prompt("args-prompt"), arguments: CITY }),
  "prompts/get with a resource in it": ({ client, prompt }) =>
    client.getPrompt({
      name: prompt("resource-prompt"),
      arguments: { resourceType: "Blob", resourceId: "2" },
    }),
  "resources/list": async ({ client }) => {
    const { resources } = await client.listResources();
    return resources.map(({ uri, mimeType, description }) => ({ uri, mimeType, description }));
  },
  "resources/templates/list": async ({ client }) => {
    const { resourceTemplates } = await client.listResourceTemplates();
    return resourceTemplates.map(({ uriTemplate, mimeType, description }) => ({
      uriTemplate,
      mimeType,
      description,
    }));
  },
  "resources/read of what is listed": ({ client }) =>
    client.readResource({ uri: "demo://resource/static/document/features.md" }),
  "resources/read by a template, text": ({ client }) =>
    client.readResource({ uri: "demo://resource/dynamic/text/3" }),
  "resources/read by a template, bytes": ({ client }) =>
    client.readResource({ uri: "demo://resource/dynamic/blob/4" }),
  "completion/complete of a prompt": ({ client, prompt }) =>
    client.complete({
      ref: { type: "ref/prompt", name: prompt("completable-prompt") },
      argument: { name: "name", value: "" },
      context: { arguments: { department: "Sales" } },
    }),
  "completion/complete of a template": ({ client }) =>
    client.complete({
      ref: { type: "ref/resource", uri: "demo://resource/dynamic/text/{resourceId}" },
      argument: { name: "resourceId", value: "7" },
    }),
  "elicitation/create, a form": async ({ call }) => await call("trigger-elicitation-request"),
  "elicitation/create, a URL": async ({ call }) =>
    await call("trigger-url-elicitation", { url: "https://example.org/a?b=c", elicitationId: "one" }),
  "sampling/createMessage": async ({ call }) =>
    await call("trigger-sampling-request", { prompt: "What is MCP?", maxTokens: 50 }),
  "a resource that a tool has made": async ({ client, call }) => {
    const link = await call("gzip-file-as-resource", { name: "a.gz", data: "data:text/plain,hello" });
    assertStringIncludes(link, "demo://resource/session/a.gz");
    return await client.readResource({ uri: "demo://resource/session/a.gz" });
  },
  "notifications/progress": async ({ call, progress }) => {
    const text = await call("trigger-long-running-operation", { duration: 1, steps: 3 });
    assert(progress.length >= 2, `${progress}`);
    return text;
  },
};

/** What the protocol of 2026 has no word for, or another one. */
const FEATURES_OF_2025: typeof FEATURES = {
  "roots/list": async ({ call }) => await call("get-roots-list"),
  "logging/setLevel and notifications/message": async ({ client, call, logged }) => {
    await client.setLoggingLevel("debug");
    await call("toggle-simulated-logging");
    await until(
      () => logged.some(({ data }) => /-level message|level-message/.test(String(data))),
      "a log message",
    );
    return await call("toggle-simulated-logging");
  },
  "resources/subscribe and notifications/resources/updated": async ({ client, call, updated }) => {
    const uri = "demo://resource/dynamic/text/5";
    await client.subscribeResource({ uri });
    await call("toggle-subscriber-updates");
    await until(() => updated.includes(uri), "an update");
    await client.unsubscribeResource({ uri });
    return await call("toggle-subscriber-updates");
  },
};

const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } };

/** Gives a client the answers of a person, a model and a program. */
function prepared(client: Client): Pick<Side, "asked" | "logged" | "updated"> {
  const side: ReturnType<typeof prepared> = { asked: [], logged: [], updated: [] };
  client.setRequestHandler("elicitation/create", ({ params }) => {
    side.asked.push(params);
    return {
      action: "accept",
      ...params.mode !== "url" && { content: { name: "Ada", integer: 7, interpretation: "technical" } },
    };
  });
  client.setRequestHandler("sampling/createMessage", ({ params }) => {
    side.asked.push(params);
    return { role: "assistant", model: "mock", content: { type: "text", text: "A protocol." } };
  });
  client.setRequestHandler(
    "roots/list",
    () => ({ roots: [{ uri: "file:///srv/project", name: "project" }] }),
  );
  client.setNotificationHandler("notifications/message", ({ params }) => void side.logged.push(params));
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params: { uri } }) => void side.updated.push(uri),
  );
  return side;
}

/** A result without the time of day, which the server writes into its resources, and without who answered and how long that holds. */
function comparable(result: unknown): unknown {
  const isOurs = (key: string) => ["_meta", "ttlMs", "cacheScope"].includes(key);
  const text = JSON.stringify(result, (key, value) => {
    if (isOurs(key)) return undefined;
    return key === "blob" && typeof value === "string" ? atob(value) : value;
  });
  return JSON.parse(text.replace(/\d+:\d+:\d+( [AP]M)?/g, "TIME"));
}

/** A client without anything in between. */
async function direct(): Promise<Side & AsyncDisposable> {
  const client = new Client({ name: "direct", version: "1" }, { capabilities: CAPABILITIES });
  const side = { ...prepared(client), progress: [] as number[] };
  const program = await realServer("everything");
  await client.connect(
    new StdioClientTransport({ command: "node", args: [program, "stdio"], stderr: "ignore" }),
  );
  return {
    ...side,
    client,
    prompt: (name) => name,
    async call(name, args = {}) {
      const onprogress = ({ progress }: { progress: number }) => void side.progress.push(progress);
      const { content } = await client.callTool({ name, arguments: args }, { onprogress });
      return content.map((each) =>
        each.type === "text" ? each.text : each.type === "resource_link" ? `resource ${each.uri}` : ""
      ).join("\n");
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The gateway's, in front of the same. */
async function through(at: GatewaySetting, modern: boolean): Promise<Side & AsyncDisposable> {
  let side: ReturnType<typeof prepared> = { asked: [], logged: [], updated: [] };
  const progress: number[] = [];
  const gateway = await at.connect({
    modern,
    capabilities: CAPABILITIES,
    prepare: (client) => side = prepared(client),
  });
  return {
    ...side,
    progress,
    client: gateway.client,
    prompt: (name) => `everything__${name}`,
    async call(name, args = {}) {
      const { results: [result] } = await gateway.batch([[`everything/${name}`, args]], {
        onprogress: (step) => void progress.push(step.progress),
      });
      assertEquals(result?.status, "ok", result?.text);
      return result?.text ?? "";
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

/** A setting whose server is the real one. */
async function setting(): Promise<GatewaySetting> {
  return await gatewaySetting({
    everything: { command: "node", args: [await realServer("everything"), "stdio"] },
  });
}

test("everything that works direct works behind the gateway, by the protocol of 2025 and by that of 2026", async () => {
  await using at = await setting();
  await using older = await through(at, false);
  await using newer = await through(at, true);
  await using straight = await direct();
  for (const [feature, run] of Object.entries({ ...FEATURES, ...FEATURES_OF_2025 })) {
    const expected = comparable(await run(straight));
    assertEquals(comparable(await run(older)), expected, feature);
    if (feature in FEATURES) assertEquals(comparable(await run(newer)), expected, `${feature}, 2026`);
  }
  for (const { client, asked, logged } of [older, newer]) {
    const { resources } = await client.listResources();
    assert(resources.every(({ name }) => name.startsWith("everything/")));
    const missing = await assertRejects(() =>
      client.readResource({ uri: "demo://resource/static/document/none.md" })
    );
    assertStringIncludes(String(missing), "none.md");
    // Whoever is asked sees by whom, and that it is no question of ours.
    const [form, url, sampling] = asked as Record<string, string>[];
    for (const { message = "" } of [form ?? {}, url ?? {}]) {
      assertMatch(
        message,
        /^The MCP server everything asks you .* No permission hangs on this.*\n\| Please /,
      );
    }
    assertMatch(sampling?.["systemPrompt"] ?? "", /^\(Asked for by the MCP server everything\.\)\nYou are/);
    assert(logged.every(({ logger }) => logger?.startsWith("everything")));
  }
});

test("a model reads with context_read what a result links to and what is listed, and nothing that it makes up; a URL that a server needs to be opened first is put to the user; a tool that runs only as a task may ask meanwhile", async () => {
  await using at = await setting();
  let asked: unknown[] = [];
  await using gateway = await at.connect({
    capabilities: CAPABILITIES,
    prepare: (client) => ({ asked } = prepared(client)),
  });
  const { results: [links] } = await gateway.batch([["everything/get-resource-links", { count: 2 }]]);
  const [, uri = ""] = /resource (demo:\S+)/.exec(links?.text ?? "") ?? [];
  const linked = await gateway.call("context_read", { id: uri });
  assertStringIncludes(String(linked["text"]), "Resource 1");
  const id = "demo://resource/static/document/features.md";
  const listed = await gateway.call("context_read", { id, limit: 20 });
  assertEquals([listed["offset"], listed["next_offset"], String(listed["text"]).length], [0, 20, 20]);
  const further = await gateway.call("context_read", { id, offset: 20, limit: 20 });
  assertEquals([further["offset"], further["total_chars"]], [20, listed["total_chars"]]);
  const made = await gateway.call("context_read", { id: "demo://resource/dynamic/text/77" });
  assertStringIncludes(String(made.error), "no resource demo://resource/dynamic/text/77");

  const args = { url: "https://example.org/", errorPath: true };
  const opens = async (by = gateway) =>
    (await by.batch([["everything/trigger-url-elicitation", args]])).results[0];
  await using unable = await at.connect({
    capabilities: CAPABILITIES,
    prepare: (client) =>
      client.setRequestHandler("elicitation/create", () => Promise.reject(new Error("no browser"))),
  });
  assertStringIncludes((await opens(unable))?.text ?? "", "(not opened: this client cannot do that)");
  const first = await opens();
  assertEquals(first?.status, "error");
  const url = "https://modelcontextprotocol.io";
  assertStringIncludes(first?.text ?? "", `needs the user to open a URL first: ${url} (accept)`);
  assertStringIncludes(JSON.stringify(asked), `"url":"${url}"`);
  assertStringIncludes((await opens())?.text ?? "", "User completed", "the same call works then");

  const research = { topic: "bees", ambiguous: true };
  const { results: [task] } = await gateway.batch([["everything/simulate-research-query", research]]);
  assertStringIncludes(task?.text ?? "", "Research Report: bees (technical)");
});
