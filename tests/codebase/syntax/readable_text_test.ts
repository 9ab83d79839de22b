import { assert, assertEquals } from "@std/assert";
import { language } from "../../../lib/codebase/files/languages.ts";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";
import { readableText } from "../../../lib/codebase/syntax/readable_text.ts";

/** What a grammar stumbles over: `Shop.open:3` for each definition that is found all the same. */
const CASES: Record<string, { path: string; text: string; found: string[] }> = {
  "items of Rust in a macro that is only written around them": {
    path: "a.rs",
    text:
      "cfg_net! {\n    /// Opens { it.\n    #[cfg(\n        unix,\n    )]\n    pub fn open() { listen(); }\n}\n\nimpl Shop {\n    cfg_a! {\n        cfg::b! {\n            pub fn sell(&self) { open(); }\n        }\n    }\n}\n",
    found: ["open:6", "Shop:9", "Shop.sell:12"],
  },
  "rules of Rust between such items": {
    path: "a.rs",
    text:
      "cfg_io! {\n    macro_rules! reads {\n        ($($name:ident)*) => { $(fn $name();)* };\n    }\n\n    pub trait Read {\n        fn read();\n    }\n}\n",
    found: ["reads:2", "Read:6", "Read.read:7"],
  },
  "macros of C on lines of their own and before types": {
    path: "a.c",
    text:
      "BEGIN_DECLS\n\n/* Opens. */\nAPI_EXPORT int opened(Shop *shop)\n{\n  return 1;\n}\nEND_DECLS\n#define KEPT int x\n",
    found: ["opened:4", "KEPT:9"],
  },
};

for (const [what, { path, text, found }] of Object.entries(CASES)) {
  Deno.test(`read are ${what}`, async () => {
    for (const written of [text, text.replaceAll("\n", "\r\n")]) {
      const parser = outliner();
      const outline = await parser.outline(written, language(path), path);
      parser.close();
      const names = outline?.definitions.map(({ container, name, line }) =>
        `${container === undefined ? "" : `${container}.`}${name}:${line}`
      );
      assertEquals(names, found);
    }
  });
}

Deno.test("what a macro of Rust makes something else of is left as it is", () => {
  for (
    const text of [
      "fn f() {\n    quote! {\n        impl Shop for #name {\n            fn open() {}\n        }\n    }\n}\n",
      "tokio::select! {\n    x = f() => {}\n}\n",
      "forwarded! {\n    (), Box<CStr>, make\n}\n",
    ]
  ) assertEquals(readableText(text, "rust"), text);
});

Deno.test("a hostile text is made readable in linear time, and as long as it was", () => {
  const started = performance.now();
  for (
    const part of [
      "ABC(",
      "ABC ",
      "ABC\n",
      "\n#\\",
      ", ABC((",
      "a! {\n",
      "  a! {\n}\n",
      "class ABC ",
      "ABC a<",
    ]
  ) {
    const text = part.repeat(100_000);
    for (const grammar of ["c", "cpp", "rust"] as const) {
      assertEquals(readableText(text, grammar).length, text.length);
    }
  }
  assert(performance.now() - started < 15_000);
});
