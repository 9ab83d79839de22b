import { assertEquals } from "@std/assert";
import { CLAUDE } from "../../lib/continuous/executor/claude.ts";
import { CODEX } from "../../lib/continuous/executor/codex.ts";
import { runAgent, whyProviderFails } from "../../lib/continuous/executor/agents.ts";
import { readerOf, type StepRequest } from "../../lib/continuous/executor/executor.ts";
import { systemWorld } from "../../lib/settings/world.ts";

/** Lines as Codex 0.169.0 and Claude Code print them, and what they say. */
const PRINTED: Record<"codex" | "claude", { lines: string[]; events: unknown[] }> = JSON.parse(
  Deno.readTextFileSync(new URL("../fixtures/continuous/executors.json", import.meta.url)),
);

for (const [name, agent] of [["codex", CODEX], ["claude", CLAUDE]] as const) {
  Deno.test(`the events of ${name} are read as it prints them, and what is unknown is passed over`, () => {
    assertEquals(PRINTED[name].lines.flatMap(readerOf(agent, "/repo")), PRINTED[name].events);
  });
}

Deno.test("failures of a provider: to be waited out, to be put right, or the step's own", () => {
  const cases: Record<string, string[]> = {
    provider: [
      "We're currently experiencing high demand",
      "Connection failed: error sending request",
      "500 Internal Server Error",
      "429 Too Many Requests",
      "overloaded",
    ],
    unavailable: [
      "401 Unauthorized",
      "You've hit your usage limit",
      "The model `x` does not exist",
      "Not logged in · Please run /login",
    ],
    broke: ["Your input exceeds the context window of this model"],
  };
  for (const [end, texts] of Object.entries(cases)) {
    assertEquals(texts.map(whyProviderFails), texts.map(() => end));
  }
});

/** A step that nobody watches. */
const order = { root: "/", repository: [], allowed: [], rules: [], log: "" };
const STEP: StepRequest = {
  prompt: "x",
  cwd: "/",
  args: [],
  scratch: "/",
  limits: { idleMs: 5000, totalMs: Infinity },
  guard: { hook: { program: "/bin/auto" }, order },
  signal: new AbortController().signal,
  onLine() {},
  onEvent() {},
};

Deno.test("codex works in its own sandbox unless the user names one, and plans read only whatever the user names", () => {
  const scratch = Deno.makeTempDirSync();
  const argsOf = (args: string[], more: Partial<StepRequest> = {}) =>
    CODEX.argsFor({ ...STEP, args, scratch, ...more }).join(" ").replace(scratch, "DIR")
      .replace(/ -c hooks\.PreToolUse=.*(?= -$)/, "");
  assertEquals(argsOf(["-m", "gpt"]), "exec --json --sandbox workspace-write -m gpt -");
  const forms =
    "-s danger-full-access#-sdanger-full-access#-s=danger-full-access#--sandbox=danger-full-access";
  const alone = "--yolo#--full-auto#--approve-for-me#--dangerously-bypass-approvals-and-sandbox";
  for (const own of `${forms}#${alone}`.split("#")) {
    const args = [...own.split(" "), "-m", "gpt"];
    assertEquals(argsOf(args), `exec --json ${own} -m gpt -`);
    assertEquals(
      argsOf(args, { schema: {} }),
      "exec --json --sandbox read-only --output-schema DIR/answer.schema.json -m gpt -",
    );
  }
  Deno.removeSync(scratch, { recursive: true });
});

Deno.test("of last words on stderr no half of a secret is remembered", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const folder = Deno.makeTempDirSync();
  const script = `#!/bin/sh\nprintf '%s' "${"y".repeat(480)} ${secret}" >&2; exit 1\n`;
  Deno.writeTextFileSync(`${folder}/codex`, script, { mode: 0o700 });
  const world = { ...systemWorld(), env: () => folder };
  const { message } = await runAgent("codex", STEP, world);
  Deno.removeSync(folder, { recursive: true });
  assertEquals([message.includes("yyy"), message.includes(secret.slice(0, 12))], [true, false]);
});
