import type { Question, QuestionSet } from "./question.ts";

/** Where each gold file came in one answer, 1-based; 0 where it did not. */
export interface Outcome {
  question: Question;
  ranks: number[];
  /** The first files of the answer. */
  top: string[];
  /** ms the ranking took. */
  ms: number;
}

/** What a set of answers is worth, in percent; MRR in 0..1; times in ms. */
export interface Summary {
  n: number;
  acc: Record<1 | 3 | 5 | 10, number>;
  mrr: number;
  p50: number;
  p95: number;
}

/** Test files as published comparisons leave them out: a change's tests are never what is asked for. */
export function isTestPath(path: string): boolean {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  return parts.some((folder) =>
    /^(?:tests?|__tests?__|testing|specs?|unit-?tests?|dts-test|features|testdata|test[-_]?data|fixtures?|e2e|__mocks__|mocks|jstests?|src-test|integration[-_]tests?|test[-_]suite)$/i
      .test(folder)
  ) ||
    /^(?:test_.*|.*_test|.*_spec|conftest|tests?)\.[a-z]+$/i.test(name) ||
    /[._-](?:tests?|specs?|e2e|test-d)\.[a-z]+$/i.test(name) ||
    /(?:Tests?|TestCase|Spec|IT)\.(?:java|kt|cs|php|swift|scala|groovy)$/.test(name);
}

/** The outcome of one answer: paths, best first. */
export function outcome(
  question: Question,
  { ending }: Pick<QuestionSet, "ending">,
  answer: readonly string[],
  ms: number,
): Outcome {
  const counted = answer.filter((path) =>
    !isTestPath(path) && (ending === undefined || path.endsWith(`.${ending}`))
  );
  return {
    question,
    ranks: question.gold.map((path) => counted.indexOf(path) + 1),
    top: counted.slice(0, 10),
    ms,
  };
}

/** Acc@k: every gold file is among the first k. MRR: of the first gold file. */
export function summary(outcomes: readonly Outcome[]): Summary {
  const mean = (value: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, each) => sum + value(each), 0) / Math.max(1, outcomes.length);
  const acc = (k: number) => 100 * mean(({ ranks }) => ranks.every((rank) => rank > 0 && rank <= k) ? 1 : 0);
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  const quantile = (q: number) => times[Math.min(times.length - 1, Math.floor(q * times.length))] ?? 0;
  return {
    n: outcomes.length,
    acc: { 1: acc(1), 3: acc(3), 5: acc(5), 10: acc(10) },
    mrr: mean(({ ranks }) => {
      const found = ranks.filter((rank) => rank > 0);
      return found.length === 0 ? 0 : 1 / Math.min(...found);
    }),
    p50: quantile(0.5),
    p95: quantile(0.95),
  };
}
