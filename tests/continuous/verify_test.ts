import { assertEquals, assertStringIncludes } from "@std/assert";
import { verify, type VerifyPlace } from "../../lib/continuous/runner/verify.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { remaining } from "../tools/living.ts";

/** Verifies, and waits until nothing of it is left. */
async function verified(commands: string[], changes: Partial<VerifyPlace> = {}) {
  const sign = `sign-${crypto.randomUUID()}`;
  const result = await verify(commands, {
    cwd: "/",
    environment: { PATH: "/usr/bin:/bin", SIGN: sign },
    world: systemWorld(),
    signal: new AbortController().signal,
    timeoutMs: 5000,
    ...changes,
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
  const { checks, output } = await verified(commands, { timeoutMs: 400 });
  assertEquals(checks.map(({ code, timed_out }) => [code, timed_out]), [[1, false], [-1, true], [0, false]]);
  assertEquals(output.includes("ghp_a1B2"), false);
});

Deno.test("nothing passes once the run is called off", async () => {
  const stopping = new AbortController();
  setTimeout(() => stopping.abort(), 100);
  const { passed } = await verified(["sleep 60", "true"], { signal: stopping.signal });
  assertEquals(passed, false);
});
