import { assertEquals, assertStringIncludes } from "@std/assert";
import { verify } from "../../lib/continuous/runner/verify.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { remaining } from "../tools/living.ts";

/** Verifies, and waits until nothing of it is left. */
async function verified(commands: string[], { verify_ms = 5000, stop = new AbortController().signal } = {}) {
  const sign = `sign-${crypto.randomUUID()}`;
  Deno.env.set("SIGN", sign);
  const result = await verify(commands, {
    root: "/proc/self",
    sandbox: [],
    world: systemWorld(),
    stop,
    show() {},
    store: { state: { budget: { verify_minutes: verify_ms / 60_000 } } },
  });
  assertEquals(await remaining(sign), []);
  return result;
}

Deno.test("verify passes only where every command ends with 0, and runs them all", async () => {
  const { checks, passed, output } = await verified(["true", "echo why; exit 4", "true"]);
  assertEquals([checks.map(({ code }) => code), passed], [[0, 4, 0], false]);
  assertEquals(checks[1]?.tail, "why");
  assertStringIncludes(output, "$ echo why; exit 4\nwhy\n[exit 4");
  assertEquals((await verified(["true"])).passed, true);
  assertEquals((await verified([])).passed, false);
});

Deno.test("a failure on the left of a pipe is a failure, one that hangs is ended, and secrets of the output are not kept", async () => {
  const commands = ["false | cat", "sleep 60", "echo ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"];
  const { checks, output } = await verified(commands, { verify_ms: 3000 });
  assertEquals(checks.map(({ code, timed_out }) => [code, timed_out]), [[1, false], [-1, true], [0, false]]);
  assertEquals(output.includes("ghp_a1B2"), false);
});

Deno.test("no half of a secret stays where what a command said is cut, and of gigabytes the end is kept", async () => {
  const secret = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  // Its end stands within what is remembered, its beginning before that.
  const edge = `printf 'ghp_%s\\n' ${secret}; head -c 1975 /dev/zero | tr '\\0' x`;
  const long = `printf 'ghp_%s ' ${secret}; head -c 999980 /dev/zero | tr '\\0' x; echo; echo end`;
  const { checks, output } = await verified([edge, long]);
  const said = output.split("\n").filter((line) => !line.startsWith("$ ")).join("\n");
  assertEquals([...checks.map(({ tail }) => tail), said].filter((text) => text.includes("q7R8")), []);
  assertEquals(checks[1]?.tail.endsWith("x\nend"), true);
  const { output: whole } = await verified(["seq 1 400000 | tr '\\n' ' ' | fold -w 1000"]);
  assertEquals(whole.length < 2_100_000, true);
});

Deno.test("nothing passes once the run is called off", async () => {
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 100);
  const { passed } = await verified(["sleep 60", "true"], { stop: stopping.signal });
  assertEquals(passed, false);
});
