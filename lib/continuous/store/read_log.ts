import { LOG_VERSION, type Logged, loggedSchema } from "../run/event.ts";

/** What an event log holds. */
export type ReadLog =
  | {
    kind: "log";
    events: Logged[];
    /** Bytes of whole lines. */
    bytes: number;
    /** What stands behind the last whole line: a write that was cut short. */
    torn: string;
  }
  /** Of another version of this program, or not what it wrote. Nothing may be written to it. */
  | { kind: "unusable"; message: string };

/** Reads an event log; a last line that was cut short is no damage. */
export function readLog(bytes: Uint8Array, file: string): ReadLog {
  const end = bytes.lastIndexOf(0x0a) + 1;
  const torn = new TextDecoder().decode(bytes.subarray(end));
  const lines = new TextDecoder().decode(bytes.subarray(0, end)).split("\n").slice(0, -1);
  const events: Logged[] = [];
  for (const [at, line] of lines.entries()) {
    const value = parsed(line);
    const version = at === 0 ? versionOf(value) : undefined;
    if (version !== undefined && version !== LOG_VERSION) {
      return {
        kind: "unusable",
        message:
          `${file} was written by another version of this program (log version ${version}, this one knows ${LOG_VERSION}); it is left as it is`,
      };
    }
    const checked = loggedSchema.safeParse(value);
    if (!checked.success || checked.data.seq !== at + 1) {
      return { kind: "unusable", message: `${file}:${at + 1} is damaged; the file is left as it is` };
    }
    events.push(checked.data);
  }
  if (events.length === 0) {
    return { kind: "unusable", message: `${file} holds no event; the file is left as it is` };
  }
  return { kind: "log", events, bytes: end, torn };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function versionOf(value: unknown): unknown {
  const event: unknown = typeof value === "object" && value !== null
    ? Reflect.get(value, "event")
    : undefined;
  return typeof event === "object" && event !== null ? Reflect.get(event, "version") : undefined;
}
