import { tool as search } from "../../../lib/codebase/tools/search.ts";
import { type Measure, percent, requestOf } from "./question.ts";

interface Answer {
  /** Where each gold file came, 1-based; 0 where it did not. */
  ranks: number[];
  /** The first files of the answer. */
  top: string[];
}

/** Acc@k: every gold file is among the first k of what `ci_search` ranks. MRR: of the first gold file. Tests do not count. */
export const ranked: Measure<Answer> = {
  head: "Acc@1 / @3 / @5 / @10 | MRR",
  async ask(question, context, { set: { ending } }) {
    const { data } = await search(requestOf(question), context);
    const all = Array.isArray(data["ranked"]) ? data["ranked"].map(String) : [];
    const counted = all.filter((path) =>
      !isTestPath(path) && (ending === undefined || path.endsWith(`.${ending}`))
    );
    const ranks = question.gold.map((path) => counted.indexOf(path) + 1);
    return { ranks, top: counted.slice(0, 10) };
  },
  row(answers) {
    const within = (k: number) =>
      percent(answers.map(({ ranks }) => ranks.every((rank) => rank > 0 && rank <= k)));
    const best = answers.map(({ ranks }) => Math.min(...ranks.filter((rank) => rank > 0)));
    const mrr = best.reduce((sum, rank) => sum + 1 / rank, 0) / answers.length;
    return `${[1, 3, 5, 10].map(within).join(" / ")} | ${mrr.toFixed(3)}`;
  },
};

/** Test files as published comparisons leave them out: a change's tests are never what is asked for. */
function isTestPath(path: string): boolean {
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
