import { assertEquals } from "@std/assert";
import { KIND } from "../../../lib/codebase/corpus/corpus.ts";
import { fileKind, translationTag } from "../../../lib/codebase/files/file_kind.ts";

const TABLES: readonly (readonly [path: string, tag: string])[] = [
  ["src/locales/zh-CN.ts", "zh-CN"],
  ["frontend/src/lang/modules/zh.ts", "zh"],
  ["ui/src/locales/lang/zh_CN/common.ts", "zh_CN"],
  ["server/src/main/resources/i18n/core_zh_CN.properties", "zh_CN"],
  ["config/locales/devise.pt-BR.yml", "pt-BR"],
  ["apps/locales/zh_Hant/LC_MESSAGES/django.po", "zh_Hant"],
  ["src/i18n/langs/en.json", "en"],
];

for (const [path, tag] of TABLES) {
  Deno.test(`${path} is a table of translations`, () => {
    assertEquals(translationTag(path), tag);
    assertEquals(fileKind(path) & KIND.record, KIND.record);
  });
}

const OTHERS = [
  "src/zh.ts",
  "core/lang/id/NanoId.java",
  "src/lang/parser.ts",
  "src/i18n/index.ts",
  "lib/languages/go.ts",
  "src/locale/format.ts",
];

for (const path of OTHERS) {
  Deno.test(`${path} is none`, () => {
    assertEquals(translationTag(path), undefined);
    assertEquals(fileKind(path) & KIND.record, 0);
  });
}
