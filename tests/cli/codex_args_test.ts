import { assertEquals, assertThrows } from "@std/assert";
import { parseWrapperArgs } from "../../lib/cli/codex_args.ts";
import { UsageError } from "../../lib/cli/usage_error.ts";

Deno.test("words are one prompt; what stands behind -- is codex's", () => {
  const parsed = parseWrapperArgs(["fix", "the", "bug", "--", "-s", "read-only", "--", "x"]);
  assertEquals([parsed.prompt, parsed.codexArgs], ["fix the bug", ["-s", "read-only", "--", "x"]]);
});

Deno.test("options take their value behind a space or an equals sign, before and behind the prompt", () => {
  const parsed = parseWrapperArgs(["--repo=/a b", "fix it", "--dry-run", "--format", "text", "--new"]);
  assertEquals(
    [parsed.repo, parsed.prompt, parsed.dryRun, parsed.format, parsed.fresh],
    ["/a b", "fix it", true, "text", true],
  );
});

Deno.test("no prompt and a lone - both mean stdin; an empty prompt is an empty prompt", () => {
  assertEquals(parseWrapperArgs([]).prompt, undefined);
  assertEquals(parseWrapperArgs(["-"]).prompt, undefined);
  assertEquals(parseWrapperArgs([""]).prompt, "");
});

Deno.test("a prompt that begins with a dash is a prompt where it has a space", () => {
  assertEquals(parseWrapperArgs(["- fix\n- this"]).prompt, "- fix\n- this");
  assertEquals(
    parseWrapperArgs(["--watch is broken in src/cli.ts"]).prompt,
    "--watch is broken in src/cli.ts",
  );
});

Deno.test("what cannot be understood is a usage error that names it", () => {
  assertThrows(() => parseWrapperArgs(["--dryrun", "x"]), UsageError, "unknown option --dryrun");
  assertThrows(() => parseWrapperArgs(["-s", "x"]), UsageError, "options of codex stand behind --");
  assertThrows(() => parseWrapperArgs(["x", "--format", "yaml"]), UsageError, "--format is json or text");
  assertThrows(() => parseWrapperArgs(["x", "--repo"]), UsageError, "--repo needs a value");
});
