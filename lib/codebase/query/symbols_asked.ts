import { symbolsIn } from "./names.ts";

/** Names followed in one call. */
const MAX_ASKED = 3;
const QUERY_CHARS = 20_000;
/** A plain word that the question ends in, or a part of it: `who calls sell?`, `谁调用了 sell`, `what breaks if I change sell`, `sell 被谁调用`. */
const SPOKEN =
  /(?:\b(?:calls?|invokes?|call(?:er|ee)s of|called (?:by|from)|uses|changes? to|(?:I|we) (?:change|rename|remove|delete|modify))\s+|(?:调用|修改|改动|改|使用|删除|重命名)了?\s*)([A-Za-z_]\w{1,79})(?=\s{0,9}(?:$|[?!.,;？！。，；\n]|\p{Script=Han}))|(?<!\w)([A-Za-z_]\w{1,79})\s{0,9}(?:被(?:谁|哪)|的(?:调用|被调))/gu;
const POINTING =
  /^(?:it|this|that|these|those|them|what|which|who|whom|here|there|something|anything|nothing|you|me|us)$/i;

/** A name to be followed: `login` of the class `User`, where the request says `User.login`. */
export interface AskedSymbol {
  name: string;
  container?: string;
}

/**
 * Which names a call is about: those given as `symbol` or `symbols`, else the names in backticks, before parentheses and the code-like words of
 * the query, in this order; where it has none of these, the plain words that it asks about. At most three.
 */
export function symbolsAsked(
  args: { symbol?: string; symbols: readonly string[]; query: string },
): AskedSymbol[] {
  const given = [...(args.symbol === undefined ? [] : [args.symbol]), ...args.symbols];
  const query = args.query.slice(0, QUERY_CHARS);
  const symbols = given.length > 0 ? given : symbolsIn(query);
  const plain = [...query.matchAll(SPOKEN)].map(([, before, behind]) => before ?? behind ?? "")
    .filter((word) => !POINTING.test(word));
  const found = new Map<string, AskedSymbol>();
  for (const text of symbols.length > 0 ? symbols : plain) {
    const parts = text.trim().replace(/\(.*$/, "").split(/\.|::|#|->/).filter((part) => part !== "");
    const name = parts.at(-1);
    const container = parts.at(-2);
    if (name === undefined || !/^[\p{L}_$][\p{L}\p{N}_$?!-]*$/u.test(name) || found.has(name)) continue;
    found.set(name, container === undefined ? { name } : { name, container });
  }
  return [...found.values()].slice(0, MAX_ASKED);
}
