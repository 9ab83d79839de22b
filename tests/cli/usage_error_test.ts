import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { run as runCodex } from "../../lib/cli/codex.ts";
import { nearest } from "../../lib/cli/nearest.ts";
import { UsageError, usageText } from "../../lib/cli/usage_error.ts";
import { HELP as INDEX } from "../../lib/cli/index.ts";
import { HELP as WHY } from "../../lib/cli/why.ts";
import { HELP as FILES } from "../../lib/cli/files.ts";

Deno.test("wrong usage is told in three lines: what is wrong and what was meant, how it is used, where more stands", () => {
  assertEquals(
    usageText(new UsageError("unknown argument --lst", WHY)).split("\n"),
    [
      "unknown argument --lst; did you mean --last?",
      "Usage: codex-auto why [--last N] [--repo DIR] [--format text|json]",
      "codex-auto why --help tells more",
      "",
    ],
  );
});

for (
  const [message, help, meant] of [
    ["index: statsu is not understood", INDEX, "status"],
    ["unknown action prun", FILES, "prune"],
    ["unknown option --reop", INDEX, "--repo"],
    ["index: xyzzy is not understood", INDEX, undefined],
    ["--last is a whole number of at least 1", WHY, undefined],
  ] as const
) {
  Deno.test(`"${message}": ${meant ?? "nothing"} was meant`, () => {
    const [first = ""] = usageText(new UsageError(message, help)).split("\n");
    assertEquals(first, message + (meant === undefined ? "" : `; did you mean ${meant}?`));
  });
}

Deno.test("a mistyped command is no prompt for codex; a sentence and another word are", async () => {
  for (const word of ["dcotor", "indx", "setpu"]) {
    const error = await assertRejects(() => runCodex([word]), UsageError);
    assertStringIncludes(usageText(error), "did you mean");
  }
  let asked = 0;
  const orchestrate = () => {
    asked++;
    return Promise.reject(new Error("asked"));
  };
  for (const prompt of ["ping", "explain doctor to me", "commit"]) {
    await runCodex(["--dry-run", prompt], orchestrate).catch(() => 0);
  }
  assertEquals(asked, 3);
});

Deno.test("the nearest word: a slip in a short one, two in a long one, swapped neighbours count once", () => {
  assertEquals(nearest("dcotor", ["doctor", "index"]), "doctor");
  assertEquals(nearest("--formta", ["--format", "--from"]), "--format");
  assertEquals(nearest("why", ["why"]), undefined);
  assert(nearest("ab", ["ac"]) === undefined);
});
