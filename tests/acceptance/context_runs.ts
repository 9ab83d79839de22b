import { assertEquals } from "@std/assert";
import { type Envelope, envelopeSchema } from "../../lib/contract/envelope.ts";
import { type Home, runBinary, type RunResult } from "./harness.ts";

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
export const TRIES = 4;

type ContextRun = RunResult & { envelope: Envelope };

/** Runs `codex-auto context --format json` and holds what it printed to the schema; once more where its tools had no time. */
export async function contextOf(place: Place, prompt: string, args: string[] = []): Promise<ContextRun> {
  for (let tries = TRIES;; tries--) {
    const run = await contextOnce(place, prompt, args);
    const { fused_context, tool_results } = run.envelope;
    const late = tool_results.some(({ status }) => status === "timeout") ||
      (fused_context.for_model.additional_context === "" && LATE.test(fused_context.for_user.limits_text));
    if (!late || tries === 1) return run;
  }
}

/** The same for a state that a prompt, or what it starts in the background, changes. */
export async function contextOnce(place: Place, prompt: string, args: string[] = []): Promise<ContextRun> {
  const result = await runBinary(["context", "--format", "json", ...args, prompt], place);
  return { ...result, envelope: envelopeSchema.parse(JSON.parse(result.stdout)) };
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
  const sent = { hook_event_name: "UserPromptSubmit", session_id: "s-1", cwd: place.cwd, ...payload };
  for (let tries = TRIES;; tries--) {
    const answer = hookAnswer(await runBinary(["hook", ...args], { ...place, stdin: JSON.stringify(sent) }));
    const { context, systemMessage = "" } = answer;
    const late = systemMessage.includes("tool timeout") || (context === "" && LATE.test(systemMessage));
    if (!late || tries === 1) return answer;
  }
}

/** Reads a hook's stdout; the name of the event is checked, since a client drops an answer with another. */
export function hookAnswer({ code, stdout }: RunResult): HookAnswer {
  assertEquals(stdout.trim().split("\n").length, 1, stdout);
  const answer: {
    hookSpecificOutput: { hookEventName: string; additionalContext: string };
    systemMessage?: string;
  } = JSON.parse(stdout);
  assertEquals(answer.hookSpecificOutput.hookEventName, "UserPromptSubmit");
  return { code, context: answer.hookSpecificOutput.additionalContext, systemMessage: answer.systemMessage };
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
