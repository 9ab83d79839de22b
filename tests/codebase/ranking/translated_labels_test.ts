import { assert, assertEquals } from "@std/assert";
import { MemoryCorpus } from "../../../lib/codebase/corpus/memory_corpus.ts";
import { shapeQuery } from "../../../lib/codebase/query/query.ts";
import { rank } from "../../../lib/codebase/ranking/rank.ts";
import { withTranslatedLabels } from "../../../lib/codebase/ranking/translated_labels.ts";

function corpusOf(texts: Readonly<Record<string, string>>): MemoryCorpus {
  const corpus = new MemoryCorpus();
  for (const [path, text] of Object.entries(texts)) corpus.add({ path, text, definitions: [], imports: [] });
  return corpus;
}

/** Words of a request with those that its repository's tables give, by weight. */
const weights = (request: string, tables: Readonly<Record<string, string>>) =>
  withTranslatedLabels(shapeQuery(request), corpusOf(tables), (path) => tables[path]).weights;

const FORMS = [
  ["web/src/lang/zh.ts", "export default {\n  menu: {\n    lanternjob: '灯笼作业',\n  },\n};\n"],
  ["web/src/i18n/langs/zh.json", '{\n  "lanternjob": "灯笼作业"\n}\n'],
  ["src/main/resources/i18n/app_zh_CN.properties", "menu.lanternjob=\\u706f\\u7b3c\\u4f5c\\u4e1a\n"],
  ["config/locales/zh-CN.yml", "zh-CN:\n  menu:\n    lanternjob: 灯笼作业\n"],
] as const;

for (const [path, text] of FORMS) {
  Deno.test(`what ${path} calls a thing in Chinese is found by its name in code`, () => {
    assert(weights("修复灯笼作业的状态显示", { [path]: text }).has("lanternjob"));
  });
}

Deno.test("the code that uses a label comes before the table that translates it", () => {
  const others = Array.from({ length: 200 }, (_, at) => `  other${at}: '别的${at}',\n`).join("");
  const texts: Record<string, string> = {
    "web/src/lang/zh.ts": `export default {\n  lanternjob: '灯笼作业',\n${others}};\n`,
    "web/lanternjob.vue": "<template>{{ $t('lanternjob') }}</template>\n",
    "web/host.vue": "<template>{{ $t('host') }}</template>\n",
  };
  const corpus = corpusOf(texts);
  const query = withTranslatedLabels(shapeQuery("灯笼作业没有按时执行"), corpus, (path) => texts[path]);
  const { files } = rank(corpus, query, { deadline: performance.now() + 10_000, limit: 5 });
  assertEquals(files.map(({ path }) => path).slice(0, 2), ["web/lanternjob.vue", "web/src/lang/zh.ts"]);
});

Deno.test("a label inside a longer one that the request says counts no more", () => {
  const table = { "src/locales/zh.ts": "{\n  lantern: '灯笼',\n  lanternjob: '灯笼作业',\n}\n" };
  const found = weights("灯笼作业失败", table);
  assert(found.has("lanternjob"));
  assert(!found.has("lantern"));
});
