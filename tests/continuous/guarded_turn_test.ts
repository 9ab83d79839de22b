import { assert, assertEquals, assertRejects } from "@std/assert";
import type { StepRequest, StepResult } from "../../lib/continuous/executor/executor.ts";
import { Repetition } from "../../lib/continuous/guard/repetition.ts";
import { guardedTurn } from "../../lib/continuous/runner/guarded_turn.ts";
import type { Surroundings } from "../../lib/continuous/runner/surroundings.ts";
import { createSession } from "../../lib/continuous/store/session_store.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { started } from "./fixtures.ts";

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

function surroundingsOf(folder: string, run: (request: StepRequest) => Promise<StepResult>): Surroundings {
  const world = systemWorld();
  const store = createSession({ folder: `${folder}/${crypto.randomUUID()}`, world, retention: 3 }, started());
  return {
    store,
    executor: { name: "codex", run },
    worktree: {
      snapshot: () => Promise.reject(new Error("git add ended with 128")),
      changed: () => Promise.resolve([]),
      diff: () => Promise.resolve(""),
    },
    world,
    environment: { HOME: `${folder}/home` },
    root: folder,
    records: `${folder}/steps`,
    contextFor: () => Promise.resolve(""),
    stop: new AbortController().signal,
    pauseRequested: () => false,
    ask: () => Promise.resolve({ kind: "leave" }),
    show: () => {},
  };
}

const TURN = { name: "001", task_id: "a", prompt: "Do it", tree: "t" };

Deno.test("a repository that cannot be looked at while a step runs ends the step, and the run says why", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-turn-" });
  try {
    const error = await assertRejects(() => guardedTurn(TURN, surroundingsOf(folder, repeating)), Error);
    assertEquals(error.message, "git add ended with 128");
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("an alias of the repository or of the user is ended like the command that it stands for", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-turn-" });
  Deno.mkdirSync(`${folder}/home`);
  Deno.writeTextFileSync(`${folder}/home/.gitconfig`, "[alias]\n\tup = push --force\n\tst = status -s\n");
  await new Deno.Command("git", { args: ["init", "-q", folder] }).output();
  await new Deno.Command("git", { args: ["-C", folder, "config", "alias.Wipe", "!rm -rf build\ntrue"] })
    .output();
  try {
    for (
      const [command, kind] of [["git wipe", "dangerous"], ["git up", "dangerous"], ["git st", undefined]]
    ) {
      const run = ({ onEvent, signal }: StepRequest): Promise<StepResult> => {
        onEvent({ kind: "command_started", command: command ?? "" });
        return Promise.resolve(signal.aborted ? { ...WORKED, end: "called-off" } : WORKED);
      };
      const { pause } = await guardedTurn(TURN, surroundingsOf(folder, run));
      assertEquals(pause?.kind, kind, command);
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("the same command with the same output is counted; another output, or a change of a file, begins anew", () => {
  const repetition = new Repetition(2);
  assertEquals(repetition.ended("make", 1, "no"), undefined);
  assertEquals(repetition.ended("make", 1, "yes"), undefined);
  assertEquals(repetition.ended("make", 2, "no"), undefined);
  assertEquals(repetition.ended("make", 1, "no"), 2);
  repetition.forget();
  assertEquals(repetition.ended("make", 1, "no"), undefined);
});

Deno.test("what commands print is not kept to know it again", () => {
  const repetition = new Repetition(2);
  const { heapUsed } = Deno.memoryUsage();
  for (let each = 0; each < 400; each++) repetition.ended("cat", 0, `${each}${"x".repeat(1_000_000)}`);
  assertEquals(repetition.ended("cat", 0, `7${"x".repeat(1_000_000)}`), 2);
  assert(Deno.memoryUsage().heapUsed - heapUsed < 300_000_000);
});
