import { assertEquals } from "@std/assert";
import { filesMeant } from "../../lib/codebase/files/source_file.ts";

const FILES = [
  "src/app/views.py",
  "src/shop/views.py",
  "src/shop/cart.py",
  ...Array.from({ length: 5 }, (_, at) => `m${at}/index.ts`),
];

Deno.test("a written path means the file with the longest common tail", () => {
  assertEquals(filesMeant("/srv/site-packages/shop/views.py", FILES), ["src/shop/views.py"]);
  assertEquals(filesMeant("C:\\work\\shop\\cart.py", FILES), ["src/shop/cart.py"]);
  assertEquals(filesMeant("./src/app/views.py", FILES), ["src/app/views.py"]);
  assertEquals(filesMeant("../../etc/passwd", FILES), []);
});

Deno.test("a name alone means up to three files; behind another folder, only a file that is the only one of its name", () => {
  assertEquals(filesMeant("views.py", FILES), ["src/app/views.py", "src/shop/views.py"]);
  assertEquals(filesMeant("index.ts", FILES), []);
  assertEquals(filesMeant("other/views.py", FILES), []);
  assertEquals(filesMeant("other/cart.py", FILES), ["src/shop/cart.py"]);
});
