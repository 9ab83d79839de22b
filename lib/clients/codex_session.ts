import { checkOwnFile, readOwnFile } from "../settings/own_files.ts";
import { writeFileAtomic } from "../settings/write_file.ts";

/** What this repository remembers of its wrapper session. */
export interface CodexSession {
  /** Codex's id of the thread, once known. */
  threadId?: string;
  /**
   * Whether `codex exec resume` of the codex named by `program` has `--last`; undefined until it has
   * answered.
   */
  hasLast?: boolean;
  /** Identity of the codex that was asked. */
  program: string;
  /**
   * Our own name for the conversation, under which the kernel remembers what it was given; a new thread gets
   * a new one.
   */
  memory: string;
  /** RFC 3339; end of the latest turn. */
  updatedAt: string;
}

export type StoredSession =
  | { kind: "none" }
  | { kind: "session"; session: CodexSession }
  | { kind: "unusable"; message: string };

export const SESSION_FOLDER = ".devbooks/cache/auto-tools";
const FILE = "codex-session.json";
const VERSION = 1;
/** Bytes; ours are below 1 kB. */
const MAX_BYTES = 65_536;

export function sessionFile(repoRoot: string): string {
  return `${repoRoot}/${SESSION_FOLDER}/${FILE}`;
}

/** Reads the session file of a repository. A file that cannot be used is said so and is as good as none. */
export function readSession(repoRoot: string): StoredSession {
  const file = sessionFile(repoRoot);
  try {
    const text = readOwnFile(file, MAX_BYTES, repoRoot);
    if (text === undefined) return { kind: "none" };
    const session = parseSession(JSON.parse(text));
    if (session) return { kind: "session", session };
    return { kind: "unusable", message: `${file}: damaged; a new session is started` };
  } catch (error) {
    if (error instanceof SyntaxError) {
      return { kind: "unusable", message: `${file}: damaged; a new session is started` };
    }
    if (error instanceof Error) return { kind: "unusable", message: error.message };
    throw error;
  }
}

function parseSession(value: unknown): CodexSession | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields: Record<string, unknown> = { ...value };
  const { version, thread_id, has_last, program, memory, updated_at } = fields;
  if (version !== VERSION || typeof program !== "string" || typeof updated_at !== "string") return undefined;
  if (typeof memory !== "string" || !/^[0-9a-f]{1,64}$/.test(memory)) return undefined;
  if (thread_id !== undefined && !(typeof thread_id === "string" && isThreadId(thread_id))) return undefined;
  if (has_last !== undefined && typeof has_last !== "boolean") return undefined;
  return {
    ...(thread_id === undefined ? {} : { threadId: thread_id }),
    ...(has_last === undefined ? {} : { hasLast: has_last }),
    program,
    memory,
    updatedAt: updated_at,
  };
}

/** A thread id becomes an argument of codex, so it must not be able to be read as an option. */
export function isThreadId(text: string): boolean {
  return /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/.test(text);
}

/** Writes the session file, whole or not at all, 0600. Throws `NotOurs`, or what the file system says. */
export function writeSession(repoRoot: string, session: CodexSession): void {
  const value = {
    version: VERSION,
    thread_id: session.threadId,
    has_last: session.hasLast,
    program: session.program,
    memory: session.memory,
    updated_at: session.updatedAt,
  };
  writeFileAtomic(sessionFile(repoRoot), `${JSON.stringify(value, null, 2)}\n`, { base: repoRoot });
}

/** Forgets the session, so that the next turn starts a new one. */
export function forgetSession(repoRoot: string): StoredSession {
  const file = sessionFile(repoRoot);
  try {
    if (checkOwnFile(file, repoRoot)) Deno.removeSync(file);
    return { kind: "none" };
  } catch (error) {
    if (error instanceof Error) return { kind: "unusable", message: error.message };
    throw error;
  }
}
