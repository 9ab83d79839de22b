import { type Corpus, KEY } from "../corpus/corpus.ts";
import { TRANSLATION_FOLDERS, translationTag } from "../files/file_kind.ts";
import { addToken, heaviestFirst, type Query } from "../query/query.ts";
import { STOP_WORDS } from "../query/common_words.ts";
import { bump, identifierTokens } from "../query/tokens.ts";

/** Tables that are read, and characters of all of them. */
const MAX_TABLES = 40;
const MAX_CHARS = 1_000_000;
/** Chinese characters of a request that labels are looked for in. */
const MAX_SAID = 4000;
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

/** The request with the names under which the repository's own translations keep what it says in Chinese: where a table has `cronjob: '计划任务'`, 计划任务 is `cronjob` in its code. Names as written weigh what the Chinese does. */
export function withTranslatedLabels(
  query: Query,
  corpus: Corpus,
  read: (path: string) => string | undefined,
): Query {
  if (query.chinese.length === 0) return query;
  const said = query.chinese.map(({ run }) => run).join(" ").slice(0, MAX_SAID);
  const named = new Map<string, Map<string, number>>();
  let left = MAX_CHARS;
  for (const path of tables(corpus)) {
    const text = left > 0 ? read(path)?.slice(0, left) ?? "" : "";
    left -= text.length;
    const plain = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    for (const [, name = "", written = ""] of plain.matchAll(ENTRY)) {
      const label = written.replace(NOT_HAN, "");
      if (label.length < LEAST_HAN || label.length > MOST_HAN || !said.includes(label)) continue;
      const names = named.get(label) ?? new Map<string, number>();
      named.set(label, names);
      bump(names, name, 1);
    }
  }
  const weights = new Map(query.weights);
  for (const [label, names] of named) {
    // A label that is only a part of another one says less.
    if ([...named.keys()].some((other) => other !== label && other.includes(label))) continue;
    const weight = Math.max(...query.chinese.map(({ run, weight }) => run.includes(label) ? weight : 0));
    const best = [...names].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_NAMES);
    for (const [name] of best) {
      const words = wordsOf(name);
      for (const word of words) addToken(weights, word, weight / best.length / Math.sqrt(words.length));
    }
  }
  return named.size === 0 ? query : { ...query, weights: heaviestFirst(weights) };
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
