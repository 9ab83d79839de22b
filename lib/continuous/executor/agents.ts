import { redact } from "../../guard/secrets/redact.ts";
import type { World } from "../../settings/world.ts";
import { CLAUDE } from "./claude.ts";
import { CODEX } from "./codex.ts";
import {
  type Agent,
  type ExecutorEvent,
  GUARD_ORDER,
  readerOf,
  type StepEnd,
  type StepRequest,
  type StepResult,
} from "./executor.ts";
import { type ProcessEnd, runProcess } from "./process.ts";

export const AGENTS = { codex: CODEX, claude: CLAUDE } as const;

export type Executor = ReturnType<typeof executorFor>;

export function executorFor(
  name: keyof typeof AGENTS,
  world: World,
  environment: Readonly<Record<string, string>>,
  agent: Agent = AGENTS[name],
) {
  return {
    name,
    async run(request: StepRequest): Promise<StepResult> {
      const { cwd, limits, signal } = request;
      const usage = { commands: 0, tokens: 0, cost_usd: 0 };
      const result: StepResult = { end: "worked", message: "", said: "", ...usage };
      const command = agent.program(world);
      if (command === undefined) return { ...result, end: "unavailable", message: agent.install };
      const { args, env, stdin } = agent.invocation(request);
      const read = readerOf(agent, cwd);
      let begun = false;
      let failed = "";
      const { end, stderr } = await runProcess({
        command,
        args: [...args],
        env: { ...environment, ...env, [GUARD_ORDER]: JSON.stringify(request.guard.order) },
        stdin,
        cwd,
        ...limits,
        signal,
        onLine(line) {
          request.onLine(line);
          for (const event of read(line)) {
            take(result, event);
            if (event.kind === "begun") begun = true;
            if (event.kind === "failed") failed = event.message;
            request.onEvent(event);
          }
        },
      }, world);
      if (end.kind === "exit" && failed !== "") {
        return { ...result, end: whyProviderFails(failed), message: failed };
      }
      return { ...result, ...ending(name, begun, end, stderr) };
    },
  };
}

const STDERR_CHARS = 500;

function take(result: StepResult, event: ExecutorEvent): void {
  switch (event.kind) {
    case "usage":
      result.tokens += event.tokens;
      result.cost_usd += event.cost_usd;
      if (event.billed) result.billed = event.billed;
      break;
    case "said":
      result.said = event.text;
      break;
    case "command_started":
      result.commands++;
  }
}

type Ending = Pick<StepResult, "end" | "message">;

function ending(name: string, begun: boolean, end: ProcessEnd, stderr: string): Ending {
  if (end.kind === "flood") return { end: "broke", message: `${name} printed without end` };
  if (end.kind === "not-started") {
    return { end: "unavailable", message: `${name} cannot be started: ${end.message}` };
  }
  if (end.kind !== "exit") return { end: end.kind, message: "" };
  if (end.code === 0) return { end: "worked", message: "" };
  // It loses its secrets before it is cut: half of one is known to no rule.
  const last = redact(stderr.trim().split("\n").at(-1)?.trim() ?? "").text;
  const words = last.slice(0, STDERR_CHARS).toWellFormed();
  const message = `${name} ended with ${end.signal ?? end.code}${words === "" ? "" : `: ${words}`}`;
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
