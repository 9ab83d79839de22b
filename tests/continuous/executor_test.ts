import { assertEquals } from "@std/assert";
import { CLAUDE } from "../../lib/continuous/executor/claude.ts";
import { CODEX } from "../../lib/continuous/executor/codex.ts";
import { executorFor, whyProviderFails } from "../../lib/continuous/executor/agents.ts";
import { readerOf, type StepRequest } from "../../lib/continuous/executor/executor.ts";
import { runProcess } from "../../lib/continuous/executor/process.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { remaining } from "../tools/living.ts";

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
const STEP: StepRequest = {
  prompt: "x",
  cwd: "/",
  args: [],
  scratch: "/",
  limits: { idleMs: 5000, totalMs: Infinity },
  guard: { hook: { program: "/bin/auto" }, order: { root: "/", allowed: [], rules: [], log: "" } },
  signal: new AbortController().signal,
  onLine() {},
  onEvent() {},
};

Deno.test("codex works in its own sandbox unless the user names one, and plans read only whatever the user names", () => {
  const scratch = Deno.makeTempDirSync();
  const argsOf = (args: string[], more: Partial<StepRequest> = {}) =>
    CODEX.invocation({ ...STEP, args, scratch, ...more }).args.join(" ").replace(scratch, "DIR")
      .replace(/ -c hooks\.PreToolUse=.*(?= -$)/, "");
  assertEquals(argsOf(["-m", "gpt"]), "exec --json --sandbox workspace-write -m gpt -");
  for (
    const own of [
      "-s danger-full-access",
      "--yolo",
      "--full-auto",
      "--approve-for-me",
      "--dangerously-bypass-approvals-and-sandbox",
      "-sdanger-full-access",
      "-s=danger-full-access",
      "--sandbox=danger-full-access",
    ]
  ) {
    const args = [...own.split(" "), "-m", "gpt"];
    assertEquals(argsOf(args), `exec --json ${own} -m gpt -`);
    assertEquals(
      argsOf(args, { schema: {} }),
      "exec --json --sandbox read-only --output-schema DIR/answer.schema.json -m gpt -",
    );
  }
  Deno.removeSync(scratch, { recursive: true });
});

function run(
  script: string,
  changes: { idleMs?: number; totalMs?: number; signal?: AbortSignal; stdin?: string } = {},
) {
  const lines: string[] = [];
  const sign = `sign-${crypto.randomUUID()}`;
  const ended = runProcess({
    command: "/bin/sh",
    args: ["-c", script],
    env: { SIGN: sign },
    cwd: "/",
    stdin: "",
    idleMs: 20_000,
    totalMs: Infinity,
    signal: new AbortController().signal,
    onLine: (line) => lines.push(line),
    ...changes,
  }, systemWorld());
  return { lines, sign, ended };
}

Deno.test("a process gets its stdin, and its lines come whole, the last one without a break as well", async () => {
  const { lines, ended, sign } = run("cat; printf 'a\\nb'; echo trouble >&2; exit 3", {
    stdin: "hello\n日本\n",
  });
  assertEquals(await ended, { kind: "exit", code: 3, stderr: "trouble" });
  assertEquals(await remaining(sign), []);
  assertEquals(lines, ["hello", "日本", "a", "b"]);
});

Deno.test("a line in many pieces comes whole and is looked at once; of one without end the beginning comes", async () => {
  const { lines, ended } = run("head -c 60000000 /dev/zero | tr '\\0' a; echo; printf 'b\\n日'; printf '本'");
  assertEquals((await ended).code, 0);
  assertEquals(lines.map((line) => line.length), [8 * 1024 * 1024, 1, 2]);
  assertEquals(lines.slice(1), ["b", "日本"]);
});

Deno.test("a process that is silent, too slow or called off is ended with all it has started", async () => {
  const stubborn = "trap '' TERM INT HUP; (trap '' TERM; setsid sleep 100) & sleep 100 & echo on; wait";
  const stopping = new AbortController();
  const cases = [
    { changes: { idleMs: 300 }, kind: "idle" },
    { changes: { totalMs: 300 }, kind: "time" },
    { changes: { signal: stopping.signal }, kind: "called-off" },
  ];
  setTimeout(() => stopping.abort(), 300);
  await Promise.all(cases.map(async ({ changes, kind }) => {
    const { ended, sign, lines } = run(stubborn, changes);
    assertEquals((await ended).kind, kind);
    assertEquals(await remaining(sign), []);
    assertEquals(lines, ["on"]);
  }));
});

Deno.test("of last words on stderr no half of a secret is remembered", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const args = ["-c", `printf '%s' "$1" >&2; exit 1`, "sh", `${"y".repeat(480)} ${secret}`];
  const agent = { ...CODEX, program: () => "sh", invocation: () => ({ args, env: {}, stdin: "" }) };
  const sh = executorFor("codex", systemWorld(), { PATH: "/usr/bin:/bin" }, agent);
  const { message } = await sh.run(STEP);
  assertEquals([message.includes("yyy"), message.includes(secret.slice(0, 12))], [true, false]);
});
