/** What other programs do wrong is a check with a remedy, within its time, and never the end of the doctor. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { Unproven, type Verdict } from "../../lib/cli/doctor/check.ts";
import { checkGateway } from "../../lib/cli/doctor/gateway_checks.ts";
import { checkTrust } from "../../lib/cli/doctor/hook_checks.ts";
import { run } from "../../lib/cli/doctor/process.ts";
import { stillWorld } from "../still_world.ts";
import { clientHooks } from "../../lib/setup/client_hooks.ts";
import { installHook } from "../../lib/setup/hook_installation.ts";
import { makeFolder } from "../acceptance/harness.ts";

/** Long enough for a busy machine; these programs answer at once. */
const PATIENT_MS = 20_000;

const worldAt = (home: string) => stillWorld({ HOME: home, PATH: home });

Deno.test("a program is judged by its answer, whatever it does with its input", async () => {
  const said = (script: string, stdin: string) =>
    run("/bin/sh", { args: ["-c", script], stdin, timeoutMs: PATIENT_MS });
  const { ms: _, ...whole } = await said("cat; echo oops >&2", "hello");
  assertEquals<unknown>(whole, { stdout: "hello", stderr: "oops" });
  assertEquals((await said("echo done", "x".repeat(1_000_000))).stdout, "done");
  await assertRejects(() => said("echo oops >&2; exit 3", ""), Unproven, "ended with 3: oops");
});

/** What a child that outlives its parent holds open is not waited for. */
const LEAVES = { sanitizeOps: false, sanitizeResources: false };

/** What the doctor makes of a codex that is this shell script. `$HOOKS` is the path of the hook file. */
async function trust(script: string, timeoutMs = PATIENT_MS): Promise<Verdict> {
  await using folder = await makeFolder();
  const codex = `${folder.path}/codex`;
  await Deno.writeTextFile(codex, `#!/bin/sh\nHOOKS='${folder.path}/.codex/hooks.json'\n${script}\n`);
  await Deno.chmod(codex, 0o755);
  const world = worldAt(folder.path);
  installHook(clientHooks("codex", world), "/opt/codex-auto");
  try {
    const found = await checkTrust({ cwd: folder.path, world }, timeoutMs);
    assert(found !== undefined);
    return typeof found === "string" ? { status: "ok", detail: found } : found;
  } catch (error) {
    assert(error instanceof Unproven && error.remedy);
    return { status: "failed", detail: error.message, remedy: error.remedy };
  }
}

/** A script that answers the list with these fields of our hook, and goes on until its input ends. */
function listing(fields: string): string {
  return `echo '{"id":1,"result":{}}'; echo 'not a message'
printf '{"id":2,"result":{"data":[{"hooks":[%s],"warnings":[],"errors":[]}]}}\\n' \\
  "{\\"sourcePath\\":\\"$HOOKS\\",\\"command\\":\\"'/x/context-inject-global.sh' --client codex\\",${fields}}"
cat >/dev/null`;
}

for (
  const [script, status, detail] of [
    [listing(`\\"trustStatus\\":\\"trusted\\"`), "ok", /^Codex runs the hook$/],
    [listing(`\\"trustStatus\\":\\"untrusted\\"`), "warning", /^Codex skips the hook: untrusted$/],
    [listing(`\\"trustStatus\\":\\"modified\\"`), "warning", /^Codex skips the hook: modified$/],
    [
      listing(`\\"trustStatus\\":\\"trusted\\",\\"enabled\\":false`),
      "warning",
      /^the hook is switched off in Codex$/,
    ],
    [
      `printf '{"id":2,"result":{"data":[{"hooks":[],"warnings":["cannot parse it"],"errors":[]}]}}\\n'`,
      "failed",
      /cannot parse it/,
    ],
    ["exit 1", "warning", /did not list its hooks/],
    [`echo '{"id":2,"error":{"code":-32601}}'; cat >/dev/null`, "warning", /did not list its hooks/],
    ["head -c 100000 /dev/urandom", "warning", /did not list its hooks/],
  ] as const
) {
  Deno.test(`doctor: Codex's own answer tells of the hook: ${status}, ${detail.source}`, async () => {
    const check = await trust(script);
    assertEquals(check?.status, status, check?.detail);
    assertMatch(check?.detail ?? "", detail);
    if (status !== "ok") assert(check?.remedy);
  });
}

Deno.test(
  "doctor: a codex that never answers, in a child that outlives it, costs a bounded time",
  LEAVES,
  async () => {
    for (const script of ["cat >/dev/null", "sleep 5 & wait"]) {
      const began = performance.now();
      assertEquals((await trust(script, 500))?.detail, "codex app-server did not list its hooks");
      assert(performance.now() - began < PATIENT_MS);
    }
  },
);

Deno.test("doctor: a gateway that cannot be started is a failed check with a remedy", async () => {
  for (const command of ["no-such-place-on-path/codex-auto", "codex-auto\0", "/nowhere/codex-auto"]) {
    const servers = { mcpServers: { "auto-tools": { command, args: ["mcp"] } } };
    await using home = await makeFolder({ ".claude.json": JSON.stringify(servers) });
    const bench = { program: "/nowhere/codex-auto", cwd: home.path, world: worldAt(home.path) };
    await assertRejects(() => checkGateway("claude")(bench), Unproven, `names ${command}, which`);
  }
});
