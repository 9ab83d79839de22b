import type { CodebaseOptions } from "../codebase/codebase.ts";
import { killMarked, newMark } from "../guard/git/strays.ts";
import { makeOwnFolder } from "../settings/own_files.ts";
import { standing } from "../settings/small_file.ts";
import type { World } from "../settings/world.ts";
import { cleanFailure, cleanOutput } from "./clean_output.ts";
import { type DaemonQuestion, MAX_CALL } from "./daemon.ts";
import { isListening, listenAt } from "./local_socket.ts";
import type { CleanOutcome, ToolCall } from "./protocol.ts";
import { callSandbox, reachOf, startSandbox } from "./sandbox.ts";
import { openThread } from "./thread.ts";

/** ms between two looks at whether anybody still can find it. */
const LOOK_MS = 1000;
/** ms after which no git of a prompt works any more. */
const STRAYS_MS = 15_000;

/** Answers calls for what one sandbox reaches until nobody has asked for `idleMs`, or its socket or the program is gone. `calls` are made at the start, to warm it. Comes back at once where another daemon listens. Throws what the system says. */
export async function serveDaemon(
  { socket, entry, codebase, calls, idleMs }: {
    socket: string;
    entry: URL;
    codebase: CodebaseOptions;
    calls: readonly ToolCall[];
    idleMs: number;
  },
  world: World,
): Promise<void> {
  makeOwnFolder(socket.slice(0, socket.lastIndexOf("/")));
  if (await isListening(socket)) return;
  const reach = reachOf(codebase);
  const thread = openThread(() => startSandbox(entry, reach));
  thread.start();
  let mark = "";
  let session: unknown;

  async function answer(call: ToolCall, codebase: CodebaseOptions): Promise<CleanOutcome> {
    if (session !== codebase.session) [session, mark] = [codebase.session, newMark(world)];
    const own = mark;
    const { outcome, strays } = await callSandbox(thread, { ...call, codebase, mark });
    // Another call of the prompt may want what still works.
    if (strays) Deno.unrefTimer(setTimeout(() => killMarked(own), STRAYS_MS));
    return outcome.status === "ok" ? cleanOutput(outcome.output) : cleanFailure(outcome);
  }

  for (const call of calls) await answer(call, codebase);
  let asked = world.elapsed();
  const listening = listenAt(socket, MAX_CALL, async (question): Promise<{ outcome?: CleanOutcome }> => {
    // Who may open the socket is the user, by this very program.
    const { call, codebase } = question as unknown as DaemonQuestion;
    if (JSON.stringify(reachOf(codebase)) !== JSON.stringify(reach)) return {};
    asked = world.elapsed();
    return { outcome: await answer(call, codebase) };
  });
  // Who uninstalls may not know the folder of the socket.
  const isWanted = () => listening.isFound() && standing(Deno.execPath()) !== undefined;
  while (world.elapsed() - asked < idleMs && isWanted()) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_MS, idleMs)));
  }
  listening.close();
  thread.close();
}
