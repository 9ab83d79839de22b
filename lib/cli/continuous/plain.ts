import { planDetails, taskLine } from "../../continuous/screen/draw.ts";
import { lineOf } from "../../continuous/screen/view.ts";
import type { Decision } from "../../continuous/run/event.ts";
import type { RunState } from "../../continuous/run/state.ts";
import type { Answer } from "../../continuous/runner/surroundings.ts";
import { clean } from "../../continuous/store/log.ts";
import { sanitize } from "../../guard/sanitize.ts";
import type { Face, FaceNeeds } from "./face.ts";
import { plainLines } from "../line_source.ts";
import { print, printError } from "../output.ts";

export interface PlainOptions {
  /** JSON lines on stdout. */
  json: boolean;
  /** Somebody can be asked on the terminal. */
  interactive: boolean;
}

/** A run without a screen: lines for people on stderr, and for programs on stdout. */
export function plainFace({ json, interactive }: PlainOptions, needs: FaceNeeds): Face {
  const lines = interactive ? plainLines(Deno.stdin.readable, printError) : undefined;
  return {
    show(shown, state) {
      if (json) quietly(() => print(`${JSON.stringify(clean(shown))}\n`));
      const line = lineOf(shown, state);
      if (line !== undefined) quietly(() => printError(`${sanitize(line).text}\n`));
    },
    async ask(pause, state) {
      if (!lines) return { kind: "leave" };
      if (pause.kind === "preview") printError(preview(state));
      return await asked(lines, needs);
    },
    pauseRequested: () => false,
    close: () => lines?.close(),
  };
}

/** A terminal that was closed, or a full disk behind stdout, ends no run. */
function quietly(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

/** The plan for people. */
function preview(state: RunState): string {
  const tasks = (state.plan?.tasks ?? []).map((item) => taskLine(state, item));
  return `${sanitize([state.goal, ...tasks, ...planDetails(state)].join("\n")).text}\n`;
}

const WORDS: Readonly<Record<string, Decision>> = {
  c: "continue",
  continue: "continue",
  r: "retry",
  retry: "retry",
  b: "skip",
  skip: "skip",
};

async function asked(lines: ReturnType<typeof plainLines>, needs: FaceNeeds): Promise<Answer> {
  for (;;) {
    lines.take();
    const line = await lines.next("[c]ontinue, [r]etry, skip [b], [e]dit the plan, [q]uit? ");
    lines.release();
    if (line === undefined) return { kind: "leave" };
    const word = typeof line === "string" ? line.trim().toLowerCase() : "";
    const decision = WORDS[word];
    if (decision) return { kind: "decided", decision, by: "person" };
    if (word === "q" || word === "quit") return { kind: "leave" };
    if (word !== "e" && word !== "edit") continue;
    const edited = await needs.edit();
    if ("answer" in edited) return edited.answer;
    printError(`${edited.says}\n`);
  }
}
