import { assertEquals } from "@std/assert";
import { onceAFile } from "../../../lib/codebase/structure/once_a_file.ts";

Deno.test("what is asked of a file again is not worked out again, nothing found too; another file is another question", () => {
  const asked: string[] = [];
  const find = onceAFile((file: { path: string }, key) => {
    asked.push(`${file.path} ${key}`);
    return key === "a" ? file.path : undefined;
  });
  const [one, other] = [{ path: "one" }, { path: "other" }];
  assertEquals([find(one, "a"), find(one, "a"), find(one, "b"), find(one, "b"), find(other, "a")], [
    "one",
    "one",
    undefined,
    undefined,
    "other",
  ]);
  assertEquals(asked, ["one a", "one b", "other a"]);
});
