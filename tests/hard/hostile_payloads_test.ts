/** CONTRACT 1.6 and 1.9: whatever a client, or who speaks in its place, hands the hook: exit 0, one JSON object, soon, in bounded memory. */
import { assert, assertEquals } from "@std/assert";
import { DEFAULTS } from "../../lib/settings/defaults.ts";
import type { Home, Repo } from "../acceptance/harness.ts";
import { binary, makeFolder, makeHome, makeRepo, sampled } from "../acceptance/harness.ts";
import { assertInTime } from "../acceptance/in_time.ts";
import { procText } from "../tools/living.ts";

const FILES = {
  "src/ferry.ts": "export function ferrySchedule(day: number): number {\n  return day * 7;\n}\n",
};
const ASK = "where is ferrySchedule defined?";
const MIB = 1024 * 1024;
/** MiB resident at most, whatever the payload: at its 4 MiB it is bytes, text, object and prompt at once. */
const MAX_MIB = 400;
/** ms beyond the wall budget that a loaded machine may take; what is read slowly has a time of its own. */
const NOISE_MS = 4000;

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => typeof part === "string" ? [...new TextEncoder().encode(part)] : part),
  );

interface Payload {
  send: string | Uint8Array;
  /** Whether the prompt of it is to be answered with context. */
  answered?: boolean;
}

function payloads(cwd: string, file: string): Record<string, Payload> {
  const json = (fields: Record<string, unknown>) =>
    JSON.stringify({ prompt: ASK, cwd, session_id: "s", hook_event_name: "UserPromptSubmit", ...fields });
  const odd = [null, -1e308, "", [[]], { a: { b: [ASK] } }];
  const wrong = odd.flatMap((value): [string, Payload][] => {
    const others = { session_id: value, transcript_path: value, permission_mode: value };
    return [{ prompt: value }, { hook_event_name: value }, others].map((fields) => [
      JSON.stringify(fields),
      { send: json(fields) },
    ]);
  });
  const places = [
    ...odd,
    "relative",
    "/nonexistent/folder",
    file,
    "/dev/null",
    "/proc/self",
    "\u0000",
    "/\u0000x",
    "/".repeat(5000),
  ]
    .map((
      value,
    ): [string, Payload] => [`cwd ${JSON.stringify(value).slice(0, 40)}`, { send: json({ cwd: value }) }]);
  return {
    ...Object.fromEntries([...wrong, ...places]),
    "fields nobody knows": {
      send: json({ later: { a: [1] }, __proto__: 1, constructor: "x", toString: 7 }),
      answered: true,
    },
    "a prototype": { send: json({}).replace("{", '{"__proto__":{"prompt":"x","tool":"y"},'), answered: true },
    "a key twice": { send: json({}).replace("{", '{"prompt":7,'), answered: true },
    "a byte order mark and blanks around": { send: `\uFEFF \n\t${json({})}\n\n`, answered: true },
    "cut off": { send: json({}).slice(0, -2) },
    "something behind": { send: `${json({})}{}` },
    "a list": { send: `[${json({})}]` },
    "nesting of 100,000": {
      send: json({ deep: 0 }).replace('"deep":0', `"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}`),
      answered: true,
    },
    "open brackets": { send: "[".repeat(1_000_000) },
    "a lone surrogate": { send: json({}).replace("defined", "\\ud800 defined"), answered: true },
    "a lone surrogate in the session": { send: json({}).replace('"s"', '"\\udfff"'), answered: true },
    "shell text in the prompt": {
      send: json({ prompt: `${ASK}\n$(touch ran) \`touch ran\` 'x' "y"` }),
      answered: true,
    },
    "a NUL in the prompt": { send: json({ prompt: `${ASK}\u0000` }), answered: true },
    "a NUL byte": { send: bytes(json({}), [0]) },
    "invalid UTF-8 in the prompt": {
      send: bytes(
        json({}).split(" defined")[0] ?? "",
        [0x20, 0xff, 0xfe],
        ` defined${json({}).split(" defined")[1]}`,
      ),
      answered: true,
    },
    "only bytes": { send: new Uint8Array(100_000).fill(0x80) },
    "UTF-16": { send: bytes([0xff, 0xfe], [...json({})].flatMap((char) => [char.charCodeAt(0), 0])) },
    "another event": { send: json({ hook_event_name: "PreToolUse" }) },
    "a session id of 1 MB": { send: json({ session_id: "x/../".repeat(200_000) }), answered: true },
    "a session id that is a path": { send: json({ session_id: "../../../../tmp/escaped" }), answered: true },
    "200,000 fields": {
      send: json({}).slice(0, -1) + Array.from({ length: 200_000 }, (_, at) => `,"k${at}":${at}`).join("") +
        "}",
      answered: true,
    },
    ...Object.fromEntries(["x ", "a", "([{<`'", "a/b.ts:1 "].map((unit): [string, Payload] => [
      `a prompt of 4 MB of ${unit}`,
      { send: json({ prompt: `${ASK}\n${unit.repeat(3_900_000 / unit.length)}` }), answered: true },
    ])),
    "20 MB": { send: json({ prompt: ASK + "x".repeat(20 * MIB) }) },
    "20 MB of blanks": { send: " ".repeat(20 * MIB) },
  };
}

Deno.test("every payload is answered with exit 0 and one JSON object, in time and in bounded memory", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  await using folder = await makeFolder({ "file.txt": "x" });
  const all = payloads(repo.path, `${folder.path}/file.txt`);
  for (const [what, { send, answered }] of sampled(Object.entries(all))) {
    const { code, stdout, stderr, ms, mib } = await hook(repo, home, send);
    assertEquals([code, stderr], [0, ""], what);
    assertOneObject(stdout, what);
    if (answered) {
      assert(stdout.includes("src/ferry.ts") || /timeout|in time/.test(stdout), `${what}: ${stdout}`);
    }
    await assertInTime(ms, DEFAULTS.wallMs + NOISE_MS, what);
    assert(mib < MAX_MIB, `${what}: ${mib} MiB`);
  }
  assertEquals(await repo.git("status", "--porcelain", "--ignored"), "");
});

function assertOneObject(stdout: string, what: string): void {
  assert(stdout.endsWith("\n") && stdout.trim().split("\n").length === 1, `${what}: ${stdout.slice(0, 200)}`);
  const answer: unknown = JSON.parse(stdout);
  assert(typeof answer === "object" && answer !== null && !Array.isArray(answer), what);
  assert(stdout.length < 40_000, `${what}: ${stdout.length} characters`);
}

/** Runs the hook, feeds it, and measures how long it takes and how much memory it has at most. */
async function hook(repo: Repo, home: Home, payload: string | Uint8Array) {
  const began = performance.now();
  const child = new Deno.Command(binary(), {
    args: ["hook"],
    cwd: repo.path,
    clearEnv: true,
    env: home.env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let mib = 0;
  const watching = setInterval(() => mib = Math.max(mib, residentMib(child.pid)), 20);
  const late = setTimeout(() => child.kill("SIGKILL"), 60_000);
  // It may have read enough before the end, or have ended.
  const fed = new Blob([payload as Uint8Array<ArrayBuffer>]).stream().pipeTo(child.stdin).catch(() => {});
  try {
    const [stdout, stderr, { code }] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.status,
    ]);
    return { code, stdout, stderr, ms: performance.now() - began, mib };
  } finally {
    clearInterval(watching);
    clearTimeout(late);
    await fed;
  }
}

/** What a process had in memory at most so far; 0 where the system does not say. */
function residentMib(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(procText(pid, "status"))?.[1] ?? 0) / 1024);
}
