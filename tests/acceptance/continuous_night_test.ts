/** A run that nobody watches: it calls its person, and keeps to a cost. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createHmac } from "node:crypto";
import { type AgentPlace, agentPlace, task } from "../fixtures/continuous/fake_agent.ts";
import { write } from "../fixtures/tree.ts";

const A = task("a", "grep -q proven a.txt");
const WORK = { else: "writes a.txt proven; say done" };

Deno.test("continuous: on pause and end the user's command and a signed webhook are called; one that fails is said and stops nothing", async () => {
  await using place = await agentPlace([A], WORK);
  const posted: { body: string; signature: string | null }[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    posted.push({ body: await request.text(), signature: request.headers.get("x-auto-tools-signature-256") });
    return new Response(null, { status: posted.length === 1 ? 500 : 204 });
  });
  const called = `${place.home.path}/called`;
  place.config(
    `[continuous]\nnotify_command = "cat >>${called}; echo $AUTO_TOOLS_EVENT >>${called}"\nwebhook = "http://127.0.0.1:${server.addr.port}/x"\nbell = true\n`,
  );
  const env = { CI_AUTO_TOOLS_CONTINUOUS_WEBHOOK_SECRET: "ours" };
  const shown = await place.auto(["--continuous", "--no-tui", "Make it work"], { env });
  assertEquals(shown.code, 3, shown.stderr);
  assertMatch(shown.stderr, /note +webhook ended with 10: it answered 500/);
  assertStringIncludes(shown.stderr, "\u0007");
  const done = await place.auto(["resume", "--continuous", "--no-tui"], { env });
  assertEquals(done.code, 0, done.stderr);
  await server.shutdown();
  assertEquals(posted.map(({ body }) => JSON.parse(body).event), ["paused", "complete"]);
  for (const { body, signature } of posted) {
    assertEquals(signature, `sha256=${createHmac("sha256", "ours").update(body).digest("hex")}`);
  }
  assertMatch(
    Deno.readTextFileSync(called),
    /"event":"paused".*\npaused\n.*"event":"complete".*\ncomplete\n/,
  );
  const unsigned = await place.auto(["--continuous", "--no-tui", "Another goal"]);
  assertMatch(unsigned.stderr, /webhook ended with 20: CI_AUTO_TOOLS_CONTINUOUS_WEBHOOK_SECRET is not set/);
  assertEquals(posted.length, 2);
});

/** Begins a run with a limit of cost, on a model. */
const begun = (place: AgentPlace, model: string, ...args: string[]) =>
  place.auto(["--continuous", "--yes", "--no-tui", ...args, "Make it work", "--", "-m", model]);

Deno.test("continuous: --max-cost counts what Codex used by the table of prices, and begins nothing where it cannot", async () => {
  await using place = await agentPlace([A], {
    else: `case $(cat "$FAKE_CODEX/$n.stdin") in *"Make a plan"*) . "$FAKE_CODEX/1.sh" ;; *) say no ;; esac`,
  });
  const price = { input: 1000, cached_input: 0, output: 0 };
  write(`${place.home.path}/.config/auto-tools/prices.json`, JSON.stringify({ dear: price }));
  const dear = await begun(place, "dear", "--max-cost", "0.15");
  assertMatch(dear.stderr, /waits \(cost\): 0\.18 of 0\.15 USD are used/);
  const more = await place.auto(["resume", "--continuous", "--no-tui", "--max-cost", "0.05"]);
  assertMatch(more.stderr, /waits \(cost\): 0\.27 of 0\.23 USD are used/);
  const unknown = await begun(place, "newest", "--max-cost", "5");
  assertEquals(unknown.code, 20);
  assertStringIncludes(unknown.stderr, "--max-cost cannot hold: what newest costs is not known");
});
