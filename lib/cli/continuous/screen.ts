import { doingOf, draw, preview } from "../../continuous/screen/draw.ts";
import help from "../../continuous/screen/help.txt" with { type: "text" };
import { lineOf } from "../../continuous/screen/view.ts";
import { editInEditor } from "../../continuous/plan/edit.ts";
import { plain } from "../../continuous/run/words.ts";
import type { Answer } from "../../continuous/runner/surroundings.ts";
import type { SessionStore } from "../../continuous/store/log.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { attempt, caught, recover } from "../../settings/attempt.ts";
import type { World } from "../../settings/world.ts";
import { coloured, print } from "../output.ts";
import type { Face } from "./face.ts";

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
/** ms between two drawings at most; the time that something takes is shown once a second. */
const DRAW_MS = 50;
const TICK_MS = 1000;
const DECISIONS = { c: "continue", r: "retry", b: "skip" } as const;

/** A run on a terminal: its lines go up with the screen, where they can be scrolled back to; below them stands a panel. */
export function screenFace(world: World, store: SessionStore, stop: () => void): Face {
  const colour = coloured(Deno.stdout);
  let says = "";
  let doing = "";
  let since = world.elapsed();
  /** What is still to be put above the panel, and the rows of the one that stands. */
  let above = "";
  let height = 0;
  let answer: ((answer: Answer) => void) | undefined;
  let wanted = false;
  let open = false;
  let due: ReturnType<typeof setTimeout> | undefined;

  const write = (text: string) => recover(() => print(text), Error, () => open && gone());
  /** The terminal is gone, and with it whoever could look. */
  const gone = () => {
    open = false;
    leaveRun();
  };
  const leaveRun = () => answer ? give({ kind: "leave" }) : stop();
  const erased = () => height === 0 ? "" : `\r${height > 1 ? `\u001b[${height - 1}A` : ""}\u001b[J`;
  const paint = () => {
    due = undefined;
    if (!open) return;
    // Some terminals do not know their size, and one that is gone has none.
    const { columns, rows } = attempt(() => Deno.consoleSize()) ?? { columns: 0, rows: 0 };
    const size = columns > 0 && rows > 0 ? { columns, rows } : { columns: 80, rows: 24 };
    const panel = draw(store.state, { doingMs: world.elapsed() - since, says }, size, colour);
    const text = erased() + `${above}${panel.join("\n")}`.replaceAll("\n", "\r\n");
    above = "";
    height = panel.length;
    write(text);
  };
  const redraw = () => due ??= setTimeout(paint, DRAW_MS);
  const tell = (text: string) => {
    above += `${plain(sanitize(text).text)}\n`;
    redraw();
  };
  const enter = () => {
    open = true;
    Deno.stdin.setRaw(true);
    write(HIDE_CURSOR);
    redraw();
  };
  const leave = () => {
    if (!open) return;
    paint();
    open = false;
    write(erased() + SHOW_CURSOR);
    height = 0;
    attempt(() => Deno.stdin.setRaw(false));
  };
  const say = (text: string) => {
    says = text;
    redraw();
  };
  const give = (value: Answer) => {
    const asked = answer;
    answer = undefined;
    say("");
    asked?.(value);
  };

  async function press(key: string): Promise<void> {
    if (key === "h") return tell(help.trimEnd());
    if (key === "\u0003") return Deno.kill(Deno.pid, "SIGINT");
    if (key === "q") {
      say("leaving …");
      return leaveRun();
    }
    if (key === "p") {
      wanted = answer === undefined;
      return say(wanted ? "it waits after this step" : "it waits already");
    }
    if (key === "c" || key === "r" || key === "b") {
      if (!answer) return say(`${key} answers a question; press p to make it wait`);
      return give({ kind: "decided", decision: DECISIONS[key], by: "person" });
    }
    if (key !== "e") return;
    if (!answer) return say("the plan is edited while it waits; press p first");
    leave();
    const edited = await editInEditor(store.state, store.folder, world);
    enter();
    if (edited.kind === "unsound") return say(`not yet: ${edited.problems.join("; ")}`);
    return edited.events.length > 0 ? give(edited) : say("the plan is unchanged");
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
  readKeys().catch(caught(Error, gone));

  return {
    show(shown) {
      const now = doingOf(store.state);
      if (now !== doing) since = world.elapsed();
      doing = now;
      const line = lineOf(shown, store.state);
      if (line === undefined) redraw();
      else tell(line);
    },
    ask(pause) {
      // Whatever it waits for, it waits: that is the pause that was wanted.
      wanted = false;
      if (pause.kind === "preview") tell(preview(store.state));
      say("");
      return new Promise((resolve) => answer = resolve);
    },
    pauseRequested() {
      const asked = wanted;
      wanted = false;
      return asked;
    },
    close() {
      clearInterval(tick);
      clearTimeout(due);
      if (open) Deno.removeSignalListener("SIGWINCH", redraw);
      leave();
    },
  };
}
