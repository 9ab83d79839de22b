import { isThreadId } from "./codex_session.ts";

/** Characters that are looked through; the banner comes first, the events with the id are the first two. */
const LOOKED_THROUGH = 65_536;
const ESCAPE = "\u001b";
const COLOUR = new RegExp(`${ESCAPE}\\[[0-9;]*m`, "g");

/** Watches what codex prints, as it passes, for the id of the thread it works in. */
export interface ThreadWatch {
  push(bytes: Uint8Array): void;
  /** Undefined until the id has been seen. Codex prints it when the thread is open and the turn begins. */
  threadId(): string | undefined;
}

/**
 * For stderr of `codex exec`: the line `session id: …` of the banner. What follows the line `user` is the
 * prompt's echo and could say anything.
 */
export function watchBanner(): ThreadWatch {
  return watchLines((line) => {
    const plain = line.replace(COLOUR, "").trim();
    if (plain === "user") return "end";
    return /^session id:\s*(\S+)$/i.exec(plain)?.[1];
  });
}

/** For stdout of `codex exec --json`: the event `thread.started`. */
export function watchEvents(): ThreadWatch {
  return watchLines((line) => {
    const event = parsed(line);
    if (typeof event !== "object" || event === null || !("type" in event)) return undefined;
    if (event.type !== "thread.started") return undefined;
    return "thread_id" in event && typeof event.thread_id === "string" ? event.thread_id : "end";
  });
}

function watchLines(idIn: (line: string) => string | undefined): ThreadWatch {
  const decoder = new TextDecoder();
  let rest = "";
  let seen = 0;
  let over = false;
  let found: string | undefined;
  return {
    push(bytes) {
      if (over) return;
      seen += bytes.length;
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const id = idIn(line);
        if (id === undefined) continue;
        found = id !== "end" && isThreadId(id) ? id : undefined;
        over = true;
        return;
      }
      over = seen > LOOKED_THROUGH;
    },
    threadId: () => found,
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
