/** What the black-box tests share: real repositories, and the compiled program run in a home of its own. */
import { assertStringIncludes } from "@std/assert";
import { attempt } from "../../lib/settings/attempt.ts";
import { write as writeFile } from "../fixtures/tree.ts";
import { endLiving } from "../tools/living.ts";
import { discard } from "../temporary_folder.ts";

/** A git repository in a temporary folder, with everything committed. */
export interface Repo extends AsyncDisposable {
  /** Real path. */
  path: string;
  write(file: string, text: string): void;
  git(...args: string[]): Promise<string>;
}

/** A temporary home: HOME, the XDG folders and a `bin` that is first on PATH, all inside. */
export interface Home extends AsyncDisposable {
  path: string;
  bin: string;
  env: Record<string, string>;
  /** Puts an executable into `bin`. */
  install(name: string, text: string): void;
}

export interface RunOptions {
  cwd: string;
  env?: Record<string, string>;
  /** Nothing by default: an empty stdin that is at its end. */
  stdin?: string | Uint8Array;
  /** ms after which it counts as hanging; two minutes by default, since a promise of time is held to by `assertInTime`. */
  timeoutMs?: number;
  /** Sent while the program runs, once `when` has settled. */
  signal?: { name: Deno.Signal; when: Promise<unknown> };
  /** A home that outlives the run; a fresh one by default. */
  home?: Home;
}

export interface RunResult {
  code: number;
  signal: Deno.Signal | null;
  stdout: string;
  stderr: string;
  ms: number;
}

/** A repository, or a folder, and a home, as the options of a run. */
export interface Setting extends AsyncDisposable {
  cwd: string;
  home: Home;
  write: Repo["write"];
  git: Repo["git"];
}

/** Makes a repository with these files and a home for it. */
export async function setting(files: Record<string, string> = {}): Promise<Setting> {
  return settingOf(await makeRepo(files), await makeHome());
}

export function settingOf<H extends Home>(repo: Repo, home: H): Setting & { home: H } {
  return {
    cwd: repo.path,
    home,
    write: repo.write,
    git: repo.git,
    async [Symbol.asyncDispose]() {
      // What still works in the background is ended first.
      await home[Symbol.asyncDispose]();
      await repo[Symbol.asyncDispose]();
    },
  };
}

/** The compiled program under test. Throws where the environment does not name it. */
export function binary(): string {
  const path = Deno.env.get("CODEX_AUTO_BIN");
  if (!path) {
    throw new Error("CODEX_AUTO_BIN names no program; run the tests with tests/run, which builds it");
  }
  return path;
}

/** Puts the program under test into another place: linked, since a copy of its many megabytes takes a while. */
export async function placeProgram(path: string): Promise<void> {
  try {
    await Deno.link(await Deno.realPath(binary()), path);
  } catch (error) {
    // The place is on another file system.
    if (!(error instanceof Error)) throw error;
    await Deno.copyFile(binary(), path);
    await Deno.chmod(path, 0o755);
  }
}

/** Makes a repository with these files; an empty one where there are none. */
export async function makeRepo(files: Record<string, string>): Promise<Repo> {
  const folder = await makeFolder(files);
  const { path } = folder;
  const write = (file: string, text: string) => writeFile(`${path}/${file}`, text);
  const git = async (...args: string[]) => {
    const result = await runProgram("git", args, {
      cwd: path,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: path,
        GIT_CONFIG_NOSYSTEM: "1",
        ...TEMPLATE,
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_AUTHOR_NAME: "Test",
        GIT_AUTHOR_EMAIL: "test@localhost",
        GIT_COMMITTER_NAME: "Test",
        GIT_COMMITTER_EMAIL: "test@localhost",
        GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
        GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
      },
    });
    if (result.code !== 0) throw new Error(`git ${args.join(" ")}: ${result.stderr}`);
    return result.stdout;
  };
  await git("init", "-q", "-b", "main");
  if (Object.keys(files).length > 0) {
    await git("add", "-A");
    await git("-c", "maintenance.auto=false", "commit", "-q", "-m", "Start");
  }
  return { ...folder, write, git };
}

const template = Deno.env.get("GIT_TEMPLATE_DIR");
const TEMPLATE = template === undefined ? {} : { GIT_TEMPLATE_DIR: template };

/** A folder that is in no repository. */
export async function makeFolder(
  files: Record<string, string> = {},
): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "auto-tools-folder-" }));
  for (const [file, text] of Object.entries(files)) writeFile(`${path}/${file}`, text);
  return { path, [Symbol.asyncDispose]: () => removeBusy(path) };
}

/** A home with nothing in it. PATH is `bin` and the system's own folders, so a codex of the machine is not found. */
export async function makeHome(): Promise<Home> {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "auto-tools-home-" }));
  const bin = `${path}/bin`;
  Deno.mkdirSync(bin);
  return {
    path,
    bin,
    env: {
      HOME: path,
      XDG_CACHE_HOME: `${path}/.cache`,
      XDG_STATE_HOME: `${path}/.local/state`,
      XDG_DATA_HOME: `${path}/.local/share`,
      XDG_CONFIG_HOME: `${path}/.config`,
      CODEX_HOME: `${path}/.codex`,
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
      LANG: "C.UTF-8",
      TMPDIR: Deno.env.get("TMPDIR") ?? "/tmp",
    },
    install: (name, text) => Deno.writeTextFileSync(`${bin}/${name}`, text, { mode: 0o755 }),
    async [Symbol.asyncDispose]() {
      // An index in the background would be written for nobody. What must not be left behind a test has asked for by itself.
      if (Deno.build.os === "linux") endLiving(path);
      await removeBusy(path);
    },
  };
}

/** A folder for sockets, whose paths may not have more than some hundred bytes; gone when the tests have ended. */
export function runtimeFolder(): string {
  const folder = Deno.makeTempDirSync({ dir: "/tmp", prefix: "run-" });
  addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  return folder;
}

/** Runs the program under test with nothing of this process's environment. */
export async function runBinary(args: string[], options: RunOptions): Promise<RunResult> {
  await using own = options.home === undefined ? await makeHome() : null;
  const home = options.home ?? own;
  return await runProgram(binary(), args, { ...options, env: { ...home?.env, ...options.env } });
}

/** Runs a program with exactly this environment; it is killed, and the test fails, when it takes too long. */
export async function runProgram(command: string, args: string[], options: RunOptions): Promise<RunResult> {
  const began = performance.now();
  const child = new Deno.Command(command, {
    args,
    cwd: options.cwd,
    clearEnv: true,
    env: options.env ?? {},
    stdin: options.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // It may have ended, and what it left holds its output open.
    attempt(() => child.kill("SIGKILL"), TypeError);
  }, options.timeoutMs ?? 120_000);
  const signalled = options.signal?.when.then(() => child.kill(options.signal?.name));
  try {
    const [stdout, stderr, status] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.status,
      options.stdin === undefined ? undefined : feed(child.stdin, options.stdin),
      signalled,
    ]);
    if (late) throw new Error(`${command} ${args.join(" ")} did not end in time\n${stdout}\n${stderr}`);
    return { code: status.code, signal: status.signal, stdout, stderr, ms: performance.now() - began };
  } finally {
    clearTimeout(timer);
  }
}

async function feed(stdin: WritableStream<Uint8Array>, text: string | Uint8Array): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(typeof text === "string" ? new TextEncoder().encode(text) : text);
    await writer.close();
  } catch (error) {
    // The program did not want to read it all, or had ended before it was given anything.
    if (!(error instanceof Deno.errors.BrokenPipe || error instanceof TypeError)) throw error;
  }
}

/** Removes a folder to which something that is ending may still write. */
async function removeBusy(path: string): Promise<void> {
  for (let tries = 20;; tries--) {
    try {
      return discard(path);
    } catch (error) {
      if (tries === 0 || !(error instanceof Error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** Settles once something is so; rejects after `timeoutMs`. */
export async function until(isSo: () => boolean, what: string, timeoutMs = 60_000): Promise<void> {
  for (const end = performance.now() + timeoutMs; !isSo();) {
    if (performance.now() > end) throw new Error(`${what}: not in ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Settles once the file exists. */
export async function appears(file: string, timeoutMs?: number): Promise<void> {
  await until(() => textOf(file) !== undefined, `${file} appears`, timeoutMs);
}

/** The text of a file; undefined where there is none, empty of a folder. */
export function textOf(file: string): string | undefined {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (Deno.statSync(file).isDirectory) return "";
    throw error;
  }
}

/** What stands in a folder; nothing where there is none. */
export function namesIn(folder: string): string[] {
  return attempt(() => Array.from(Deno.readDirSync(folder), ({ name }) => name), Deno.errors.NotFound) ?? [];
}

/** Fails where one of the parts is not in the text. */
export function assertHas(text: string, ...parts: string[]): void {
  for (const part of parts) assertStringIncludes(text, part);
}

/**
 * How much of what is many this run does. `AUTO_TOOLS_HARD_SCALE` (1 by default, 0.05 in the run of all suites) multiplies what tests do at random: kills,
 * flipped bytes, hooks at once. Below 1 a fifth of the long lists of faults, and of the pairs of tools and faults, is looked at.
 */
const SCALE = Number(Deno.env.get("AUTO_TOOLS_HARD_SCALE") ?? 1) || 1;

/** So many tries as this run makes of what makes `count` at scale 1. */
export function scaled(count: number): number {
  return Math.max(1, Math.round(count * SCALE));
}

/**
 * A fifth of a list, where this run does less than scale 1; of a list of all pairs of two things each of them is still met, and not each pair.
 *
 * @param columns how many there are of the second, in a list of pairs.
 */
export function sampled<C>(cases: readonly C[], columns = 1): readonly C[] {
  return SCALE < 1 ? cases.filter((_, at) => (at % columns + Math.floor(at / columns)) % 5 === 0) : cases;
}
