import { planDetails, taskLine } from "../../continuous/screen/draw.ts";
import { lineOf } from "../../continuous/screen/view.ts";
import type { RunState } from "../../continuous/run/state.ts";
import { clean } from "../../continuous/store/log.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { attempt } from "../../settings/attempt.ts";
import { print, printError } from "../output.ts";
import type { Face } from "./face.ts";

/** A run without a screen: lines for people on stderr, and JSON lines for programs on stdout. Nobody is asked. */
export function plainFace(json: boolean): Face {
  return {
    show(shown, state) {
      // A full disk behind stdout ends no run.
      if (json) attempt(() => print(`${JSON.stringify(clean(shown))}\n`));
      const line = lineOf(shown, state);
      if (line !== undefined) printError(`${sanitize(line).text}\n`);
    },
    ask(pause, state) {
      if (pause.kind === "preview") printError(preview(state));
      return Promise.resolve({ kind: "leave" });
    },
    pauseRequested: () => false,
    close() {},
  };
}

/** The plan for people. */
function preview(state: RunState): string {
  const tasks = (state.plan?.tasks ?? []).map((item) => taskLine(state, item));
  return `${sanitize([state.goal, ...tasks, ...planDetails(state)].join("\n")).text}\n`;
}
