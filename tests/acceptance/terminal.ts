/** Types at the program as a person at a terminal does. `script` of util-linux makes the terminal, so these tests are Linux's. */
import { binary } from "./harness.ts";

/** Whether this machine can. */
export const TERMINAL = Deno.build.os === "linux";

export interface TypedOptions {
  cwd: string;
  env: Record<string, string>;
  /** What to run; the program under test by default. */
  command?: string[];
  /** Lines and columns. */
  size?: readonly [rows: number, columns: number];
}

/** A text that is typed when the loop listens; one that is typed once the screen shows something; or one for when something else has happened. */
export type Step =
  | string
  | readonly [shows: string | RegExp, text: string]
  | { when: () => Promise<unknown>; text: string };

/** The prompt sign, and the cursor set behind it: nothing has been typed yet. */
const LISTENING = /> .\[\d+G$/;

/** ms after which a program at a terminal counts as hanging. */
const HANGING_MS = 120_000;

/**
 * Sends each text when its time has come, what has been shown for an earlier one not looked at again; returns the exit code, all that was shown,
 * and how many ms after the last text it ended.
 */
export async function typed(
  args: string[],
  steps: readonly Step[],
  options: TypedOptions,
): Promise<{ code: number; screen: string; took: number }> {
  const words = [...(options.command ?? [binary()]), ...args].map((word) =>
    `'${word.replaceAll("'", "'\\''")}'`
  );
  const [rows, columns] = options.size ?? [];
  const child = new Deno.Command("script", {
    // Without `exec` the shell in between keeps the Ctrl-C for itself and ends with 130.
    args: [
      "-qec",
      `${rows ? `stty rows ${rows} cols ${columns}; ` : ""}exec ${words.join(" ")}`,
      "/dev/null",
    ],
    cwd: options.cwd,
    clearEnv: true,
    env: { TERM: "xterm", SHELL: "/bin/sh", ...options.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), HANGING_MS);
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let screen = "";
  let seen = 0;
  let ended = false;
  let last = performance.now();
  const more = async () => {
    const { done, value } = await reader.read();
    ended = done;
    screen += value ?? "";
  };
  for (const step of steps) {
    const [shows, text] = typeof step === "string"
      ? [LISTENING, step]
      : "when" in step
      ? ["", step.text]
      : step;
    if (typeof step === "object" && "when" in step) await step.when();
    const isThere = () =>
      typeof shows === "string" ? screen.slice(seen).includes(shows) : shows.test(screen.slice(seen));
    while (!ended && !isThere()) await more();
    if (ended) throw new Error(`The program ended before ${JSON.stringify(step)} was typed:\n${screen}`);
    seen = screen.length;
    last = performance.now();
    await writer.write(new TextEncoder().encode(text));
  }
  while (!ended) await more();
  const took = performance.now() - last;
  clearTimeout(timer);
  await writer.close().catch(() => {});
  return { code: (await child.status).code, screen, took };
}
