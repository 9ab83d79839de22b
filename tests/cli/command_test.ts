import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { run as runCodex } from "../../lib/cli/codex.ts";
import { command, UsageError, usageText } from "../../lib/cli/command.ts";
import { run as context } from "../../lib/cli/context.ts";
import { run as continuous } from "../../lib/cli/continuous.ts";
import { run as files } from "../../lib/cli/files.ts";
import { run as index } from "../../lib/cli/index.ts";
import { run as setup } from "../../lib/cli/setup.ts";
import { run as trust } from "../../lib/cli/trust.ts";
import { run as why } from "../../lib/cli/why.ts";
import { WRAPPER } from "../../lib/cli/wrapper.ts";

/** What a command says of a command line that it does not understand. */
async function said(command: (args: string[]) => Promise<number>, args: string[]): Promise<string[]> {
  return usageText(await assertRejects(() => command(args), UsageError)).split("\n");
}

Deno.test("wrong usage is told in three lines: what is wrong and what was meant, how it is used, where more stands", async () => {
  assertEquals(await said(why, ["--lst", "1"]), [
    "unknown option --lst; did you mean --last?",
    "Usage: codex-auto why [--last N] [--repo DIR] [--open]",
    "codex-auto why --help tells more",
    "",
  ]);
  assertEquals((await said(setup, ["hok"])).slice(0, 3), [
    "unknown argument hok; did you mean hook?",
    "Usage: codex-auto setup hook [--claude] [--codex] [--gemini] [--opencode]",
    "codex-auto setup --help tells more",
  ]);
  assertEquals((await said(continuous, ["--continuous", "--no-tiu", "x"])).slice(0, 3), [
    "unknown option --no-tiu; options of the executor stand behind --; did you mean --no-tui?",
    'Usage: codex-auto --continuous [OPTIONS] "GOAL" [-- CODEX ARGS]',
    "codex-auto --continuous --help tells more",
  ]);
});

/** An option without its value, as an unset variable of a script leaves it, must not make another repository the one that is meant. */
for (
  const [command, args, first] of [
    [index, ["statsu"], "unknown argument statsu; did you mean status?"],
    [context, ["--reop=.", "x"], "unknown option --reop=.; did you mean --repo?"],
    [why, ["more"], "unknown argument more"],
    [why, ["--last", "0"], "--last is a whole number of at least 1"],
    [context, ["--format", "xml", "x"], '--format is text, json, hook or paths, not "xml"'],
    [context, ["--args", "{}", "x"], "--args needs a --tool before it"],
    [trust, [".mcp.jsn"], "unknown argument .mcp.jsn; did you mean .mcp.json?"],
    [trust, [".mcp.json", "more"], "unknown argument more"],
    [trust, ["--yes=no"], "--yes takes no value"],
    [trust, ["--repo", "--yes"], "--repo needs a value"],
    [files, ["show"], "say list, show ID or prune"],
    [
      runCodex,
      ["--dryrun", "x"],
      "unknown option --dryrun; options of codex stand behind --; did you mean --dry-run?",
    ],
    [
      continuous,
      ["lst"],
      "continuous has no command lst; a goal stands behind --continuous; did you mean list?",
    ],
    [continuous, ["list", "2026"], "list takes no run"],
    [continuous, ["--continuous", "--executor", "bard", "x"], '--executor is codex or claude, not "bard"'],
    [continuous, ["--continuous", "--max-cost=much", "x"], "--max-cost is an amount of USD, not much"],
    [continuous, ["--continuous", "--until=25:00", "x"], "--until is a time, HH:MM, not 25:00"],
    [runCodex, ["-s", "x"], "unknown option -s; options of codex stand behind --"],
  ] as const
) {
  Deno.test(`usage: ${args.join(" ")}: ${first}`, async () => {
    assertEquals((await said(command, [...args]))[0], first);
  });
}

Deno.test("the wrapper's options stand anywhere before --, and what has a space is a prompt whatever it begins with", async () => {
  const read = async (...args: string[]) => {
    const seen: unknown[] = [];
    await command(
      WRAPPER,
      ({ words, passed, has, value }) =>
        seen.push({ words, passed, dry: has("dry-run"), fresh: has("new"), repo: value("repo") }),
    )(args);
    return seen[0];
  };
  const none = { words: [], passed: [], dry: false, fresh: false, repo: undefined };
  assertEquals(await read("fix", "it", "--", "-s", "--", "x"), {
    ...none,
    words: ["fix", "it"],
    passed: ["-s", "--", "x"],
  });
  assertEquals(await read("--repo=/a b", "fix it", "--dry-run", "--new"), {
    ...none,
    words: ["fix it"],
    dry: true,
    fresh: true,
    repo: "/a b",
  });
  for (const word of ["-", "", "- fix\n- this", "--watch is broken in src/cli.ts"]) {
    assertEquals(await read(word), { ...none, words: [word] });
  }
});

Deno.test("a lone word is a command or wrong usage, and no prompt for codex; a sentence is one", async () => {
  const meant = { dcotor: "doctor", indx: "index", setpu: "setup", statsu: "status", version: "--version" };
  for (const [word, command] of Object.entries(meant)) {
    assertStringIncludes((await said(runCodex, [word]))[0] ?? "", `did you mean ${command}?`);
  }
  for (const words of [["init"], ["commit", "--new"]]) {
    assertStringIncludes((await said(runCodex, words))[0] ?? "", `"${words[0]}" is no command`);
  }
  assertStringIncludes((await said(runCodex, ["resume"])).join("\n"), "codex-auto resume --continuous");
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
