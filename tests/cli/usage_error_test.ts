import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { run as allow } from "../../lib/cli/allow.ts";
import { run as runCodex } from "../../lib/cli/codex.ts";
import { run as context } from "../../lib/cli/context.ts";
import { run as continuous } from "../../lib/cli/continuous.ts";
import { run as files } from "../../lib/cli/files.ts";
import { run as index } from "../../lib/cli/index.ts";
import { nearest } from "../../lib/cli/nearest.ts";
import { run as setup } from "../../lib/cli/setup.ts";
import { run as trust } from "../../lib/cli/trust.ts";
import { UsageError, usageText } from "../../lib/cli/usage_error.ts";
import { run as why } from "../../lib/cli/why.ts";

/** What a command says of a command line that it does not understand. */
async function said(command: (args: string[]) => Promise<number>, args: string[]): Promise<string[]> {
  return usageText(await assertRejects(() => command(args), UsageError)).split("\n");
}

Deno.test("wrong usage is told in three lines: what is wrong and what was meant, how it is used, where more stands", async () => {
  assertEquals(await said(why, ["--lst", "1"]), [
    "unknown argument --lst; did you mean --last?",
    "Usage: codex-auto why [--last N] [--repo DIR] [--format text|json]",
    "codex-auto why --help tells more",
    "",
  ]);
  assertEquals((await said(setup, ["hok"])).slice(0, 3), [
    "unknown action hok; did you mean hook?",
    "Usage: codex-auto setup hook [--claude] [--codex]",
    "codex-auto setup --help tells more",
  ]);
  assertEquals((await said(continuous, ["--continuous", "--no-tiu", "x"])).slice(0, 3), [
    "unknown option --no-tiu; options of the executor stand behind --; did you mean --no-tui?",
    'Usage: codex-auto --continuous [OPTIONS] "GOAL" [-- CODEX ARGS]',
    "More: codex-auto continuous --help",
  ]);
});

for (
  const [command, args, first] of [
    [index, ["statsu"], "statsu is not understood; did you mean status?"],
    [files, ["prun"], "unknown action prun; did you mean prune?"],
    [context, ["--reop=.", "x"], "unknown argument --reop=.; did you mean --repo?"],
    [index, ["xyzzy"], "xyzzy is not understood"],
    [why, ["--last", "0"], "--last is a whole number of at least 1"],
    [why, ["--format", "xml"], '--format is text or json, not "xml"'],
    [context, ["--format", "xml", "x"], '--format is text, json, hook or paths, not "xml"'],
    [trust, [".mcp.jsn"], "unknown argument .mcp.jsn; did you mean .mcp.json?"],
    [trust, [".mcp.json", "more"], "unknown argument more"],
  ] as const
) {
  Deno.test(`usage: ${args.join(" ")}: ${first}`, async () => {
    assertEquals((await said(command, [...args]))[0], first);
  });
}

/** What an unset variable of a script leaves of an option must not make another repository the one that is meant. */
for (
  const [command, args, option] of [
    [trust, ["--yes", "--repo="], "--repo"],
    [trust, ["--repo", "--yes"], "--repo"],
    [index, ["build", "--repo", ""], "--repo"],
    [context, ["--repo=", "x"], "--repo"],
    [context, ["--prompt-file=", "x"], "--prompt-file"],
    [why, ["--repo"], "--repo"],
    [files, ["prune", "--all", "--conversation="], "--conversation"],
    [allow, ["--revoke="], "--revoke"],
  ] as const
) {
  Deno.test(`usage: ${args.join(" ")} lacks a value`, async () => {
    assertEquals((await said(command, [...args]))[0], `${option} needs a value`);
  });
}

Deno.test("a mistyped command is no prompt for codex; a sentence and another word are", async () => {
  for (const word of ["dcotor", "indx", "setpu"]) {
    const error = await assertRejects(() => runCodex([word]), UsageError);
    assertStringIncludes(usageText(error), "did you mean");
  }
  const resume = await assertRejects(() => runCodex(["resume"]), UsageError);
  assertStringIncludes(usageText(resume), "codex-auto resume --continuous");
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
