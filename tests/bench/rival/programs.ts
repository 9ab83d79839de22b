/** The two programs, each behind the same few questions. */
import { type MeasuredRun, measuredRun } from "../measured_run.ts";

export interface Program {
  name: string;
  /** Environment of all its processes: a home of its own. */
  env: Record<string, string>;
  /** Builds the index where there is none. */
  build(repo: string): Promise<MeasuredRun>;
  /** Brings the index up to date. */
  refresh(repo: string): Promise<MeasuredRun>;
  /** What a client's prompt hook injects. `session` is a name not used before. */
  hook(repo: string, prompt: string, session: string): Promise<Answer>;
  /** What it tells a model that asks. */
  ask(repo: string, prompt: string): Promise<Answer>;
  /** The folder that its index of this repository takes room in. */
  indexFolder(repo: string): string;
}

export interface Answer {
  ms: number;
  text: string;
  code: number;
}

function payload(repo: string, prompt: string, session: string): string {
  return JSON.stringify({ hook_event_name: "UserPromptSubmit", prompt, cwd: repo, session_id: session });
}

/** codex-auto. */
export function ours(program: string, home: string): Program {
  const env = environment(home);
  const run = (repo: string, args: string[], stdin?: string): Promise<MeasuredRun> =>
    measuredRun(program, args, { env, cwd: repo, ...(stdin === undefined ? {} : { stdin }) });
  const build = (repo: string): Promise<MeasuredRun> => run(repo, ["index", "build", "--repo", repo]);
  return {
    name: "codex-auto",
    env,
    build,
    refresh: build,
    async hook(repo, prompt, session) {
      const { ms, stdout, code } = await run(repo, ["hook"], payload(repo, prompt, session));
      const answer: { hookSpecificOutput?: { additionalContext?: string } } = JSON.parse(stdout || "{}");
      return { ms, code, text: answer.hookSpecificOutput?.additionalContext ?? "" };
    },
    async ask(repo, prompt) {
      const { ms, stdout, code } = await run(repo, ["context"], prompt);
      return { ms, code, text: stdout };
    },
    indexFolder: () => `${home}/cache/auto-tools`,
  };
}

/** codegraph, by the launcher of its own bundle: npm's wrapper before it would cost time of its own. */
export function codegraph(program: string, home: string): Program {
  const env = {
    ...environment(home),
    DO_NOT_TRACK: "1",
    CODEGRAPH_NO_DOWNLOAD: "1",
    NO_COLOR: "1",
  };
  const run = (repo: string, args: string[], stdin?: string): Promise<MeasuredRun> =>
    measuredRun(program, args, { env, cwd: repo, ...(stdin === undefined ? {} : { stdin }) });
  return {
    name: "codegraph",
    env,
    build: (repo) => run(repo, ["init", "--yes", repo]),
    refresh: (repo) => run(repo, ["sync", "--quiet", repo]),
    async hook(repo, prompt, session) {
      const { ms, stdout, code } = await run(repo, ["prompt-hook"], payload(repo, prompt, session));
      return { ms, code, text: stdout };
    },
    async ask(repo, prompt) {
      const { ms, stdout, code } = await run(repo, ["explore", "--path", repo, prompt]);
      return { ms, code, text: stdout };
    },
    indexFolder: (repo) => `${repo}/.codegraph`,
  };
}

function environment(home: string): Record<string, string> {
  return {
    HOME: home,
    XDG_CACHE_HOME: `${home}/cache`,
    XDG_STATE_HOME: `${home}/state`,
    XDG_DATA_HOME: `${home}/data`,
    XDG_CONFIG_HOME: `${home}/config`,
    PATH: Deno.env.get("PATH") ?? "",
    TMPDIR: home,
  };
}
