import { draw } from "../../continuous/screen/draw.ts";
import { firstView, seen } from "../../continuous/screen/view.ts";
import type { Answer } from "../../continuous/runner/surroundings.ts";
import type { RunState } from "../../continuous/run/state.ts";
import { attempt } from "../../settings/attempt.ts";
import type { World } from "../../settings/world.ts";
import { coloured, print } from "../output.ts";
import type { Face } from "./face.ts";

const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";
const HOME = "\u001b[H";

/** ms between two drawings at most; the time that something takes is shown once a second. */
const DRAW_MS = 50;
const TICK_MS = 1000;

const DECISIONS = { c: "continue", r: "retry", b: "skip" } as const;

interface Needs {
  /** Opens the plan in the person's editor; what came of it. */
  edit(): Promise<{ answer: Answer } | { says: string }>;
  /** Leaves the run, within two seconds. */
  leave(): void;
}

export function screenFace(world: World, state: RunState, needs: Needs): Face {
  const colour = coloured(Deno.stdout);
  let view = firstView(state, world.elapsed());
  let answer: ((answer: Answer) => void) | undefined;
  let wanted = false;
  let open = false;
  let due: ReturnType<typeof setTimeout> | undefined;

  const write = (text: string) => {
    const isWritten = attempt(() => {
      print(text);
      return true;
    });
    if (!isWritten && open) gone();
  };
  /** The terminal is gone, and with it whoever could look. */
  const gone = () => {
    open = false;
    leaveRun();
  };
  const leaveRun = () => answer ? give({ kind: "leave" }) : needs.leave();
  const paint = () => {
    due = undefined;
    if (!open) return;
    write(HOME + draw(view, sizeNow(), colour, world.elapsed()).join("\r\n"));
  };
  const redraw = () => {
    due ??= setTimeout(paint, DRAW_MS);
  };
  const enter = () => {
    open = true;
    Deno.stdin.setRaw(true);
    write(ENTER);
    redraw();
  };
  const leave = () => {
    if (!open) return;
    open = false;
    write(LEAVE);
    attempt(() => Deno.stdin.setRaw(false));
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
    switch (key) {
      case "h":
        view = { ...view, help: !view.help, says: "" };
        return redraw();
      case " ":
        view = { ...view, page: view.page + 1 };
        return redraw();
      case "q":
      case "\u0003":
        say("leaving …");
        return leaveRun();
      case "p":
        wanted = answer === undefined;
        return say(wanted ? "it waits after this step; c takes that back" : "it waits already");
      case "c":
      case "r":
      case "b":
        if (answer) return give({ kind: "decided", decision: DECISIONS[key], by: "person" });
        if (key === "c") wanted = false;
        return say(key === "c" ? "it goes on" : `${key} answers a question; press p to make it wait`);
      case "e": {
        if (!answer) return say("the plan is edited while it waits; press p first");
        leave();
        const edited = await needs.edit();
        enter();
        if ("answer" in edited) give(edited.answer);
        else say(edited.says);
      }
    }
  }

  async function readKeys(): Promise<void> {
    const bytes = new Uint8Array(64);
    for (;;) {
      const count = await Deno.stdin.read(bytes);
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
      view = { ...view, state: now, doing: "waiting for you", since: world.elapsed() };
      say("");
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

/** Some terminals do not know their size, and one that is gone has none. */
function sizeNow(): { columns: number; rows: number } {
  const size = attempt(() => Deno.consoleSize());
  return size && size.columns > 0 && size.rows > 0 ? size : { columns: 80, rows: 24 };
}
