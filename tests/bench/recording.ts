/**
 * Records the terminals in docs/charts: the real Claude Code and the real Codex with the real hook, in the sources of Express. Only
 * the model is a script. `CODEX_AUTO_BIN=PROGRAM deno task recording`; needs npm and `script` of util-linux.
 */
import { createRequire } from "node:module";
import { placeProgram, runProgram } from "../acceptance/harness.ts";
import { claudeCode, type Client, type Codex, codex } from "../e2e/clients.ts";
import { foreignRepo, installed } from "../e2e/npm.ts";
import type { Script } from "../e2e/mock_model.ts";
import { animation, type Frame, rowsOf, type Screen } from "./terminal_svg.ts";

const EMULATOR = { name: "@xterm/headless", version: "5.5.0" };
const SIZE = { cols: 84, rows: 22 };
/** ms: between two keys, before Enter and after an answer, at the end, and the most that anything may take. */
const [KEY_MS, PAUSE_MS, END_MS, LIMIT_MS] = [55, 1200, 4000, 60_000];

interface Terminal extends Screen {
  write(bytes: Uint8Array, done: () => void): void;
  onData(listener: (text: string) => void): void;
}

type Says = [prompt: string, answer: string][];

interface Scene {
  file: string;
  /** Starts the client with its first questions answered, as a person does once. */
  open(script: Script): Promise<Client>;
  prepare(client: Client, cwd: string): Promise<void>;
  setup: string;
  command: string;
  says: Says;
}

const SCENES: Scene[] = [{
  file: "claude.svg",
  open: claudeCode,
  async prepare({ home }, cwd) {
    // It shows the model's name, and warns of one whose window it does not know.
    Object.assign(home.env, { ANTHROPIC_MODEL: "scripted", CLAUDE_CODE_MAX_CONTEXT_TOKENS: "200000" });
    const answered = {
      hasCompletedOnboarding: true,
      customApiKeyResponses: { approved: [home.env["ANTHROPIC_API_KEY"]], rejected: [] },
      projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    };
    await Deno.writeTextFile(`${home.path}/.claude.json`, JSON.stringify(answered));
  },
  setup: "--claude",
  command: "claude --setting-sources user --permission-mode default",
  says: [
    [
      "where does View.lookup search for files?",
      "In every folder of `this.root`, in order: it resolves the name there and takes the first file that exists (lib/view.js:110-120).",
    ],
    ["thanks!", "You're welcome."],
  ],
}, {
  file: "codex.svg",
  open: codex,
  async prepare(client, cwd) {
    const { call, configure } = client as Codex;
    const listed = JSON.stringify(await call(cwd, "hooks/list", { cwds: [cwd] }));
    const [, key = ""] = /"key":"((?:[^"\\]|\\.)*)"/.exec(listed) ?? [];
    const value = { [key]: { trusted_hash: /"currentHash":"([^"]*)"/.exec(listed)?.[1] } };
    await call(cwd, "config/batchWrite", {
      edits: [{ keyPath: "hooks.state", value, mergeStrategy: "upsert" }],
    });
    configure(`[projects."${cwd}"]\ntrust_level = "trusted"`);
  },
  setup: "--codex",
  command: "codex -m scripted",
  says: [
    ["res.redirect 默认用什么状态码？", "默认是 302：lib/response.js 第 820 行，var status = 302。"],
    ["谢谢", "不客气。"],
  ],
}];

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

for (const scene of SCENES) {
  const { file, open, prepare, setup, command, says } = scene;
  await using client = await open(({ prompt }) => {
    const texts = client.model.said().join("\n") + prompt;
    return says.findLast(([asked]) => texts.includes(asked))?.[1] ?? "?";
  });
  const { home } = client;
  const cwd = `${home.path}/express`;
  // In the home it goes with the home.
  await Deno.rename((await foreignRepo()).path, cwd);
  await placeProgram(`${home.bin}/codex-auto`);
  for (const args of [["setup", "hook", setup], ["index", "build"], ["context", "where is View?"]]) {
    const { code, stderr } = await runProgram(`${home.bin}/codex-auto`, args, { cwd, env: home.env });
    if (code !== 0) throw new Error(stderr);
  }
  await prepare(client, cwd);
  const [terminal, frames] = await record(command, { cwd, env: home.env }, says);
  const svg = animation(
    terminal,
    frames,
    `${client.name}: ${says.map(([prompt]) => prompt).join(" ")}`,
    END_MS,
  );
  if (svg.includes(home.path)) throw new Error(`${file} shows ${home.path}`);
  await Deno.writeTextFile(new URL(`../../docs/charts/${file}`, import.meta.url), svg);
}

/** Types the prompts into a client and keeps every screen from when it is ready. */
async function record(
  command: string,
  { cwd, env }: { cwd: string; env: Record<string, string> },
  says: Says,
): Promise<[Terminal, Frame[]]> {
  const emulator = createRequire(`${await installed(EMULATOR)}/`)(EMULATOR.name);
  const terminal: Terminal = new emulator.Terminal({ ...SIZE, allowProposedApi: true });
  const child = new Deno.Command("script", {
    args: ["-qfec", `stty cols ${SIZE.cols} rows ${SIZE.rows}; exec ${command}`, "/dev/null"],
    cwd,
    clearEnv: true,
    env: { ...env, TERM: "xterm-256color", COLORTERM: "truecolor", SHELL: "/bin/sh" },
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
  const screen = () => frames.at(-1)?.rows.join("\n").replace(/<[^>]*>/g, "") ?? "";
  const shown = async (text: string) => {
    for (const began = performance.now(); !screen().includes(text); await pause(20)) {
      if (performance.now() - began > LIMIT_MS) throw new Error(`no ${text} on:\n${screen()}`);
    }
  };
  try {
    await shown("shortcuts");
    await pause(3 * PAUSE_MS);
    const ready = frames.length - 1;
    const from = performance.now() - PAUSE_MS;
    for (const [prompt, answer] of says) {
      for (const key of prompt) {
        await type(key);
        await pause(KEY_MS);
      }
      await pause(PAUSE_MS / 2);
      await type("\r");
      await shown(answer.slice(0, 4));
      await pause(2 * PAUSE_MS);
    }
    return [terminal, frames.slice(ready).map(({ at, rows }) => ({ at: Math.max(0, at - from), rows }))];
  } finally {
    child.kill();
    await watching;
  }
}
