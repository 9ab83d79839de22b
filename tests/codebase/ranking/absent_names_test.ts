import { assert, assertEquals } from "@std/assert";
import { absentNames } from "../../../lib/codebase/ranking/absent_names.ts";
import { conceptsOf } from "../../../lib/codebase/query/concepts.ts";

/** What is said of names that no file has, where the ranked files define these. */
function nearest(said: readonly string[], files: readonly (readonly string[])[]) {
  const ranked = files.map((_, document) => ({ document, path: "", score: 1, signals: NONE }));
  const frequency = new Map(said.map((name) => [name.toLowerCase(), 0]));
  const corpus = { names: (document: number) => files[document] ?? [] };
  const found = absentNames(conceptsOf(said.join(" "), said), { files: ranked, frequency }, corpus);
  return found.map(({ nearest }) => nearest && [nearest.name, nearest.document]);
}

const NONE = { definition: 0, fileName: 0, place: 0, commits: 0 };

Deno.test("the nearest name is a slip or two away, or joined otherwise; of equals the best ranked file's", () => {
  const files = [["parseHeader", "sendAll"], ["parse_headers", "parseHeaders", "connectTimeout"]];
  assertEquals(nearest(["parseHeadres"], files), [["parse_headers", 1]]);
  assertEquals(nearest(["connect_timeout"], files), [["connectTimeout", 1]]);
  assertEquals(nearest(["parseHaeder"], files), [["parseHeader", 0]]);
  assertEquals(nearest(["sendFew", "takeAll"], files), [undefined, undefined]);
});

Deno.test("five names are compared with a generated repository's half a million in seconds at most", () => {
  const words = "get set create update delete list describe put tag untag batch start stop user role policy"
    .split(
      " ",
    );
  const word = (at: number) => words[at % words.length] ?? "";
  const files = Array.from(
    { length: 60 },
    (_, file) =>
      Array.from(
        { length: 10_000 },
        (_, at) => `${word(at * 7 + file)}_${word(at * 3)}_${word(at >> 4)}${at}`,
      ),
  );
  const said = ["listUserPolicy9x", "describeRole7x", "putUserBatch5x", "untagPolicy3x", "createRoleTag1x"];
  const began = performance.now();
  assertEquals(nearest(said, files).length, 5);
  assert(performance.now() - began < 5000, `took ${performance.now() - began} ms`);
});
