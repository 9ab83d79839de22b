import { draw } from "../../continuous/screen/draw.ts";
import { firstView, seen } from "../../continuous/screen/view.ts";
import type { Answer } from "../../continuous/runner/surroundings.ts";
import type { RunState } from "../../continuous/run/state.ts";
import type { World } from "../../settings/world.ts";
import type { Face, FaceNeeds } from "./face.ts";
import { coloured } from "../output.ts";

const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";
const HOME = "\u001b[H";

/** ms between two drawings at most; the time that something takes is shown once a second. */
const DRAW_MS = 50;
const TICK_MS = 1000;

export interface ScreenOptions {
  world: World;
  state: RunState;
}

/** A run on a terminal of its own, with keys. */
export function screenFace({ world, state }: ScreenOptions, needs: FaceNeeds): Face {
  const colour = coloured(Deno.stdout);
  let view = firstView(state, world.elapsed());
  let answer: ((answer: Answer) => void) | undefined;
  let wanted = false;
  let open = false;
  let due: ReturnType<typeof setTimeout> | undefined;

  const write = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    try {
      for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
    } catch (error) {
      // The terminal is gone, and with it whoever could look.
      if (!(error instanceof Error)) throw error;
      if (open) gone();
    }
  };
  const gone = () => {
    open = false;
    if (answer) give({ kind: "leave" });
    else needs.leave();
  };
  const paint = () => {
    due = undefined;
    if (!open) return;
    const doingMs = world.elapsed() - view.since;
    write(HOME + draw({ ...view, doingMs }, sizeNow(), colour).join("\r\n"));
  };
  const redraw = () => {
    due ??= setTimeout(paint, DRAW_MS);
  };
  const enter = () => {
    if (open) return;
    open = true;
    Deno.stdin.setRaw(true);
    write(ENTER);
    redraw();
  };
  const leave = () => {
    if (!open) return;
    open = false;
    write(LEAVE);
    try {
      Deno.stdin.setRaw(false);
    } catch (error) {
      // There is no terminal to give back.
      if (!(error instanceof Error)) throw error;
    }
  };
  const say = (says: string) => {
    view = { ...view, says };
    redraw();
  };
  const give = (value: Answer) => {
    const asked = answer;
    answer = undefined;
    say("");
    asked?.(value);
  };

  async function press(key: string): Promise<void> {
    if (key === "h" || key === "?") view = { ...view, help: !view.help, says: "" };
    else if (key === "q" || key === "\u0003") {
      if (answer) give({ kind: "leave" });
      else {
        say("leaving …");
        needs.leave();
      }
    } else if (key === "p") {
      wanted = answer === undefined;
      say(wanted ? "it waits after this step; c takes that back" : "it waits already");
    } else if (key === "c" && !answer) {
      wanted = false;
      say("it goes on");
    } else if (key === "c" || key === "r" || key === "b") {
      const decision = ({ c: "continue", r: "retry", b: "skip" } as const)[key];
      if (answer) give({ kind: "decided", decision, by: "person" });
      else say(`${key} answers a question; press p to make it wait`);
    } else if (key === "e") {
      if (!answer) return say("the plan is edited while it waits; press p first");
      leave();
      const edited = await needs.edit();
      enter();
      if ("answer" in edited) give(edited.answer);
      else say(edited.says);
    }
    redraw();
  }

  async function readKeys(): Promise<void> {
    const bytes = new Uint8Array(64);
    for (;;) {
      const count = await Deno.stdin.read(bytes);
      // The terminal is gone.
      if (count === null) return gone();
      const text = new TextDecoder().decode(bytes.subarray(0, count));
      // Arrows and other keys come as sequences; none of them means anything here.
      if (text.startsWith("\u001b")) continue;
      for (const key of text) await press(key);
    }
  }

  const tick = setInterval(redraw, TICK_MS);
  Deno.addSignalListener("SIGWINCH", redraw);
  enter();
  readKeys().catch((error: unknown) => {
    // Reading ends with the terminal.
    if (!(error instanceof Error)) throw error;
    gone();
  });

  return {
    show(shown, now) {
      view = seen(view, shown, now, world.elapsed());
      redraw();
    },
    ask(_pause, now) {
      // Whatever it waits for, it waits: that is the pause that was wanted.
      wanted = false;
      view = { ...view, state: now, doing: "waiting for you", since: world.elapsed(), says: "" };
      redraw();
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    pauseRequested() {
      const asked = wanted;
      wanted = false;
      return asked;
    },
    close() {
      clearInterval(tick);
      clearTimeout(due);
      // What is on a terminal that keeps no history of screens, or in a recording, is how it ended.
      paint();
      if (open) Deno.removeSignalListener("SIGWINCH", redraw);
      leave();
    },
  };
}

function sizeNow(): { columns: number; rows: number } {
  try {
    const { columns, rows } = Deno.consoleSize();
    // Some terminals do not know their size.
    return columns > 0 && rows > 0 ? { columns, rows } : { columns: 80, rows: 24 };
  } catch (error) {
    // No terminal any more; what is drawn now nobody sees.
    if (error instanceof Error) return { columns: 80, rows: 24 };
    throw error;
  }
}
