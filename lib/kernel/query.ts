import { redact } from "../guard/secrets/redact.ts";
import type { Topics } from "./session_memory.ts";
import { halfWidth, simplify } from "../codebase/query/chinese.ts";

export interface Query {
  /** As it was typed, redacted. */
  prompt: string;
  /** With its names in the letters of code, redacted: what it is about is read from this. */
  read: string;
  forTools: string;
  limits: string[];
}

/** UTF-16 units of a prompt that tools get: its beginning says what is wanted, its end often holds a trace. */
const HEAD = 12_000;
const TAIL = 8_000;

export function shapedQuery(prompt: string): Query {
  const typed = prompt.toWellFormed();
  const plain = halfWidth(typed);
  const text = redact(typed).text;
  // A key in full width is one in the letters of code.
  const read = plain === typed ? text : redact(plain).text;
  const isLong = read.length > HEAD + TAIL;
  const bounded = isLong ? `${read.slice(0, HEAD)}\n${read.slice(-TAIL)}`.toWellFormed() : read;
  const limits = isLong ? [`long prompt: tools saw its first ${HEAD} and last ${TAIL} characters`] : [];
  // Most comments in Chinese are written in simplified characters.
  const forTools = [...new Set([bounded, simplify(bounded)])].join("\n");
  return { prompt: text, read, forTools, limits };
}

/** A request that goes on from an earlier one, with what that was about: the name of its file, and its words; as a question, since a place answers it. */
export function withTopics(text: string, { files: [path = ""], prompt = "" }: Topics): string {
  const parts = path.replace(/\.[^/]*$/, "").split("/");
  return `${[text, parts.slice(-2).join(" "), prompt].join("\n")}?`;
}
