import { isCodeLike } from "./tokens.ts";

/** Names followed in one call. */
const MAX_SYMBOLS = 3;
const QUERY_CHARS = 20_000;
const IDENTIFIER = /[A-Za-z_$][\w$]{1,79}(?:(?:\.|::|#|->)[A-Za-z_$][\w$]{1,79}){0,4}/g;

/** A name to be followed: `login` of the class `User`, where the request says `User.login`. */
export interface AskedSymbol {
  name: string;
  container?: string;
}

/**
 * Which names a call is about: those given as `symbol` or `symbols`, else the names in backticks, before parentheses and the code-like words of
 * the query, in this order. At most three.
 */
export function symbolsAsked(
  args: { symbol?: string; symbols: readonly string[]; query: string },
): AskedSymbol[] {
  const given = [...(args.symbol === undefined ? [] : [args.symbol]), ...args.symbols];
  const written = given.length > 0 ? given : fromQuery(args.query.slice(0, QUERY_CHARS));
  const found = new Map<string, AskedSymbol>();
  for (const text of written) {
    const parts = text.trim().replace(/\(.*$/, "").split(/\.|::|#|->/).filter((part) => part !== "");
    const name = parts.at(-1);
    const container = parts.at(-2);
    if (name === undefined || !/^[\p{L}_$][\p{L}\p{N}_$?!-]*$/u.test(name) || found.has(name)) continue;
    found.set(name, container === undefined ? { name } : { name, container });
  }
  return [...found.values()].slice(0, MAX_SYMBOLS);
}

function fromQuery(query: string): string[] {
  const quoted = [...query.matchAll(/`([^`\n]{2,120})`/g)].map(([, text]) => text ?? "")
    .filter((text) => /^[\w$.:#]+(?:\(.*\))?$/.test(text) && !/[/]|\.(?:\w{1,4})$/.test(text));
  const called = [...query.matchAll(/([A-Za-z_$][\w$.:]{1,99})\(/g)].map(([, text]) => text ?? "");
  const codeLike = (query.match(IDENTIFIER) ?? []).filter((word) =>
    isCodeLike(word) && !/\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cc|cpp|swift)$/.test(word)
  );
  return [...quoted, ...called, ...codeLike];
}
