import { assertEquals, assertRejects } from "@std/assert";
import { DEFAULT_BUDGET } from "../../lib/continuous/run/budget.ts";
import type { StepRequest, StepResult } from "../../lib/continuous/executor/executor.ts";
import { guardedTurn } from "../../lib/continuous/runner/guarded_turn.ts";
import type { Surroundings } from "../../lib/continuous/runner/surroundings.ts";
import { createSession } from "../../lib/continuous/store/session_store.ts";
import { systemWorld } from "../../lib/settings/world.ts";

const WORKED: StepResult = {
  end: "worked",
  message: "",
  said: "",
  commands: 5,
  ran: [],
  tools: 0,
  files: [],
  tokens: 0,
  cost_usd: 0,
};

/** Repeats a command until it is called off. */
async function repeating({ onEvent, signal }: StepRequest): Promise<StepResult> {
  for (let times = 0; times < 100 && !signal.aborted; times++) {
    onEvent({ kind: "command_ended", command: "make", code: 1, output: "no" });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return signal.aborted ? { ...WORKED, end: "called-off" } : WORKED;
}

Deno.test("a repository that cannot be looked at while a step runs ends the step, and the run says why", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-turn-" });
  const world = systemWorld();
  const store = createSession({ folder: `${folder}/s`, world, retention: 3 }, {
    type: "started",
    version: 1,
    session: "20260102-030405-abcdef",
    goal: "Fix it",
    executor: "codex",
    confirm: "breakpoints",
    budget: DEFAULT_BUDGET,
    executor_args: [],
  });
  const surroundings: Surroundings = {
    store,
    executor: { name: "codex", run: repeating },
    worktree: {
      snapshot: () => Promise.reject(new Error("git add ended with 128")),
      changed: () => Promise.resolve([]),
      diff: () => Promise.resolve(""),
    },
    world,
    environment: {},
    root: folder,
    records: `${folder}/steps`,
    contextFor: () => Promise.resolve(""),
    stop: new AbortController().signal,
    pauseRequested: () => false,
    ask: () => Promise.resolve({ kind: "leave" }),
    show: () => {},
    sleep: () => Promise.resolve(),
  };
  const turn = { name: "001", task_id: "a", prompt: "Do it", tree: "t" };
  try {
    const error = await assertRejects(() => guardedTurn(turn, surroundings), Error);
    assertEquals(error.message, "git add ended with 128");
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
