/** Prompts put to the program under test, what it answers, and the index that it keeps for them. */
import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import { type Envelope, envelopeSchema } from "../../lib/contract/envelope.ts";
import { endLiving } from "../tools/living.ts";
import { type Home, type Repo, runBinary, type RunResult } from "./harness.ts";

/** Where a run takes place; a fresh home and the environment of the home unless said otherwise. */
export interface Place {
  cwd: string;
  home?: Home;
  env?: Record<string, string>;
}

/** What [Limits] says where a prompt's time was over before all was looked at. */
export const LATE =
  /\[Limits\] .*(timeout|were(?: not)? (?:read|looked)|in time|time was up|could be listed)/;

/** How often a prompt is asked whose tools had no time, as on a machine that others overrun. */
export const TRIES = 8;

/** A place in the repository as a program gets it. */
export interface Item {
  tool: string;
  path?: string;
  symbol?: string;
  title: string;
  summary: string;
  truncated: boolean;
  sources: { tool: string; time: string; version: string }[];
  conflict?: { verdict: string; claims: { tool: string; time: string; says: string }[] };
  lines?: { start: number; end: number };
  snippet?: { startLine: number; text: string };
  elsewhere?: { startLine: number; text: string }[];
}

/** An envelope, and what of it is mostly looked at. */
export interface ContextRun extends RunResult {
  envelope: Envelope;
  /** What the model is shown. */
  context: string;
  limits: string;
  items: Item[];
  /** Paths of the items, each once. */
  paths: string[];
  /** Names of the tools that were planned. */
  planned: string[];
}

/** Runs `codex-auto context --format json` and holds what it printed to the schema; once more where its tools had no time. */
export async function contextOf(place: Place, prompt: string, args: string[] = []): Promise<ContextRun> {
  for (let tries = TRIES;; tries--) {
    const run = await contextOnce(place, prompt, args);
    const late = run.envelope.tool_results.some(({ status }) => status === "timeout") ||
      (run.context === "" && LATE.test(run.limits));
    if (!late || tries === 1) return run;
  }
}

/** The same for a state that a prompt, or what it starts in the background, changes. */
export async function contextOnce(place: Place, prompt: string, args: string[] = []): Promise<ContextRun> {
  return contextRunOf(await runBinary(["context", "--format", "json", ...args, prompt], place));
}

/** Reads what `context --format json` printed. */
export function contextRunOf(result: RunResult): ContextRun {
  let envelope: Envelope;
  try {
    envelope = envelopeSchema.parse(JSON.parse(result.stdout));
  } catch (cause) {
    throw new Error(`no envelope, exit ${result.code}\n${result.stderr}\n${result.stdout.slice(0, 2000)}`, {
      cause,
    });
  }
  const { for_model, for_user } = envelope.fused_context;
  const items = (for_model.structured["items"] ?? []) as Item[];
  return {
    ...result,
    envelope,
    context: for_model.additional_context,
    limits: for_user.limits_text,
    items,
    paths: [...new Set(items.flatMap(({ path }) => path ?? []))],
    planned: envelope.tool_plan.tools.map(({ tool }) => tool).toSorted(),
  };
}

/** What a client is handed by a hook. */
export interface HookAnswer {
  code: number;
  context: string;
  systemMessage: string | undefined;
}

/** Runs `codex-auto hook` with a payload as Claude Code sends it; what it prints must be one JSON object and nothing else. */
export async function hookOf(
  place: Place,
  payload: Record<string, unknown>,
  args: string[] = [],
): Promise<HookAnswer> {
  const stdin = payloadOf(place.cwd, payload);
  return await inTime(async () => hookAnswer(await runBinary(["hook", ...args], { ...place, stdin })));
}

/** Asks once more where the tools had no time. */
export async function inTime(ask: () => Promise<HookAnswer>): Promise<HookAnswer> {
  for (let tries = TRIES;; tries--) {
    const answer = await ask();
    const { context, systemMessage = "" } = answer;
    const late = `${context}${systemMessage}`.includes("tool timeout") ||
      (context === "" && (LATE.test(systemMessage) || systemMessage.includes("ci_search: no answer")));
    if (!late || tries === 1) return answer;
  }
}

/** What Claude Code hands a hook on stdin. */
export function payloadOf(cwd: string, payload: Record<string, unknown>): string {
  return JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "s-1", cwd, ...payload });
}

/** Reads a hook's stdout; the name of the event is checked, since a client drops an answer with another. */
export function hookAnswer({ code, stdout }: RunResult): HookAnswer {
  assertEquals(stdout.trim().split("\n").length, 1, stdout);
  const answer: {
    hookSpecificOutput?: { hookEventName: string; additionalContext: string };
    systemMessage?: string;
  } = JSON.parse(stdout);
  const { hookSpecificOutput: given, systemMessage } = answer;
  // Codex is told nothing where there is nothing.
  if (given) assertEquals(given.hookEventName, "UserPromptSubmit");
  return { code, context: given?.additionalContext ?? "", systemMessage };
}

/** Runs `index build`, which must go well. */
export async function build(place: Place): Promise<string> {
  const { code, stdout, stderr } = await runBinary(["index", "build"], place);
  assertEquals(code, 0, stderr);
  return stdout;
}

/** Builds in the place of a run that a prompt has started in the background: it may begin late. */
export async function rebuilt(place: Place): Promise<void> {
  endLiving(`--background\0--repo\0${place.cwd}`);
  await build(place);
}

/** Folder of the only index below a home. */
export function onlyIndex(home: Home): string {
  const base = `${home.env["XDG_CACHE_HOME"]}/auto-tools/index`;
  const names = [...Deno.readDirSync(base)].map(({ name }) => name);
  assertEquals(names.length, 1, names.join(" "));
  return `${base}/${names[0]}`;
}

/** Holds the writer's lock of an index, so that no background run can write it. */
export function holdWriterLock(dir: string): Disposable {
  const lock = new DatabaseSync(`${dir}/lock.db`);
  // A run that has just been found busy or done may hold it for a moment more.
  lock.exec("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE");
  return { [Symbol.dispose]: () => lock.close() };
}

/** What SQLite finds wrong with an index, and how many files and segments it has. */
export function inspect(dir: string): { check: string; files: number; segments: number; writes: number } {
  const database = new DatabaseSync(`${dir}/index.db`);
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    const number = (sql: string) => Number(database.prepare(sql).get()?.["n"]);
    return {
      check: String(database.prepare("PRAGMA integrity_check").get()?.["integrity_check"]),
      files: number("SELECT count(*) AS n FROM files"),
      segments: number("SELECT count(*) AS n FROM segments"),
      writes: number("SELECT coalesce(max(first + count), 0) AS n FROM segments"),
    };
  } finally {
    database.close();
  }
}

/** Fails unless every place named is a file of the tree as it is now, and every line quoted stands there. */
export async function assertOfTheTree(
  repo: { path: string; git: Repo["git"] },
  { items }: Pick<ContextRun, "items">,
): Promise<void> {
  const listed = await repo.git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
  const tree = new Set(listed.split("\0"));
  for (const { path, lines, snippet, elsewhere = [] } of items) {
    if (path === undefined) continue;
    assert(tree.has(path), `${path} is not in the tree`);
    const there = Deno.readTextFileSync(`${repo.path}/${path}`).split("\n");
    for (const { startLine, text } of [...(snippet ? [snippet] : []), ...elsewhere]) {
      const end = startLine - 1 + text.split("\n").length;
      assertEquals(text, there.slice(startLine - 1, end).join("\n"), path);
    }
    if (lines) assert(lines.start >= 1 && lines.end <= there.length, `${path}:${lines.start}-${lines.end}`);
  }
}

/** A small program in two languages, with comments in Chinese. */
export const SHOP: Record<string, string> = {
  "src/retry.ts": `/** Milliseconds to wait before an attempt. */
export function retryDelay(attempt: number): number {
  return 100 * 2 ** attempt;
}

/** 登录失败后重试 */
export async function withRetries<T>(call: () => Promise<T>, attempts: number): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt)));
    }
  }
}
`,
  "src/login.ts": `import { withRetries } from "./retry.ts";

/** Signs a user in. */
export function login(name: string, send: (name: string) => Promise<boolean>): Promise<boolean> {
  return withRetries(() => send(name), 3);
}
`,
  "lib/invoice.py": `def send_invoice(customer, total):
    """Sends an invoice by mail."""
    return {"to": customer, "total": total}
`,
  "README.md": "# Shop\n\nA small shop.\n",
};

/** Functions of long lines, in Latin and in Chinese letters: what may be quoted of three of them is more than any client takes of a hook. */
const LINES = 18;

function wide(name: string, words: string): string {
  const lines = Array.from(
    { length: LINES },
    (_, at) => `  const step${at} = "${`${words} ${at} `.repeat(40)}";`,
  )
    .map((line) => `${line.slice(0, 236)}";\n`);
  return `export function ${name}(input: number) {\n${lines.join("")}  return input;\n}\n`;
}

export const WIDE_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  [0, 1, 2].flatMap((at) => [
    [`src/gauge${at}.ts`, wide(`gaugeReading${at}`, "the height of the water")],
    [`src/lamp${at}.ts`, wide(`lampReading${at}`, "登录失败后重试的间隔")],
  ]),
);

/** Ask for all functions of one alphabet. */
export const WIDE_PROMPTS: readonly string[] = ["gaugeReading", "lampReading"].map((name) =>
  `where are ${[0, 1, 2].map((at) => `${name}${at}`).join(", ")} defined?`
);
