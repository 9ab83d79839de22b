import { editInEditor } from "../../continuous/plan/edit.ts";
import type { SessionStore } from "../../continuous/store/session_store.ts";
import type { World } from "../../settings/world.ts";
import type { ContinuousArgs } from "./args.ts";
import { type Face, type FaceNeeds, isPlain, problemLines } from "./face.ts";
import { plainFace } from "./plain.ts";

/** The screen where there is a terminal for it, else lines. */
export async function faceFor(
  args: ContinuousArgs,
  store: SessionStore,
  world: World,
  leave: () => void,
): Promise<Face> {
  const { noTui, yes } = args;
  const needs: FaceNeeds = {
    leave,
    async edit() {
      const edited = await editInEditor(store.state, store.folder, world);
      if (edited.kind === "edited") return { answer: edited };
      if (edited.kind === "unchanged") return { says: "the plan is unchanged" };
      return { says: `not yet: ${problemLines(edited.problems).join("; ")}` };
    },
  };
  const isDumb = world.env("TERM") === "dumb";
  const face = isPlain(args) || isDumb
    ? plainFace({
      json: isPlain(args),
      interactive: Deno.stdin.isTerminal() && Deno.stderr.isTerminal() && !(noTui && yes),
    }, needs)
    : (await import("./screen.ts")).screenFace({ world, state: store.state }, needs);
  return {
    ...face,
    ask(pause, state) {
      return yes && pause.kind === "preview" && pause.commands === undefined
        ? Promise.resolve({ kind: "decided", decision: "continue", by: "flag" })
        : face.ask(pause, state);
    },
  };
}
