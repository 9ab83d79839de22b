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

/** Reads a set: one JSON object a line. The SWE-bench sets are scored on Python files alone, as published figures are. */
export function readQuestions(file: string): QuestionSet {
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
  const questions = Deno.readTextFileSync(file).split("\n").filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { name, questions, ...(name.startsWith("swelite") && { ending: "py" }) };
}
