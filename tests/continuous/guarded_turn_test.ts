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

function surroundingsOf(folder: string, run: (request: StepRequest) => Promise<StepResult>): Surroundings {
  const world = systemWorld();
  const store = createSession({ folder: `${folder}/${crypto.randomUUID()}`, world, retention: 3 }, {
    type: "started",
    version: 1,
    session: "20260102-030405-abcdef",
    goal: "Fix it",
    executor: "codex",
    confirm: "breakpoints",
    budget: DEFAULT_BUDGET,
    executor_args: [],
  });
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
    sleep: () => Promise.resolve(),
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

Deno.test("a program that the step wrote, by a command or as a file, is ended like what stands in it; what was there before is the user's", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-turn-" });
  await new Deno.Command("git", { args: ["init", "-q", folder] }).output();
  const write = (name: string, text: string) => Deno.writeTextFileSync(`${folder}/${name}`, text);
  write("old.sh", "rm -rf build\n");
  write("run.py", "import os\nos.system('git push --force')\n");
  write("wipe.sh", "#!/bin/sh\nset -e\nrm -rf build\n");
  write("fine.sh", "make test\n");
  try {
    for (
      const [files, commands, kind] of [
        [[], ["cat > x.sh <<'EOF'\nrm -rf build\nEOF", "ls", "sh x.sh"], "dangerous"],
        [["wipe.sh"], ["chmod +x wipe.sh", "./wipe.sh"], "dangerous"],
        [["run.py", "gone.py"], ["python3 run.py"], "dangerous"],
        [["fine.sh"], ["sh fine.sh", "sh old.sh", "cat wipe.sh"], undefined],
      ] as const
    ) {
      const run = ({ onEvent, signal }: StepRequest): Promise<StepResult> => {
        onEvent({ kind: "files", paths: [...files] });
        for (const command of commands) onEvent({ kind: "command_started", command });
        return Promise.resolve(signal.aborted ? { ...WORKED, end: "called-off" } : WORKED);
      };
      const { pause } = await guardedTurn(TURN, surroundingsOf(folder, run));
      assertEquals(pause?.kind, kind, commands.join("; "));
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("a command whose words depend on the environment is read with the one that it gets", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-turn-" });
  await new Deno.Command("git", { args: ["init", "-q", folder] }).output();
  try {
    for (const [command, kind] of [["r${NONE}m -rf build", "dangerous"], ["rm -f $HOME/*.o", undefined]]) {
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
