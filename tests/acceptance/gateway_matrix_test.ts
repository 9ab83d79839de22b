/** CONTRACT 2.5: what a client has from a server directly, it has through the gateway. The server is the protocol's own "everything". */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { gatewaySetting, gatewayTest as test, realServer } from "./gateway_client.ts";

/** A client, and how it names what the server has. */
interface Side {
  client: Client;
  prompt(name: string): string;
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
};

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
async function direct(): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: "direct", version: "1" });
  const program = await realServer("everything");
  await client.connect(
    new StdioClientTransport({ command: "node", args: [program, "stdio"], stderr: "ignore" }),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

for (const modern of [false, true]) {
  test(`everything that works direct works behind the gateway, by the protocol of ${modern ? 2026 : 2025}`, async () => {
    await using at = await gatewaySetting();
    at.configure({ everything: { command: "node", args: [await realServer("everything"), "stdio"] } });
    await at.list();
    await using gateway = await at.connect({ modern });
    await using straight = await direct();
    for (const [feature, run] of Object.entries(FEATURES)) {
      const expected = await run({ client: straight, prompt: (name) => name });
      const got = await run({ client: gateway.client, prompt: (name) => `everything__${name}` });
      assertEquals(comparable(got), comparable(expected), feature);
    }
    const { resources } = await gateway.client.listResources();
    assert(resources.every(({ name }) => name.startsWith("everything/")));
    const missing = await assertRejects(() =>
      gateway.client.readResource({ uri: "demo://resource/static/document/none.md" })
    );
    assertStringIncludes(String(missing), "none.md");
  });
}

test("a model reads with context_read what a result links to and what is listed, and nothing that it makes up", async () => {
  await using at = await gatewaySetting();
  at.configure({ everything: { command: "node", args: [await realServer("everything"), "stdio"] } });
  await at.list();
  await using gateway = await at.connect();
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
  const log = JSON.stringify(await at.list("--tools"));
  assertStringIncludes(log, "get-resource-links");
});
