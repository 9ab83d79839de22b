import { redact } from "../../guard/secrets/redact.ts";
import type { World } from "../../settings/world.ts";
import type { Executor, ExecutorEvent, StepEnd, StepRequest, StepResult } from "./executor.ts";
import { type ProcessEnd, runProcess } from "./process.ts";
import { whyProviderFails } from "./provider_failure.ts";

/** How one agent is started. */
export interface Invocation {
  command: string;
  args: string[];
  env: Record<string, string>;
  stdin: string;
}

/** What a line of an agent's output says. */
export type AgentLine =
  | ExecutorEvent
  | { kind: "usage"; tokens: number; cost_usd: number }
  /** Its turn has begun, so it has accepted the prompt. */
  | { kind: "begun" }
  | { kind: "failed"; message: string };

/** What is particular to one agent. */
export interface Agent {
  name: Executor["name"];
  /** Undefined where it is not installed; the text says how it is. */
  invocation(request: StepRequest): Invocation | undefined;
  install: string;
  /** A reader for one run; lines that say nothing give nothing. */
  reader(cwd: string): (line: string) => AgentLine[];
}

/** An executor that runs a program which prints its events as lines of JSON. */
export function executorOf(
  agent: Agent,
  world: World,
  environment: Readonly<Record<string, string>>,
): Executor {
  return {
    name: agent.name,
    async run(request) {
      const told = new Told();
      const invocation = agent.invocation(request);
      if (invocation === undefined) return told.result("unavailable", agent.install);
      const read = agent.reader(request.cwd);
      const { end, stderr } = await runProcess({
        ...invocation,
        env: { ...environment, ...invocation.env },
        cwd: request.cwd,
        ...request.limits,
        signal: request.signal,
        onLine(line) {
          request.onLine(line);
          for (const each of read(line)) told.take(each, request.onEvent);
        },
      }, world);
      return told.ended(agent.name, end, stderr);
    },
  };
}

/** Commands of a step that are remembered, and characters of each. */
const RAN = 40;
const RAN_CHARS = 300;
/** Names of tools of MCP servers, as codex and claude write them. */
const OF_A_SERVER = /\/|^mcp__/;

/** What an agent has told so far. */
class Told {
  #begun = false;
  #failed = "";
  #said = "";
  #commands = 0;
  #tools = 0;
  #ran: StepResult["ran"] = [];
  #tokens = 0;
  #cost = 0;
  readonly #files = new Set<string>();

  take(line: AgentLine, onEvent: (event: ExecutorEvent) => void): void {
    switch (line.kind) {
      case "begun":
        this.#begun = true;
        return;
      case "usage":
        this.#tokens += line.tokens;
        this.#cost += line.cost_usd;
        return;
      case "failed":
        this.#failed = line.message;
        return;
      case "said":
        this.#said = line.text;
        break;
      case "command_started":
        this.#commands++;
        break;
      case "files":
        for (const path of line.paths) this.#files.add(path);
        break;
      case "tool":
        if (OF_A_SERVER.test(line.name)) this.#tools++;
        break;
      case "command_ended":
        this.#ran = [...this.#ran, { command: beginning(line.command, RAN_CHARS), code: line.code }].slice(
          -RAN,
        );
        break;
      case "warning":
        break;
    }
    onEvent(line);
  }

  ended(name: string, end: ProcessEnd, stderr: string): StepResult {
    switch (end.kind) {
      case "called-off":
        return this.result("called-off", "");
      case "idle":
      case "time":
        return this.result(end.kind, "");
      case "flood":
        return this.result("broke", `${name} printed without end`);
      case "not-started":
        return this.result("unavailable", `${name} cannot be started: ${end.message}`);
      case "exit":
        break;
    }
    if (this.#failed !== "") return this.result(whyProviderFails(this.#failed), this.#failed);
    if (end.code === 0) return this.result("worked", "");
    const words = lastLine(stderr);
    const message = `${name} ended with ${end.signal ?? end.code}${words === "" ? "" : `: ${words}`}`;
    return this.result(this.#begun ? "broke" : "unavailable", message);
  }

  result(end: StepEnd, message: string): StepResult {
    return {
      end,
      message,
      said: this.#said,
      commands: this.#commands,
      ran: this.#ran,
      tools: this.#tools,
      files: [...this.#files],
      tokens: this.#tokens,
      cost_usd: this.#cost,
    };
  }
}

function lastLine(text: string): string {
  return beginning(text.trim().split("\n").at(-1)?.trim() ?? "", 500);
}

/** The beginning of a text, which loses its secrets before it is cut: half of one is known to no rule. */
function beginning(text: string, chars: number): string {
  return redact(text).text.slice(0, chars).toWellFormed();
}
