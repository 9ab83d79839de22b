import type { DatabaseSync } from "node:sqlite";
import type { CodebaseOptions } from "../codebase.ts";
import { indexCommits } from "./commit_index.ts";
import { IndexWriter } from "./index_writer.ts";
import type { SymbolPass, SymbolPassOptions } from "./symbol_pass.ts";
import { indexText, type TextPass } from "./text_pass.ts";

/** What a refresh did. */
export interface Refreshed extends TextPass, SymbolPass {}

/** What a refresh is at: the texts of files, past commits, or what a parser finds in files. */
export type Phase = "text" | "history" | "symbols";

/** How far a phase is, in files, for whoever watches; the history's end is not known before it comes. */
export type Progress = (phase: Phase, done: number, total: number) => void;

/** `now`: ms since 1970. `parser`: what parses; by default the parser that is shipped. */
export interface RefreshOptions {
  now: () => number;
  progress?: Progress;
  parser?: SymbolPassOptions["parser"];
}

/**
 * Brings the index to the state of the tree. What ends a pass is stored: one that is cut off is completed by the next refresh.
 *
 * Texts come first, since prompts need them, then the history: it takes a second or two and tells much. Symbols come last: in a big repository they
 * take minutes, and the parser that finds them need not be loaded before.
 */
export async function refreshIndex(
  database: DatabaseSync,
  options: CodebaseOptions,
  { now, progress = () => {}, parser }: RefreshOptions,
): Promise<Refreshed> {
  const writer = new IndexWriter(database);
  const text = await indexText(writer, options, { now, progress: (...at) => progress("text", ...at) });
  progress("history", 0, 0);
  await indexCommits(writer, options);
  const { indexSymbols } = await import("./symbol_pass.ts");
  const symbols = await indexSymbols(writer, options, {
    progress: (...at) => progress("symbols", ...at),
    ...(parser && { parser }),
  });
  writer.mergeSmall();
  return { ...text, ...symbols };
}
