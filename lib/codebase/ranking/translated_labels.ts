import type { Corpus } from "../corpus/corpus.ts";
import { KEY } from "../corpus/corpus.ts";
import { TRANSLATION_FOLDERS, translationTag } from "../files/file_kind.ts";
import { addToken, heaviestFirst, type Query } from "../query/query.ts";
import { STOP_WORDS } from "../query/common_words.ts";
import { identifierTokens } from "../query/tokens.ts";

/** Tables that are read, and characters of all of them. */
const MAX_TABLES = 40;
const MAX_CHARS = 1_000_000;
/** A label of fewer characters is in every sentence, one of more is a sentence. */
const LEAST_HAN = 2;
const MOST_HAN = 8;
/** Names that a label may have before it tells nothing, and parts that a name may have before it is a sentence. */
const MAX_NAMES = 3;
const MAX_PARTS = 4;

const CHINESE = /^(?:zh|cn)/i;

/** `name: '文字'`, `"name": "文字"`, `name=文字`. */
const ENTRY =
  /^[ \t]{0,40}["']?([\w.$ -]{2,60}?)["']?[ \t]{0,8}[:=]>?[ \t]{0,8}["'`]?([^"'`\n]{0,60}[\u3400-\u9fff][^"'`\n]{0,60})/gm;
const ESCAPED = /\\u([0-9a-fA-F]{4})/g;
const NOT_HAN = /[^\u3400-\u9fff]+/g;

/**
 * The request with the names under which the repository's own translations keep what it says in Chinese: where a table has
 * `cronjob: '计划任务'`, 计划任务 is `cronjob` in its code. Names as written weigh what the Chinese does.
 */
export function withTranslatedLabels(
  query: Query,
  corpus: Corpus,
  read: (path: string) => string | undefined,
): Query {
  if (query.chinese.length === 0) return query;
  const named = namesByLabel(query, corpus, read);
  // A label that is only a part of another one says less.
  const labels = [...named.keys()];
  const longest = labels.filter((label) => !labels.some((other) => other !== label && other.includes(label)));
  const weights = new Map(query.weights);
  for (const label of longest) {
    const weight = Math.max(...query.chinese.map(({ run, weight }) => run.includes(label) ? weight : 0));
    const best = [...named.get(label) ?? []].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(
      0,
      MAX_NAMES,
    );
    for (const [name] of best) {
      const words = wordsOf(name);
      for (const word of words) addToken(weights, word, weight / best.length / Math.sqrt(words.length));
    }
  }
  return longest.length === 0 ? query : { ...query, weights: heaviestFirst(weights) };
}

/** By label that the request says: the names it stands under, and how often each. */
function namesByLabel(
  query: Query,
  corpus: Corpus,
  read: (path: string) => string | undefined,
): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  const said = partsOf(query.chinese);
  let left = MAX_CHARS;
  for (const path of tables(corpus)) {
    const text = left > 0 ? read(path)?.slice(0, left) : undefined;
    if (text === undefined) continue;
    left -= text.length;
    const plain = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    for (const [, name = "", written = ""] of plain.matchAll(ENTRY)) {
      const label = written.replace(NOT_HAN, "");
      if (!said.has(label)) continue;
      const names = found.get(label) ?? new Map<string, number>();
      found.set(label, names.set(name, (names.get(name) ?? 0) + 1));
    }
  }
  return found;
}

/** Everything of a label's length that the request says in Chinese: tables have tens of thousands of labels, and a long request thousands of runs. */
function partsOf(runs: Query["chinese"]): Set<string> {
  const parts = new Set<string>();
  for (const { run } of runs) {
    for (let at = 0; at + LEAST_HAN <= run.length; at++) {
      const most = Math.min(MOST_HAN, run.length - at);
      for (let length = LEAST_HAN; length <= most; length++) parts.add(run.slice(at, at + length));
    }
  }
  return parts;
}

/** Tables of Chinese translations, by path. */
function tables(corpus: Corpus): string[] {
  const paths = new Set<string>();
  for (const folder of TRANSLATION_FOLDERS) {
    corpus.each(KEY.folder + folder, (document) => {
      const path = corpus.path(document);
      if (CHINESE.test(translationTag(path) ?? "")) paths.add(path);
    });
  }
  return [...paths].sort().slice(0, MAX_TABLES);
}

/** Words of content of a name's last part: `menu.toolbox.cron_job` is `cron_job`, `cron` and `job`; none of a whole sentence's. */
function wordsOf(name: string): string[] {
  const last = name.split(".").pop() ?? "";
  const words = last.split(/[ -]+/).flatMap(identifierTokens).filter((word) => !STOP_WORDS.has(word));
  return words.length > MAX_PARTS ? [] : words;
}
