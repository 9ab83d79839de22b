import process from "node:process";
import readline from "node:readline";
import { Transform } from "node:stream";
import { attempt } from "../settings/attempt.ts";

const PASTE_ON = "\u001b[?2004h";
const PASTE_OFF = "\u001b[?2004l";

/** Stands for a line break in a line that can be edited: a pasted block stays one line until it is sent. */
export const LINE_BREAK = "\u2424";

/** Signals that end the program while it has the terminal, with their numbers, and the one with which it goes on after a stop. */
const SIGNALS = [["SIGHUP", 1], ["SIGINT", 2], ["SIGQUIT", 3], ["SIGTERM", 15], ["SIGCONT", 0]] as const;

export type LineSource = ReturnType<typeof inputLines>;

/** The next line without its break; `undefined` at the end of the input. `cleared`: the user has dropped what was begun. */
type Line = string | { cleared: true } | undefined;

/** Lines of stdin. `isEdited`: typed at a terminal, with editing and history; between `take` and `release` it is ours, else that of the programs of a turn. Prompts go to stderr, where one `isShown`: stdout is codex's. */
export function inputLines(isEdited: boolean, isShown: boolean) {
  const filter = pasteFilter();
  const input = isEdited
    ? process.stdin.pipe(
      new Transform({ transform: (chunk: Uint8Array, _encoding, done) => done(null, filter(chunk)) }),
    )
    : process.stdin;
  const editor = readline.createInterface({
    input,
    ...(isShown ? { output: process.stderr } : {}),
    terminal: isEdited,
    historySize: 500,
    removeHistoryDuplicates: true,
  });
  const got: Line[] = [];
  let waiting: ((value: Line) => void) | undefined;
  const give = (value: Line) => {
    if (waiting) waiting(value);
    else got.push(value);
    waiting = undefined;
  };
  let closed = false;
  editor.on("line", (line: string) => give(line.replaceAll(LINE_BREAK, "\n")));
  editor.on("SIGINT", () => {
    editor.write(null, { ctrl: true, name: "e" });
    editor.write(null, { ctrl: true, name: "u" });
    process.stderr.write("^C\n");
    give({ cleared: true });
  });
  editor.on("close", () => {
    closed = true;
    give(undefined);
  });
  const setRaw = (isRaw: boolean) => {
    if (!isEdited) return;
    process.stderr.write(isRaw ? PASTE_ON : PASTE_OFF);
    // After Ctrl-D in the terminal's own mode, before it was ours, stdin is gone: the next line is the end.
    attempt(() => process.stdin.setRawMode(isRaw), Deno.errors.BadResource);
  };
  // Whoever gets the terminal next must find it as we did.
  const signals = (isEdited ? SIGNALS : []).map(([name, number]) => ({
    name,
    heard() {
      setRaw(number === 0);
      if (number > 0) Deno.exit(128 + number);
      editor.prompt(true);
    },
  }));
  // By itself the editor stops its own process alone, and goes on deaf. Without a shell above us nothing stops.
  editor.on("SIGTSTP", () => {
    setRaw(false);
    process.kill(0, "SIGTSTP");
    setRaw(true);
  });

  return {
    next(prompt: string): Promise<Line> {
      const ready = got.shift();
      if (ready !== undefined || closed) return Promise.resolve(ready);
      editor.setPrompt(prompt);
      editor.prompt();
      return new Promise((resolve) => waiting = resolve);
    },
    take() {
      for (const { name, heard } of signals) Deno.addSignalListener(name, heard);
      setRaw(true);
    },
    release() {
      setRaw(false);
      for (const { name, heard } of signals) Deno.removeSignalListener(name, heard);
    },
    close: () => editor.close(),
  };
}

/** A pasted block as a terminal in bracketed-paste mode sends it. */
// deno-lint-ignore no-control-regex
const BLOCK = /\u001b\[200~([^]*?)\u001b\[201~/g;
/** One that has not come to its end, or the beginning of its bracket; a lone Escape could be the key. */
// deno-lint-ignore no-control-regex
const BEGUN = /\u001b\[(?:200~(?![^]*\u001b\[201~)|2?0{0,2}$)/;

/** Takes the brackets of pasted blocks away and puts `LINE_BREAK` for each line break inside them. */
export function pasteFilter(): (chunk: Uint8Array) => string {
  const decoder = new TextDecoder();
  let held = "";
  return (chunk) => {
    const text = held + decoder.decode(chunk, { stream: true });
    const begun = text.search(BEGUN);
    const end = begun < 0 ? text.length : begun;
    held = text.slice(end);
    return text.slice(0, end)
      .replace(BLOCK, (_, block: string) => block.replace(/\r\n|\r|\n/g, LINE_BREAK));
  };
}
