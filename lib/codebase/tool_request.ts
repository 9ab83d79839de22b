import { AutoToolsError } from "../contract/error_codes.ts";
import type { BuiltInTool, ToolContext } from "./codebase.ts";
import { isAside, isTest, mayBeSource } from "./files/languages.ts";
import { session } from "./session.ts";
import { findingAtPlace, inOrder, type Place } from "./excerpts/place.ts";

type Arguments = Record<string, unknown>;

/** What every tool of the second tier is asked with. */
export interface ToolRequest {
  query: string;
  symbol?: string;
  symbols: string[];
  paths: string[];
  limit: number;
}

export interface Answer {
  summary: string;
  places?: readonly Place[];
  /** Places for which a third of the limit is kept. */
  reserved?: (place: Place) => boolean;
  data?: Record<string, unknown>;
  limits?: readonly string[];
}

/** Most findings a tool gives, whatever is asked. */
const MAX_LIMIT = 20;
const RESERVED_SHARE = 1 / 3;

/** A tool that answers with places in files, the best `limit` of them first. It throws `E_INVALID_ARGS` for an argument of a wrong type. */
export function placeTool(
  name: string,
  limit: number,
  find: (request: ToolRequest, context: ToolContext, args: Arguments) => Answer | Promise<Answer>,
): BuiltInTool {
  return async (args, context) => {
    const request = toolRequest(args, limit);
    const { summary, places = [], reserved, data = {}, limits = [] } = await find(request, context, args);
    return {
      summary,
      findings: shown(inOrder(places), request.limit, reserved).map((place) =>
        findingAtPlace(name, place, context)
      ),
      data,
      limits: limits.map((limit) => `${name}: ${limit}`),
      truncated: places.length > request.limit,
    };
  };
}

function toolRequest(args: Arguments, limit: number): ToolRequest {
  const { query, symbol } = args;
  return {
    query: typeof query === "string" ? query : "",
    ...(typeof symbol === "string" && symbol !== "" && { symbol }),
    symbols: textsArgument(args, "symbols"),
    paths: textsArgument(args, "paths"),
    limit: Math.min(MAX_LIMIT, countArgument(args, "top" in args ? "top" : "limit", limit)),
  };
}

function shown(places: readonly Place[], limit: number, reserved = (_place: Place) => false): Place[] {
  const kept = places.filter(reserved);
  const others = places.filter((place) => !reserved(place));
  const room = Math.max(Math.floor(limit * RESERVED_SHARE), limit - others.length);
  const chosen = new Set([...others.slice(0, limit - Math.min(room, kept.length)), ...kept.slice(0, room)]);
  return places.filter((place) => chosen.has(place));
}

export type SearchRequest = ReturnType<typeof searchRequest>;

/**
 * Reads what the tools of every prompt are asked with. `strict`: name only files that have nearly all that is asked about, as nothing else says that
 * it is about this repository. `topics`: files that the conversation is about; of places that fit alike these are meant. Throws `E_INVALID_ARGS`.
 */
export function searchRequest(args: Arguments) {
  const { query, strict } = args;
  if (typeof query !== "string") throw new AutoToolsError("E_INVALID_ARGS", "query must be a string");
  return {
    query,
    symbols: textsArgument(args, "symbols"),
    paths: textsArgument(args, "paths"),
    strict: strict === true,
    topics: textsArgument(args, "topics"),
  };
}

/** A whole number of at least `least`; `otherwise` where it was not given. Throws `E_INVALID_ARGS`. */
export function countArgument(args: Arguments, name: string, otherwise: number, least = 1): number {
  const value = args[name] ?? otherwise;
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new AutoToolsError("E_INVALID_ARGS", `${name} must be a number`);
  }
  return Math.max(least, Math.floor(value));
}

function textsArgument(args: Arguments, name: string): string[] {
  const value = args[name] ?? [];
  if (!Array.isArray(value)) throw new AutoToolsError("E_INVALID_ARGS", `${name} must be a list of strings`);
  return value.filter((each): each is string => typeof each === "string");
}

/** Whether a path is that of source that runs: no test, no example, nothing that may not be read. */
export function isProduction(path: string, context: ToolContext): boolean {
  return mayBeSource(path) && !isTest(path) && !isAside(path) && session(context).files.allowed(path);
}

/** ms until a tool has to have answered. */
export function timeLeft({ deadline }: ToolContext): number {
  return Math.max(0, deadline - performance.now());
}

/** `1 file`, `3 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
