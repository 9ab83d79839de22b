import type { Pause } from "../../continuous/run/event.ts";
import { preview } from "../../continuous/screen/draw.ts";
import { lineOf } from "../../continuous/screen/view.ts";
import type { Answer, Shown } from "../../continuous/runner/surroundings.ts";
import type { SessionStore } from "../../continuous/store/log.ts";
import { clean } from "../../guard/secrets/redact.ts";
import { sanitize } from "../../guard/sanitize.ts";
import { attempt } from "../../settings/attempt.ts";
import { print, printError } from "../output.ts";
import type { ContinuousArgs } from "./args.ts";

export interface Face {
  show(shown: Shown): void;
  ask(pause: Pause): Promise<Answer>;
  /** Whether the person asked for a pause since the last time this was asked. */
  pauseRequested(): boolean;
  close(): void;
}

export function hasScreen({ noTui }: ContinuousArgs): boolean {
  return !noTui && Deno.stdin.isTerminal() && Deno.stdout.isTerminal() && Deno.env.get("TERM") !== "dumb";
}

export const wantsJson = ({ noTui }: ContinuousArgs) => noTui || !Deno.stdout.isTerminal();

/** A run without a screen: lines for people on stderr, and JSON lines for programs on stdout. Nobody is asked. */
export function plainFace(store: SessionStore, json: boolean): Face {
  return {
    show(shown) {
      // A full disk behind stdout ends no run.
      if (json) attempt(() => print(`${JSON.stringify(clean(shown))}\n`));
      const line = lineOf(shown, store.state);
      if (line !== undefined) printError(`${sanitize(line).text}\n`);
    },
    ask(pause) {
      if (pause.kind === "preview") printError(`${sanitize(preview(store.state)).text}\n`);
      return Promise.resolve({ kind: "leave" });
    },
    pauseRequested: () => false,
    close() {},
  };
}
