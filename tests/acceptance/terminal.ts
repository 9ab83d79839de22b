/**
 * Types at the program as a person at a terminal does. `script` of util-linux makes the terminal, so these
 * tests are Linux's.
 */
import { binary } from "./harness.ts";

/** Whether this machine can. */
export const TERMINAL = Deno.build.os === "linux";

export interface TypedOptions {
  cwd: string;
  env: Record<string, string>;
  /** What to run; the program under test by default. */
  command?: string[];
}

/** A text that is typed when the loop listens, or one that is typed when something else has happened. */
export type Step = string | { when: () => Promise<unknown>; text: string };

/** The prompt sign, and the cursor set behind it: nothing has been typed yet. */
const LISTENING = /> .\[\d+G$/;

/**
 * Sends each text once the loop's prompt sign stands at the end of the screen, the last one as well; returns
 * the exit code and all that was shown.
 */
export async function typed(
  args: string[],
  steps: readonly Step[],
  options: TypedOptions,
): Promise<{ code: number; screen: string }> {
  const words = [...(options.command ?? [binary()]), ...args].map((word) =>
    `'${word.replaceAll("'", "'\\''")}'`
  );
  const child = new Deno.Command("script", {
    // Without `exec` the shell in between keeps the Ctrl-C for itself and ends with 130.
    args: ["-qec", `exec ${words.join(" ")}`, "/dev/null"],
    cwd: options.cwd,
    clearEnv: true,
    env: { TERM: "xterm", SHELL: "/bin/sh", ...options.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let screen = "";
  let seen = 0;
  let ended = false;
  const more = async () => {
    const { done, value } = await reader.read();
    ended = done;
    screen += value ?? "";
  };
  for (const step of steps) {
    if (typeof step === "object") await step.when();
    else while (!ended && !LISTENING.test(screen.slice(seen))) await more();
    if (ended) throw new Error(`The program ended before ${JSON.stringify(step)} was typed:\n${screen}`);
    seen = screen.length;
    await writer.write(new TextEncoder().encode(typeof step === "object" ? step.text : step));
  }
  while (!ended) await more();
  await writer.close();
  return { code: (await child.status).code, screen };
}
