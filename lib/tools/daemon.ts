import type { CodebaseOptions } from "../codebase/codebase.ts";
import { attempt, ignoreError } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import { isRecord } from "../settings/json.ts";
import type { Locations } from "../settings/locations.ts";
import { checkOwnFile } from "../settings/own_files.ts";
import type { World } from "../settings/world.ts";
import { ask, programHash, socketFolders, socketPath } from "./local_socket.ts";
import { type CleanOutcome, LOOK, type ToolCall, type ToolProvider } from "./protocol.ts";
import { BUILT_IN_NAMES } from "./registry.ts";

/*
 * A daemon keeps the built-in tools of one repository warm: a sandbox that has been started, with its code compiled, where a prompt would spend most of its
 * time on that. It only calls tools and cleans what they say; the prompt itself is worked on where it came in, and does without a daemon that fails.
 */

export const DAEMON = ".daemon";
/** UTF-16 units of a call and of an answer. */
export const MAX_CALL = 1024 * 1024;
const MAX_ANSWER = 16 * 1024 * 1024;
/** ms in which a daemon is told what is about to come. */
const TOLD_MS = 50;

export type DaemonQuestion = { codebase: CodebaseOptions; call: ToolCall };

/** Where a daemon of this very program listens for a repository; undefined where it cannot. */
export function daemonSocket(root: string, places: Locations, world: World): string | undefined {
  const [folder] = socketFolders(world, places);
  return folder && socketPath(folder, root, `${programHash()}${DAEMON}`);
}

/** The socket of a daemon that seems to be there; one that another user could have put there is none. */
export function daemonOf(root: string, places: Locations, world: World): string | undefined {
  if (!Deno.build.standalone) return undefined;
  const path = daemonSocket(root, places, world);
  return path && attempt(() => checkOwnFile(path, undefined, "isSocket")) && path;
}

/** Has the daemon at `socket` look at the repository, which takes the same whatever is asked, while whoever asks loads what reads the request. Comes back once it is told. */
export async function announce(socket: string, codebase: CodebaseOptions): Promise<void> {
  const question: DaemonQuestion = { codebase, call: { tool: LOOK, args: {}, timeoutMs: 1000 } };
  const signal = AbortSignal.timeout(1000);
  const told = new Promise<void>((sent) => {
    ask(socket, question, { maxAnswer: MAX_ANSWER, signal, sent }).catch(ignoreError).finally(sent);
  });
  await inTime(told, TOLD_MS);
}

/** The built-in tools as the daemon at `socket` runs them. Once it fails, `sandbox` takes its place. */
export function daemonProvider(
  socket: string,
  codebase: CodebaseOptions,
  sandbox: () => ToolProvider,
): ToolProvider {
  let instead: ToolProvider | undefined;
  const ended = new AbortController();
  return {
    has: (tool) => BUILT_IN_NAMES.has(tool),
    isClean: () => instead === undefined,
    async call(call) {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(call.timeoutMs)]);
      if (instead === undefined) {
        const question: DaemonQuestion = { codebase, call };
        const { outcome } = await ask(socket, question, { maxAnswer: MAX_ANSWER, signal }).catch((error) => {
          // Who listens there is not well, and the next prompt need not ask; one that has too much to do is.
          if (error instanceof Deno.errors.TimedOut) attempt(() => Deno.removeSync(socket));
          return ignoreError(error) ?? {} as Record<string, unknown>;
        });
        // What does not say what the guard did to it has not passed the guard.
        const isClean = isRecord(outcome) &&
          (outcome["status"] === "timeout" || isRecord(outcome["cleaned"]));
        if (isClean) return outcome as unknown as CleanOutcome;
      }
      if (signal.aborted) return { status: "timeout" };
      instead ??= sandbox();
      return await instead.call(call);
    },
    close() {
      ended.abort();
      instead?.close();
    },
  };
}
