/** The gateway's name among a client's servers. */
export const GATEWAY_SERVER = "auto-tools";

/** Stands for a secret where a configuration is shown. */
export const MASK = "<redacted>";

/** Keys below which a client's configuration keeps secrets. */
export const SECRET_KEYS: ReadonlySet<string> = new Set(["env", "headers", "http_headers", "oauth"]);

/** A server as a client's configuration has it. */
export interface WrittenServer {
  name: string;
  /** Its value, whatever that is. */
  entry: unknown;
  /** Why it cannot be taken out the way it is written. */
  fixed?: string;
}

/**
 * How a client's configuration holds MCP servers. All goes from text to text and leaves alone, byte for byte, what it is not about; a server that
 * is taken from one text to another keeps its own words and comments. Everything throws `SetupError` for a text that cannot be read.
 */
export interface ServerFormat {
  /** The user's servers, in their order. */
  servers(text: string, file: string): WrittenServer[];
  /** Names of servers that are for single projects alone. */
  ofProjects(text: string, file: string): string[];
  without(text: string, names: readonly string[], file: string): string;
  /** A text with these servers and nothing else. */
  only(text: string, names: readonly string[], file: string): string;
  /** With the gateway as one more server; `before` names the servers whose place it is given, if there are any. */
  withGateway(text: string, program: string, before: readonly string[], file: string): string;
  /**
   * With all servers of `from`, none of which may be there. They take the place of the gateway's own entry where `instead`, and go before those that
   * come after them in `order`.
   */
  withServers(
    text: string,
    from: string,
    options: { order: readonly string[]; instead: boolean },
    file: string,
  ): string;
  /** The same text with the values of secrets masked, for showing. */
  masked(text: string, file: string): string;
  /** What the text says beside its servers, to be compared. */
  rest(text: string, file: string): unknown;
}

/** Whether two values that were read from JSON or TOML say the same; the order of keys says nothing. */
export function sameValue(some: unknown, other: unknown): boolean {
  if (Object.is(some, other)) return true;
  if (typeof some !== "object" || typeof other !== "object" || some === null || other === null) return false;
  if (some instanceof Date || other instanceof Date) {
    return some instanceof Date && other instanceof Date && JSON.stringify(some) === JSON.stringify(other);
  }
  if (Array.isArray(some) !== Array.isArray(other)) return false;
  const keys = Object.keys(some);
  return keys.length === Object.keys(other).length &&
    keys.every((key) =>
      Object.hasOwn(other, key) && sameValue(Reflect.get(some, key), Reflect.get(other, key))
    );
}
