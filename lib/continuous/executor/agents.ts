import { WRAPPED } from "../../clients/hook_message.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { findProgram, type World } from "../../settings/world.ts";
import { type ProgramOutcome, runProgram } from "../../tools/run_program.ts";
import { CLAUDE } from "./claude.ts";
import { CODEX } from "./codex.ts";
import { GUARD_ORDER, readerOf, type StepEnd, type StepRequest, type StepResult } from "./executor.ts";

export const AGENTS = { codex: CODEX, claude: CLAUDE } as const;

export function missing(name: keyof typeof AGENTS): string {
  const remedy = `install it with \`npm install -g ${AGENTS[name].package}\``;
  return `${name} is not installed: there is no executable \`${name}\` on PATH; ${remedy}`;
}

/** One step of an agent. Never rejects for what the agent does. */
export async function runAgent(
  name: keyof typeof AGENTS,
  request: StepRequest,
  world: World,
): Promise<StepResult> {
  const { cwd, limits, signal } = request;
  const result: StepResult = { end: "worked", message: "", said: "", commands: 0, tokens: 0, cost_usd: 0 };
  const command = findProgram(name, world);
  if (command === undefined) return { ...result, end: "unavailable", message: missing(name) };
  const read = readerOf(AGENTS[name], cwd);
  let begun = false;
  let failed = "";
  const ended = await runProgram({
    command,
    args: AGENTS[name].argsFor(request),
    // Our own hook in the agent has nothing to add: the prompt has its context.
    env: { ...Deno.env.toObject(), [WRAPPED]: "1", [GUARD_ORDER]: JSON.stringify(request.guard.order) },
    stdin: request.prompt,
    cwd,
    ...limits,
    signal,
    onLine(line) {
      request.onLine(line);
      for (const event of read(line)) {
        if (event.kind === "begun") begun = true;
        if (event.kind === "failed") failed = event.message;
        if (event.kind === "said") result.said = event.text;
        if (event.kind === "command_started") result.commands++;
        if (event.kind === "usage") {
          result.tokens += event.tokens;
          result.cost_usd += event.cost_usd;
          if (event.billed) result.billed = event.billed;
        }
        request.onEvent(event);
      }
    },
  }, world);
  return ended.kind === "exit" && failed !== ""
    ? { ...result, end: whyProviderFails(failed), message: failed }
    : { ...result, ...ending(name, begun, ended) };
}

const STDERR_CHARS = 500;

function ending(
  name: string,
  begun: boolean,
  { kind, code, stderr }: ProgramOutcome,
): Pick<StepResult, "end" | "message"> {
  if (kind === "flood") return { end: "broke", message: `${name} printed without end` };
  if (kind === "not-started") return { end: "unavailable", message: `${name} cannot be started: ${stderr}` };
  if (kind !== "exit") return { end: kind, message: "" };
  if (code === 0) return { end: "worked", message: "" };
  // It loses its secrets before it is cut: half of one is known to no rule.
  const last = redact(stderr.trim().split("\n").at(-1)?.trim() ?? "").text;
  const words = last.slice(0, STDERR_CHARS).toWellFormed();
  const message = `${name} ended with ${code}${words === "" ? "" : `: ${words}`}`;
  return { end: begun ? "broke" : "unavailable", message };
}

/** What no waiting mends: the account, the model's name, the request itself. */
const FOR_GOOD =
  /\b(?:401|403)\b|unauthori[sz]ed|forbidden|authenticat|api key|not logged in|\blog ?in\b|quota|usage limit|billing|credit|does not exist|not supported|unknown model|invalid model/i;
/** The conversation has grown too long: the next attempt begins a new one. */
const TOO_LONG = /context (?:window|length)|maximum context|too many tokens|prompt is too long/i;

/** What the provider's words about a failed turn mean for the step. What is not known is taken for a passing trouble, and that is waited out a few times only. */
export function whyProviderFails(message: string): StepEnd {
  if (TOO_LONG.test(message)) return "broke";
  return FOR_GOOD.test(message) ? "unavailable" : "provider";
}
