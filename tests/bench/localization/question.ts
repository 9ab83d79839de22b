import type { ToolContext } from "../../../lib/codebase/codebase.ts";
import { readIntent } from "../../../lib/kernel/intent/intent.ts";
import { shapedQuery } from "../../../lib/kernel/query.ts";
import type { Checkouts } from "./checkouts.ts";

/** A request whose answer is known: the files that the real change touched. */
export interface Question {
  id: string;
  /** `owner/name`. */
  repo: string;
  lang: string;
  base_commit: string;
  query: string;
  gold: string[];
  /** `zh` for Chinese; missing for English. */
  nl?: string;
}

/** A set of questions and what of an answer is scored. */
export interface QuestionSet {
  name: string;
  questions: Question[];
  /** Ending of the files that count, without dot; all of them where it is missing. */
  ending?: string;
}

/** What is asked about each question, and how the answers of many are summed up as cells of a table. */
export interface Measure<Answer> {
  head: string;
  ask(
    question: Question,
    context: ToolContext,
    place: { set: QuestionSet; checkouts: Checkouts },
  ): Promise<Answer>;
  row(answers: readonly Answer[]): string;
}

/** Reads a set: one JSON object a line. The SWE-bench sets are scored on Python files alone, as published figures are. */
export function readQuestions(file: string): QuestionSet {
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
  const questions = Deno.readTextFileSync(file).split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { name, questions, ...(name.startsWith("swelite") && { ending: "py" }) };
}

/** A question as the kernel hands it to a tool. */
export function requestOf({ query }: Question): Record<string, unknown> {
  const { symbols, paths } = readIntent(query);
  return { query: shapedQuery(query).forTools, symbols, paths, limit: 10, depth: 2, budget: 8000, top_k: 10 };
}

/** The share of `values` that are true, in percent. */
export function percent(values: readonly boolean[]): string {
  return (100 * values.filter(Boolean).length / Math.max(1, values.length)).toFixed(1);
}
