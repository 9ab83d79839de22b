import { editInEditor } from "../../continuous/plan/edit.ts";
import type { SessionStore } from "../../continuous/store/session_store.ts";
import type { World } from "../../settings/world.ts";
import type { ContinuousArgs } from "./args.ts";
import type { Face, FaceNeeds } from "./face.ts";
import { plainFace } from "./plain.ts";
import { problemLines } from "./problems.ts";

/** The answer that the command line gives to the question that a resumed run waits with. A dangerous command needs a word of its own. */
export function flagDecision(args: ContinuousArgs, dangerous: boolean) {
  if (args.decide) return args.decide;
  return args.resumed && isPlain(args) && !dangerous ? "continue" : undefined;
}

/** Whether stdout is for a program. */
export function isPlain({ noTui }: ContinuousArgs): boolean {
  return noTui || !Deno.stdin.isTerminal() || !Deno.stdout.isTerminal();
}

/** The screen where there is a terminal for it, else lines. */
export async function faceFor(
  args: ContinuousArgs,
  store: SessionStore,
  world: World,
  leave: () => void,
): Promise<Face> {
  const needs: FaceNeeds = {
    leave,
    async edit() {
      const edited = await editInEditor(store.state, store.folder, world);
      if (edited.kind === "edited") return { answer: edited };
      return {
        says: edited.kind === "unchanged"
          ? "the plan is unchanged"
          : `not yet: ${problemLines(edited.problems).join("; ")}`,
      };
    },
  };
  if (isPlain(args) || world.env("TERM") === "dumb") {
    const interactive = Deno.stdin.isTerminal() && Deno.stderr.isTerminal() && !(args.noTui && args.yes);
    return plainFace({ json: isPlain(args), interactive, yes: args.yes }, needs);
  }
  return (await import("./screen.ts")).screenFace(
    { yes: args.yes, world, state: store.state },
    needs,
  );
}
