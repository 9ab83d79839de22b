import { sanitize } from "../../guard/sanitize.ts";
import type { ExecutorEvent } from "../executor/executor.ts";
import type { RunEvent } from "../run/event.ts";
import { ended, minutes, named, oneLine } from "../run/words.ts";
import { type RunState, titleOf } from "../run/state.ts";
import type { Shown } from "../runner/surroundings.ts";
import type { View } from "./draw.ts";

const RECENT_LINES = 200;
const MAX_LINE = 300;

export function firstView(state: RunState, now: number): View {
  return { state, recent: [], doing: "", since: now, says: "", help: false, page: 0 };
}

/** The view after one more thing has happened; `now`: ms on any clock that does not go back. */
export function seen(view: View, shown: Shown, state: RunState, now: number): View {
  const line = lineOf(shown, state);
  const lines = line === undefined ? [] : sanitize(line).text.split("\n");
  const recent = [...view.recent, ...lines].slice(-RECENT_LINES);
  const doing = doingOf(shown, state) ?? view.doing;
  return { ...view, state, recent, doing, since: doing === view.doing ? view.since : now };
}

function doingOf(shown: Shown, state: RunState): string | undefined {
  const { pause, running, plan, finished } = state;
  if (finished) return finished;
  if (pause) return "waiting for you";
  if (shown.kind === "waiting") return `waiting ${shown.why}`;
  if (shown.kind === "check") return "verifying";
  if (running) return `working on: ${titleOf(state, running.task_id)}`;
  return shown.kind === "agent" || !plan ? "planning" : undefined;
}

/** A line for people about what has just happened; undefined for what they need not see. `state` is the one after it. */
export function lineOf(shown: Shown, state: RunState): string | undefined {
  switch (shown.kind) {
    case "event":
      return eventLine(shown.event, state);
    case "agent":
      return agentLine(shown.event);
    case "check": {
      const { command, code, ms } = shown.check;
      return `  verify  ${code === 0 ? "ok  " : "FAIL"}  ${command}  ${ended(shown.check)}, ${ms} ms`;
    }
    case "waiting":
      return shown.ms === 0 ? undefined : said("waiting", `${minutes(shown.ms)} ${shown.why}`);
    case "note":
      return said("note", shown.text);
  }
}

function agentLine(event: ExecutorEvent): string | undefined {
  switch (event.kind) {
    case "command_started":
      return said("runs", event.command);
    case "command_ended":
      return event.code === 0 ? undefined : said("", `exit ${event.code ?? "none"}: ${event.command}`);
    case "files":
      return said("writes", named(event.paths));
    case "tool":
      return said("uses", event.name);
    case "said":
      return said("says", event.text);
    case "warning":
      return said("warns", event.text);
    default:
      return undefined;
  }
}

function said(what: string, text: string): string {
  return `  ${what.padEnd(7)} ${oneLine(text, MAX_LINE)}`;
}

/** The same of an event. */
export function eventLine(event: RunEvent, state: RunState): string | undefined {
  switch (event.type) {
    case "started":
      return `run ${event.session}: ${oneLine(event.goal, MAX_LINE)}`;
    case "planned":
      return [
        `plan ${state.revision}: ${event.plan.tasks.length} tasks`,
        ...event.repairs.map((each) => `  put right: ${each}`),
      ].join("\n");
    case "step_started":
      return `step ${event.step} of ${state.budget.steps}: ${titleOf(state, event.task_id)}`;
    case "refused":
      return said("refused", `${event.command} ${event.why} (${event.by})`);
    case "turn_ended":
      return event.outcome === "worked" ? undefined : said("ended", `${event.outcome}: ${event.said}`);
    case "step_ended":
      return said("files", event.files.length === 0 ? "none changed" : named(event.files, 8));
    case "task":
      return event.to === "done" || event.to === "failed"
        ? `${event.to}: ${titleOf(state, event.task_id)} (${event.why})`
        : undefined;
    case "paused":
      return `waits (${event.pause.kind}): ${event.pause.why}\n  ${event.pause.next}`;
    case "decided":
      return `answer: ${event.decision}`;
    case "ground":
      return event.notes.map((each) => said("note", each)).join("\n");
    case "committed":
      return said("commit", event.head.slice(0, 10));
    case "reviewed": {
      const open = event.verdicts.filter(({ met }) => met !== "yes").length;
      return said(
        "review",
        event.outcome === "failed" ? "could not be made" : `${open} open, ${event.concerns.length} concerns`,
      );
    }
    case "finished":
      return `${event.outcome}: ${event.why}`;
    default:
      return undefined;
  }
}
