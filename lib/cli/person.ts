import { EXIT } from "../contract/error_codes.ts";
import type { World } from "../settings/world.ts";
import { Failure } from "./failure.ts";
import { printError } from "./output.ts";
import UPWARDS from "./processes_upwards.sh" with { type: "text" };

/** A list: variables that coding agents give to the shells they start. */
const AGENT_MARKS = "CLAUDECODE AI_AGENT CODEX_SANDBOX CODEX_THREAD_ID GEMINI_CLI CURSOR_AGENT".split(" ");

/** A list: names of coding agents' programs; our own stands among them, since what it starts are gateways, runs and clients. */
const AGENTS =
  /(?:^|\/)(codex-auto|codex|claude|gemini|opencode|cursor-agent)(?:\.[cm]?js|\.sh|\.py|\.exe)?$/;

/** A list: parts of the paths that their packages have. */
const PACKAGES =
  /\/@anthropic-ai\/claude-code\/|\/claude\/versions\/|\/@openai\/codex|\/@google\/gemini-cli\//;

/** What is looked at of each: its file, its name, how it was called, and the script that it runs. */
const NAMES = 4;

/** Throws `Failure`, with what only a person may do and what is said then, where none can be told to sit at this terminal. */
export function needPerson(what: string, then: string, world: World): void {
  const why = noPerson(world);
  if (why === undefined) return;
  throw new Failure(`Only a person can ${what}, at a terminal of their own (${why}). ${then}`, EXIT.usage);
}

/** Why it cannot be told that a person sits at this terminal; undefined where nothing speaks against it. This is no wall: what may run any command as the user can do what the user can. */
export function noPerson(world: World): string | undefined {
  if (!Deno.stdin.isTerminal()) return "there is no terminal";
  const mark = AGENT_MARKS.find((name) => world.env(name) !== undefined);
  if (mark !== undefined) return `${mark} is set: this is a model's shell`;
  const [self, ...above] = processesUpwards();
  if (self === undefined) return "the processes above this one cannot be read";
  for (const [pid, ...words] of above) {
    const agent = words.slice(0, NAMES).find((word) => AGENTS.test(word) || PACKAGES.test(word));
    if (agent === undefined) continue;
    return `it was started by ${AGENTS.exec(agent)?.[1] ?? agent} (process ${pid}): this is a model's shell`;
  }
  return undefined;
}

/** The environment is not ours: it could lead to other programs. */
function processesUpwards(): string[][] {
  const { stdout } = new Deno.Command("/bin/sh", {
    args: ["-c", UPWARDS, "sh", Deno.build.os],
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin" },
    stdin: "null",
    stderr: "null",
  }).outputSync();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "")
    .map((line) => line.split("\t"));
}

/** Whether the user says yes to what is asked on stderr. */
export function saysYes(question: string): boolean {
  printError(`${question} [y/N] `);
  const answer = new Uint8Array(16);
  const read = Deno.stdin.readSync(answer) ?? 0;
  return /^y(es)?\s*$/i.test(new TextDecoder().decode(answer.subarray(0, read)));
}
