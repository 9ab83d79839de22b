import type { World } from "../settings/world.ts";
import { AGENT_MARKS, agentProgram } from "./agents.ts";
import { type Process, processTable } from "./process_table.ts";

/** Levels of processes that are walked. */
const MAX_LEVELS = 100;

/**
 * Why it cannot be told that a person sits at this terminal; undefined where nothing speaks against it. What a model's shell starts has a client above it,
 * whatever it is called and whatever was taken out of its environment. This is no wall: what may run any command as the user can do what the user can.
 */
export function noPerson(world: World): string | undefined {
  if (!Deno.stdin.isTerminal()) return "there is no terminal";
  const mark = AGENT_MARKS.find((name) => world.env(name) !== undefined);
  if (mark !== undefined) return `${mark} is set: this is a model's shell`;
  const table = processTable(world.nonce(16));
  const own = table.get(Deno.pid);
  if (own === undefined) return "the processes of this machine cannot be read";
  if (own.terminal === "") return "no terminal controls this process";
  // The one that opened the terminal counts as well: what runs in it may have been handed on.
  for (const first of [own, table.get(own.session)]) {
    if (first === undefined) return "the shell of this terminal has ended";
    const chain = chainOf(first, table);
    const agent = chain.find((process) => process.pid !== own.pid && agentProgram(process) !== undefined);
    if (agent !== undefined) {
      return `it was started by ${agentProgram(agent)} (process ${agent.pid}): this is a model's shell`;
    }
    const lost = chain.at(-1);
    const elder = lost === undefined ? undefined : olderAgent(lost, own, table);
    if (elder !== undefined) {
      return `who opened this terminal cannot be told, and it was after ${
        agentProgram(elder)
      } (process ${elder.pid}) had started`;
    }
  }
  return undefined;
}

/** A process and all above it, as far as they are there. */
function chainOf(first: Process, table: ReadonlyMap<number, Process>): Process[] {
  const chain = [first];
  for (let at = table.get(first.parent); at !== undefined && chain.length < MAX_LEVELS;) {
    if (at.isReaper) break;
    chain.push(at);
    at = table.get(at.parent);
  }
  return chain;
}

/**
 * A client that runs beside a process whose parent has left it, as `setsid` and `tmux` make them, and is no younger, in the same place of the system: it may have
 * started it. A terminal that belongs to a login, to an earlier server or to a window system is none of these.
 */
function olderAgent(
  { parent, uid, place, started }: Process,
  own: Process,
  table: ReadonlyMap<number, Process>,
): Process | undefined {
  if (place === "" || uid !== own.uid || (parent !== 1 && table.get(parent)?.isReaper !== true)) {
    return undefined;
  }
  return [...table.values()].find((process) =>
    process.pid !== own.pid && process.uid === own.uid && process.place === place &&
    process.started <= started && agentProgram(process) !== undefined
  );
}
