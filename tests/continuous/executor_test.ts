import { assertEquals } from "@std/assert";
import { CLAUDE } from "../../lib/continuous/executor/claude.ts";
import { CODEX } from "../../lib/continuous/executor/codex.ts";
import { executorFor, whyProviderFails } from "../../lib/continuous/executor/agents.ts";
import type { StepRequest } from "../../lib/continuous/executor/executor.ts";
import { runProcess } from "../../lib/continuous/executor/process.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { remaining } from "../tools/living.ts";

/** As Codex 0.169.0 printed them. */
const CODEX_LINES = [
  '{"type":"thread.started","thread_id":"01a201b8-5d1b-7022-9766-e9457180c179"}',
  '{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Codex is ignoring 1 unrecognized configuration setting. Check for typos or deprecated settings.\\n  user (/home/u/.codex/config.toml): `continuous` is ignored."}}',
  '{"type":"turn.started"}',
  `{"type":"item.started","item":{"id":"item_0","type":"command_execution","command":"/bin/bash -lc 'echo hi; ls'","aggregated_output":"","exit_code":null,"status":"in_progress"}}`,
  `{"type":"item.completed","item":{"id":"item_0","type":"command_execution","command":"/bin/bash -lc 'echo hi; ls'","aggregated_output":"hi\\n","exit_code":0,"status":"completed"}}`,
  '{"type":"item.completed","item":{"id":"item_1","type":"command_execution","command":"/bin/bash -lc false","aggregated_output":"","exit_code":1,"status":"failed"}}',
  '{"type":"item.completed","item":{"id":"item_2","type":"file_change","changes":[{"path":"/repo/b.txt","kind":"add"}],"status":"completed"}}',
  '{"type":"item.completed","item":{"id":"item_4","type":"agent_message","text":"Done"}}',
  '{"type":"turn.completed","usage":{"input_tokens":59857,"cached_input_tokens":0,"output_tokens":228}}',
  '{"type":"turn.failed","error":{"message":"high demand"}}',
  "not JSON",
  '{"type":"something.new","item":7}',
  "{}",
  '{"type":"item.completed"}',
];

Deno.test("the events of codex are read as it prints them, and what is unknown is passed over", () => {
  const lines = CODEX_LINES.flatMap(CODEX.reader("/repo"));
  assertEquals(lines, [
    { kind: "begun" },
    { kind: "command_started", command: "echo hi; ls" },
    { kind: "command_ended", command: "echo hi; ls", code: 0, output: "hi\n" },
    { kind: "command_ended", command: "false", code: 1, output: "" },
    { kind: "files", paths: ["b.txt"] },
    { kind: "said", text: "Done" },
    { kind: "usage", tokens: 60_085, cost_usd: 0, billed: { input: 59_857, cached: 0, output: 228 } },
    { kind: "failed", message: "high demand" },
  ]);
});

Deno.test("the events of claude are read: commands by their results, files once they are written, what it cost", () => {
  const use = (id: string, name: string, input: unknown) =>
    JSON.stringify({ type: "assistant", message: { content: [{ type: "tool_use", id, name, input }] } });
  const result = (id: string, content: unknown, is_error = false) =>
    JSON.stringify({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: id, content, is_error }] },
    });
  const lines = [
    '{"type":"system","subtype":"init"}',
    use("1", "Bash", { command: "npm test" }),
    result("1", [{ type: "text", text: "failed" }], true),
    use("2", "Write", { file_path: "/repo/a.txt" }),
    use("3", "Edit", { file_path: "/repo/b.txt" }),
    result("3", "no such text", true),
    result("2", "written"),
    '{"type":"result","is_error":false,"result":"All done","total_cost_usd":0.25,"usage":{"input_tokens":1,"cache_read_input_tokens":2,"output_tokens":3}}',
    '{"type":"result","is_error":false,"result":"","structured_output":{"tasks":[]},"usage":{}}',
    '{"type":"result","is_error":true,"result":"API Error: 529"}',
  ].flatMap(CLAUDE.reader("/repo"));
  assertEquals(lines, [
    { kind: "begun" },
    { kind: "command_started", command: "npm test" },
    { kind: "command_ended", command: "npm test", code: 1, output: "failed" },
    { kind: "files", paths: ["a.txt"] },
    { kind: "usage", tokens: 6, cost_usd: 0.25 },
    { kind: "said", text: "All done" },
    { kind: "usage", tokens: 0, cost_usd: 0 },
    { kind: "said", text: '{"tasks":[]}' },
    { kind: "usage", tokens: 0, cost_usd: 0 },
    { kind: "failed", message: "API Error: 529" },
  ]);
});

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
  assertEquals(await ended, { end: { kind: "exit", code: 3 }, stderr: "trouble" });
  assertEquals(await remaining(sign), []);
  assertEquals(lines, ["hello", "日本", "a", "b"]);
});

Deno.test("a line in many pieces comes whole and is looked at once; of one without end the beginning comes", async () => {
  const { lines, ended } = run("head -c 60000000 /dev/zero | tr '\\0' a; echo; printf 'b\\n日'; printf '本'");
  assertEquals((await ended).end, { kind: "exit", code: 0 });
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
    assertEquals((await ended).end.kind, kind);
    assertEquals(await remaining(sign), []);
    assertEquals(lines, ["on"]);
  }));
});

Deno.test("of a long command and of last words on stderr no half of a secret is remembered", async () => {
  const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const command = `${"x".repeat(280)} ${secret}`;
  const line = JSON.stringify({
    type: "item.completed",
    item: { type: "command_execution", command, exit_code: 0, aggregated_output: "" },
  });
  const script = `printf '%s\\n' "$1"; printf '%s' "$2" >&2; exit 1`;
  const agent = {
    install: "",
    program: () => "sh",
    invocation: () => ({
      args: ["-c", script, "sh", line, `${"y".repeat(480)} ${secret}`],
      env: {},
      stdin: "",
    }),
    sandbox: () => [],
    reader: CODEX.reader,
  };
  const sh = executorFor("codex", systemWorld(), { PATH: "/usr/bin:/bin" }, agent);
  const { ran, message } = await sh.run(STEP);
  assertEquals([ran.length, message.includes("yyy")], [1, true]);
  assertEquals(`${ran[0]?.command}\n${message}`.includes(secret.slice(0, 12)), false);
});
