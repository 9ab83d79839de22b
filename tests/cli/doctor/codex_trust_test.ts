import { assert, assertEquals, assertMatch } from "@std/assert";
import { codexHooks } from "../../../lib/setup/client_hooks.ts";
import type { Check } from "../../../lib/cli/doctor/check.ts";
import { checkTrust } from "../../../lib/cli/doctor/codex_trust.ts";

/** ms that a codex of these tests is given. */
const TIMEOUT_MS = 500;

/** What the doctor makes of a codex that is this shell script. `$HOOKS` is the path of the hook file. */
async function trust(script: string, timeoutMs = TIMEOUT_MS): Promise<Check> {
  const folder = await Deno.makeTempDir();
  try {
    const codex = `${folder}/codex`;
    await Deno.writeTextFile(codex, `#!/bin/sh\nHOOKS='${folder}/.codex/hooks.json'\n${script}\n`);
    await Deno.chmod(codex, 0o755);
    const env = (name: string) => name === "HOME" ? folder : undefined;
    const world = { now: () => new Date(0), elapsed: () => 0, nonce: () => "0", env };
    return await checkTrust(codex, codexHooks(world), folder, timeoutMs);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A script that answers the list with these fields of our hook, and goes on until its input ends. */
function listing(fields: string, warnings = ""): string {
  return `echo '{"id":1,"result":{}}'; echo 'not a message'
printf '{"id":2,"result":{"data":[{"hooks":[%s],"warnings":[%s],"errors":[]}]}}\\n' \\
  "{\\"sourcePath\\":\\"$HOOKS\\",\\"command\\":\\"'/x/context-inject-global.sh' --client codex\\",${fields}}" '${warnings}'
cat >/dev/null`;
}

/** Long enough for a busy machine; these scripts answer at once. */
const PATIENT_MS = 20_000;

Deno.test("the hook's state is Codex's own answer", async () => {
  assertEquals((await trust(listing(`\\"trustStatus\\":\\"trusted\\"`), PATIENT_MS)).status, "ok");
  const untrusted = await trust(listing(`\\"trustStatus\\":\\"untrusted\\"`), PATIENT_MS);
  assertEquals([untrusted.status, untrusted.detail], ["warning", "Codex skips the hook: untrusted"]);
  assertMatch(untrusted.remedy ?? "", /Hooks need review/);
  const modified = await trust(listing(`\\"trustStatus\\":\\"modified\\"`), PATIENT_MS);
  assertEquals(modified.detail, "Codex skips the hook: modified");
  const off = await trust(listing(`\\"trustStatus\\":\\"trusted\\",\\"enabled\\":false`), PATIENT_MS);
  assertEquals(off.detail, "the hook is switched off in Codex");
});

Deno.test("a hook file that Codex cannot read is a failure with Codex's reason", async () => {
  const check = await trust(
    `printf '{"id":2,"result":{"data":[{"hooks":[],"warnings":["failed to parse hooks config"],"errors":[]}]}}\\n'`,
    PATIENT_MS,
  );
  assertEquals(check.status, "failed");
  assertMatch(check.detail, /failed to parse hooks config/);
});

for (
  const [name, script] of Object.entries({
    "ends at once": "exit 1",
    "does not know the method": `echo '{"id":2,"error":{"code":-32601}}'; cat >/dev/null`,
    "never answers": "cat >/dev/null",
    "never answers, in a child that outlives it": "sleep 5 & wait",
    "prints without end": "yes '{\"id\":3}' | head -c 6000000",
    "prints no JSON": "head -c 100000 /dev/urandom",
  })
) {
  Deno.test(`a codex that ${name} costs a warning and a bounded time`, async () => {
    const began = performance.now();
    const check = await trust(script);
    assertEquals([check.status, check.detail], ["warning", "codex app-server did not list its hooks"]);
    assert(performance.now() - began < PATIENT_MS);
  });
}

Deno.test("a codex that cannot be started is told of, and not the end of the doctor", async () => {
  const world = {
    now: () => new Date(0),
    elapsed: () => 0,
    nonce: () => "0",
    env: (name: string) => name === "HOME" ? "/nowhere" : undefined,
  };
  const check = await checkTrust("/nowhere/codex", codexHooks(world), "/", TIMEOUT_MS);
  assertEquals([check.status, check.remedy], [
    "warning",
    "type /hooks in codex to see whether ours is trusted",
  ]);
});
