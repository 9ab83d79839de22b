/** CONTRACT 2.5: what servers have besides tools, where a server or a client is not as one would wish. */
import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { gatewaySetting, gatewayTest as test } from "./gateway_client.ts";
import { assertHas } from "./harness.ts";

const BESIDES = new URL("../fixtures/mcp/besides_server.mjs", import.meta.url).pathname;
const besides = (word: string, more: Record<string, unknown> = {}) => ({
  command: "node",
  args: [BESIDES, word],
  ...more,
});

/** What orders a model about, and a key. */
const HARMFUL = /Ignore all previous|AKIAIOSFODNN7EXAMPLE/;

test("prompts and resources are redacted and filtered, one that is too long is kept whole, no broken one spoils another, and one URI at two servers is read from each by its server's name", async () => {
  await using at = await gatewaySetting({
    one: besides("one"),
    two: besides("two"),
    three: besides("broken"),
  }, {
    permissions: { allow: ["one/*"], deny: ["two/resources/read"] },
  });
  await using gateway = await at.connect();
  const { prompts } = await gateway.client.listPrompts();
  assertEquals(prompts.map(({ name }) => name), ["one__greet", "two__greet"]);
  const prompt = await gateway.client.getPrompt({ name: "two__greet", arguments: { who: "Ada" } });
  assertStringIncludes(JSON.stringify(prompt), "greet: hello Ada");
  const secret = await gateway.client.readResource({ uri: "test://one/secret" });
  assertHas(JSON.stringify(secret), "AKIA<redacted>", "the end of one", "[Limits] ");
  for (const each of [prompts, prompt, secret]) assert(!HARMFUL.test(JSON.stringify(each)));

  const long = await gateway.client.readResource({ uri: "test://one/long" });
  // An error that a server answers is kept like any long text, and the last lines are there.
  const lost = await Promise.all([
    assertRejects(() => gateway.client.getPrompt({ name: "one__greet", arguments: { who: "" } })),
    assertRejects(() => gateway.client.readResource({ uri: "test://one/lost" })),
    gateway.call("context_read", { id: "test://one/lost" }).then(({ error }) => error),
  ]);
  const texts = [JSON.stringify(long), ...lost.map((each) => JSON.stringify(String(each)))].join("\n");
  const ids = texts.matchAll(/context_read \{\\"id\\":\\"([^"\\]+)/g);
  const kept = await Array.fromAsync(ids, ([, id]) => gateway.call("context_tail", { id, lines: 1 }));
  const last = "line 2999 of what one keeps";
  assertEquals(kept.map(({ text }) => text), [last, `${last} besides`, last, last, last]);

  // What this client cannot be asked is told to the model, and the server gets the protocol's no.
  const { results: [result] } = await gateway.batch([["one/ask"]]);
  assertStringIncludes(result?.text ?? "", "-32601");
  assertStringIncludes(result?.limits?.join() ?? "", "one asked for elicitation/create");

  assertMatch((await at.list()).stdout, /^ok {6}three {2}2 tools, no prompts: .*no such list/m);
  const { resources } = await gateway.client.listResources();
  const same = resources.map(({ uri }) => uri).filter((uri) => uri.includes("same"));
  assertEquals(same, ["one", "two", "three"].map((name) => `mcp://${name}/test%3A%2F%2Fsame`));
  const [uri = "", denied = ""] = same;
  assertEquals(await gateway.client.readResource({ uri }), { contents: [{ uri, text: "this is one" }] });
  const refusal = await assertRejects(() => gateway.client.readResource({ uri: denied }));
  assertStringIncludes(String(refusal), "permissions.deny: two/resources/read");
  const read = async (id: string) => (await gateway.call("context_read", { id })).error;
  const madeUp = await Promise.all([uri, `${uri}2`, "mcp://one/test%3A%2F%2Ftwo%2Fsecret"].map(read));
  assertEquals(madeUp.map((error) => error?.includes("of any server")), [undefined, true, true]);
  const missing = await assertRejects(() => gateway.client.readResource({ uri: "test://nobody" }));
  assertStringIncludes(String(missing), "no resource test://nobody of any server");
});

test("a server's question reads as the server's, and its time stands still, by the protocol of 2025 and by that of 2026", async () => {
  await using at = await gatewaySetting({ one: besides("one", { tool_timeout_sec: 1 }) });
  await Promise.all([false, true].map(async (modern) => {
    const messages: string[] = [];
    await using gateway = await at.connect({
      modern,
      capabilities: { elicitation: {} },
      prepare: (client) =>
        client.setRequestHandler("elicitation/create", async ({ params }) => {
          messages.push(params.message);
          await new Promise((resolve) => setTimeout(resolve, 2000));
          return { action: "accept", content: { answer: "once" } };
        }),
    });
    const { results } = await gateway.batch([["one/ask"], ["one/slow"]]);
    assertEquals(results.map(({ status }) => status), ["ok", "ok"]);
    assertStringIncludes(results[0]?.text ?? "", '"answer":"once"');
    assertEquals(messages.length, 2);
    for (const message of messages) {
      assertMatch(message, /^The MCP server one asks you /);
      assertMatch(message, /\n\| The model wants to call files\/delete_all, .*\n\| Arguments: \{\}$/);
    }
  }));
});
