/** Exit codes of a run, beside those that all commands have. */
export const CONTINUOUS_EXIT = { complete: 0, paused: 3, incomplete: 4, unproven: 5 } as const;

const SIGNALS = [["SIGHUP", 129], ["SIGINT", 130], ["SIGTERM", 143]] as const;

/** ms in which a run that was called off writes down how far it came; then the program ends all the same, and the step counts as lost. */
const LAST_WORDS_MS = 1700;

/** Who is started inherits what is ignored, so whoever sends itself such a signal lives on and can say so. */
const SURVIVED = 'for each in HUP INT TERM; do /bin/sh -c "kill -$each \\$\\$" && echo "SIG$each"; done';

/** The signals that whoever started this program has had it ignore, as `nohup` does. */
function ignoredSignals(): Set<string> {
  const { stdout } = new Deno.Command("/bin/sh", {
    args: ["-c", SURVIVED],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).outputSync();
  return new Set(new TextDecoder().decode(stdout).split("\n"));
}

/** Turns signals, but for those that are to be ignored, into a call to stop, whose reason is the exit code. A second one ends the program on the spot; what it has started dies with it. */
export function stopSignals(): { signal: AbortSignal; leave(): void } {
  const stopping = new AbortController();
  const stop = (exit: number) => {
    if (stopping.signal.aborted) Deno.exit(exit);
    setTimeout(() => Deno.exit(exit), LAST_WORDS_MS);
    stopping.abort(exit);
  };
  const ignored = ignoredSignals();
  for (const [name, exit] of SIGNALS) if (!ignored.has(name)) Deno.addSignalListener(name, () => stop(exit));
  return { signal: stopping.signal, leave: () => stop(CONTINUOUS_EXIT.paused) };
}
