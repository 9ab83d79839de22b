/**
 * Records docs/charts/prompt.svg: the real Claude Code with the real hook, in a terminal, in the sources of Express. Only the model
 * is a script. `CODEX_AUTO_BIN=PROGRAM deno task recording`; needs npm and `script` of util-linux.
 */
import { createRequire } from "node:module";
import { placeProgram, runProgram } from "../../tests/acceptance/harness.ts";
import { claudeCode } from "../../tests/e2e/clients.ts";
import { foreignRepo, installed } from "../../tests/e2e/npm.ts";
import { animation, type Frame, rowsOf, type Screen } from "./terminal_svg.ts";

const EMULATOR = { name: "@xterm/headless", version: "5.5.0" };
const SIZE = { cols: 84, rows: 22 };
const SAYS: [prompt: string, answer: string][] = [
  [
    "where does View.lookup search for files?",
    "In every folder of `this.root`, in order: it resolves the name there and takes the first file that exists (lib/view.js:110-120).",
  ],
  ["thanks!", "You're welcome."],
];
/** ms: between two keys, before Enter and after an answer, at the end, and the most that anything may take. */
const [KEY_MS, PAUSE_MS, END_MS, LIMIT_MS] = [55, 1200, 4000, 60_000];

/** The client shows the model's name, and warns of one whose window it does not know. */
const AS_A_TERMINAL = {
  TERM: "xterm-256color",
  COLORTERM: "truecolor",
  SHELL: "/bin/sh",
  ANTHROPIC_MODEL: "scripted",
  CLAUDE_CODE_MAX_CONTEXT_TOKENS: "200000",
};

interface Terminal extends Screen {
  write(bytes: Uint8Array, done: () => void): void;
  onData(listener: (text: string) => void): void;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

await using client = await claudeCode(({ prompt }) =>
  SAYS.find(([asked]) => prompt.includes(asked))?.[1] ?? "?"
);
const { home } = client;
// In the home it goes with the home.
const repo = await foreignRepo();
const cwd = `${home.path}/express`;
await Deno.rename(repo.path, cwd);
await placeProgram(`${home.bin}/codex-auto`);
for (const args of [["setup", "hook", "--claude"], ["index", "build"], ["context", "where is View?"]]) {
  const { code, stderr } = await runProgram(`${home.bin}/codex-auto`, args, { cwd, env: home.env });
  if (code !== 0) throw new Error(stderr);
}
// What a person has answered once: the first questions of the client.
const answered = {
  hasCompletedOnboarding: true,
  customApiKeyResponses: { approved: [home.env["ANTHROPIC_API_KEY"]], rejected: [] },
  projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
};
await Deno.writeTextFile(`${home.path}/.claude.json`, JSON.stringify(answered));

const emulator = createRequire(`${await installed(EMULATOR)}/`)(EMULATOR.name);
const terminal: Terminal = new emulator.Terminal({ ...SIZE, allowProposedApi: true });
const start = "exec claude --setting-sources user --permission-mode default";
const child = new Deno.Command("script", {
  args: ["-qfec", `stty cols ${SIZE.cols} rows ${SIZE.rows}; ${start}`, "/dev/null"],
  cwd,
  clearEnv: true,
  env: { ...home.env, ...AS_A_TERMINAL },
  stdin: "piped",
  stdout: "piped",
  stderr: "null",
}).spawn();
const keys = child.stdin.getWriter();
const type = (text: string) => keys.write(new TextEncoder().encode(text));
terminal.onData(type);

const frames: Frame[] = [];
const watching = (async () => {
  for await (const bytes of child.stdout) {
    await new Promise<void>((done) => terminal.write(bytes, done));
    const [at, rows, last] = [performance.now(), rowsOf(terminal), frames.at(-1)];
    if (last?.rows.join() === rows.join()) continue;
    // A screen is drawn in several pieces.
    if (last !== undefined && at - last.at < 30) last.rows = rows;
    else frames.push({ at, rows });
  }
})();

/** Waits until the screen shows a text. */
async function shown(text: string): Promise<void> {
  for (const began = performance.now(); !frames.at(-1)?.rows.join("\n").includes(text); await pause(20)) {
    if (performance.now() - began > LIMIT_MS) {
      throw new Error(`no ${text} on:\n${frames.at(-1)?.rows.join("\n").replace(/<[^>]*>/g, "")}`);
    }
  }
}

try {
  await shown("shortcuts");
  await pause(3 * PAUSE_MS);
  const ready = frames.length - 1;
  const from = performance.now() - PAUSE_MS;
  for (const [prompt, answer] of SAYS) {
    for (const key of prompt) {
      await type(key);
      await pause(KEY_MS);
    }
    await pause(PAUSE_MS / 2);
    await type("\r");
    await shown(answer.slice(0, 14));
    await pause(2 * PAUSE_MS);
  }
  const film = frames.slice(ready).map(({ at, rows }) => ({ at: Math.max(0, at - from), rows }));
  const title = `Claude Code with the hook of auto-tools: ${SAYS.map(([prompt]) => prompt).join(" ")}`;
  const svg = animation(terminal, film, title, END_MS);
  if (svg.includes(home.path)) throw new Error(`the recording shows ${home.path}`);
  await Deno.writeTextFile(new URL("../../docs/charts/prompt.svg", import.meta.url), svg);
} finally {
  child.kill();
  await watching;
}
