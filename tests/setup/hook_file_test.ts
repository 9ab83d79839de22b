import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parse } from "jsonc-parser";
import { CLAUDE_DENIED } from "../../lib/setup/client_hooks.ts";
import type { HookEntry } from "../../lib/setup/hook_file.ts";
import { addHook, HOOK_TIMEOUT_SECONDS, hookEntries, removeHook } from "../../lib/setup/hook_file.ts";
import { SetupError } from "../../lib/setup/setup_error.ts";

const ENTRY: HookEntry = {
  type: "command",
  command: "/home/a b/.claude/hooks/context-inject-global.sh",
  args: [],
  timeout: HOOK_TIMEOUT_SECONDS,
  statusMessage: "Looking up relevant code",
};

const FOREIGN = `{"type": "command", "command": "~/bin/log-prompt.sh"}`;

/** Settings as people have them; in each, our entry must come and go without a trace. */
const TEXTS: Record<string, string> = {
  "an empty object": "{}",
  "an empty file": "",
  "nothing but comments": "// my settings\n/* later */\n",
  "minified": `{"model":"opus","permissions":{"allow":["Bash(ls)"]}}`,
  "minified, with hooks": `{"hooks":{"UserPromptSubmit":[{"hooks":[{"type":"command","command":"x"}]}]}}`,
  "two spaces": `{\n  "model": "opus",\n  "env": {\n    "A": "1"\n  }\n}\n`,
  "tabs": `{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n`,
  "CRLF": `{\r\n  "model": "opus",\r\n  "hooks": {}\r\n}\r\n`,
  "a byte order mark": `\uFEFF{\n  "model": "opus"\n}\n`,
  "a byte order mark and nothing else": "\uFEFF",
  "comments everywhere":
    `// top\n{ // open\n  /* before */ "model": "opus", // after model\n  // before hooks\n  "hooks": { // in hooks\n    // nothing yet\n  } // after hooks\n  // last\n} // end\n`,
  "a comment with a comma before a trailing comma": `{\n  "model": "opus" /* a, b */ , // c, d\n}\n`,
  "trailing commas":
    `{\n  "hooks": {\n    "UserPromptSubmit": [\n      { "hooks": [${FOREIGN},], },\n    ],\n  },\n}\n`,
  "hooks of others in several groups":
    `{\n  "hooks": {\n    "UserPromptSubmit": [\n      {\n        "matcher": "x",\n        "hooks": [${FOREIGN}]\n      },\n      {\n        "hooks": [\n          ${FOREIGN}, // mine\n          {"type": "command", "command": "b", "timeout": 5}\n        ]\n      }\n    ],\n    "Stop": [{"hooks": [${FOREIGN}]}]\n  }\n}\n`,
  "an empty group": `{"hooks": {"UserPromptSubmit": [{}, {"hooks": []}]}}\n`,
  "odd groups of someone else":
    `{"hooks": {"UserPromptSubmit": [null, "x", {"hooks": {}}, {"hooks": [null, 3, {"command": 4}]}]}}`,
  "strings that look like syntax":
    `{\n  "a": "// no, {\\"hooks\\": []} /* */",\n  "url": "https://x/y,z"\n}\n`,
  "names that are special elsewhere": `{"__proto__": {"hooks": 1}, "constructor": 2}`,
  "a longer line that mentions us":
    `{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "tee log | codex-auto hook"}]}]}}`,
};

function value(text: string): unknown {
  return parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true }) ?? {};
}

/** What would be lost without a word. */
function comments(text: string): string[] {
  return text.match(/(?<!["\w:])\/\/ [^\n\r]*|\/\*.*?\*\//g) ?? [];
}

for (const [name, original] of Object.entries(TEXTS)) {
  Deno.test(`our entry comes and goes without a trace: ${name}`, () => {
    const installed = addHook(original, ENTRY, "settings.json");
    assertEquals(hookEntries(installed, "settings.json"), [ENTRY]);
    assertEquals(addHook(installed, ENTRY, "settings.json"), installed, "the second time changes nothing");
    if (original.includes("\r")) assert(!/(?<!\r)\n/.test(installed), "its line ends");
    assertEquals(removeHook(installed, original, "settings.json"), original);

    const edited = `// a later thought\n` + installed.replace(/\uFEFF/, "");
    const text = removeHook(edited, original, "settings.json") ?? "";
    assertStringIncludes(text, "// a later thought");
    assertEquals(value(text), value(original), "containers that the user had are kept, ours are not");

    const alone = removeHook(installed, undefined, "settings.json") ?? "{}";
    assertEquals(hookEntries(alone, "settings.json"), []);
    for (const comment of comments(original)) {
      for (const each of [installed, text, alone]) assertStringIncludes(each, comment);
    }
  });
}

const OLDER: Record<string, unknown> = {
  "the exec form with another path": {
    type: "command",
    command: "/old place/context-inject-global.sh",
    args: ["--x"],
    timeout: 5,
    note: "the user's own, as is a time in seconds",
  },
  "the older name": { type: "command", command: "/home/u/.claude/hooks/augment-context-global.sh" },
  "a shell line with ~": {
    type: "command",
    command: "~/.claude/hooks/context-inject-global.sh",
    timeout: 5000,
  },
  "a quoted shell line": {
    type: "command",
    command: `"$HOME/.claude/hooks/augment-context-global.sh" --format hook`,
  },
  "through bash": { type: "command", command: "bash ~/.claude/hooks/context-inject-global.sh" },
  "the program itself": { type: "command", command: "/usr/local/bin/codex-auto", args: ["hook"] },
  "the program in a shell line": { type: "command", command: "'/opt/a b/codex-auto' hook" },
};

for (const [name, old] of Object.entries(OLDER)) {
  Deno.test(`an older entry is brought up to date where it stands: ${name}`, () => {
    const settings = {
      hooks: { UserPromptSubmit: [{ hooks: [JSON.parse(FOREIGN), old] }, { hooks: [JSON.parse(FOREIGN)] }] },
    };

    const updated = addHook(JSON.stringify(settings, null, 2), ENTRY, "settings.json");

    const entries: unknown[] = hookEntries(updated, "settings.json");
    assertEquals(entries.length, 1);
    const { note, timeout } = Object(old);
    assertEquals(entries[0], { ...ENTRY, ...note && { note, timeout } });
    assertEquals(value(updated), {
      hooks: {
        UserPromptSubmit: [{ hooks: [JSON.parse(FOREIGN), entries[0]] }, { hooks: [JSON.parse(FOREIGN)] }],
      },
    });
    assertEquals(addHook(updated, ENTRY, "settings.json"), updated);
  });
}

Deno.test("entries that an older installer doubled become one, foreign ones stay", () => {
  const settings = (...groups: unknown[][]) =>
    JSON.stringify({ hooks: { UserPromptSubmit: groups.map((hooks) => ({ hooks })) } });
  const foreign = JSON.parse(FOREIGN);
  const doubled = settings([OLDER["the older name"]], [foreign, OLDER["through bash"]], [ENTRY]);
  assertEquals(value(addHook(doubled, ENTRY, "s")), value(settings([ENTRY], [foreign])));
  assertEquals(removeHook(doubled, undefined, "s"), settings([foreign]));
});

Deno.test("a file that held nothing but our entry is left with nothing", () => {
  assertEquals(removeHook(addHook("", ENTRY, "s"), undefined, "s"), undefined);
  assertEquals(removeHook(`{"a": 1}`, undefined, "s"), `{"a": 1}`);
});

const BROKEN: [string, string, string][] = [
  ["a missing brace", `{\n  "a": 1,\n  "b": [\n`, "settings.json:4: not valid JSON"],
  ["two values", `{}\n{}`, "settings.json:2: not valid JSON"],
  ["a list", `[]`, "settings.json:1: the file must be an object"],
  ["hooks is a list", `{\n  "hooks": []\n}`, `settings.json:2: "hooks" must be an object { … }`],
  ["hooks is null", `{"hooks": null}`, `settings.json:1: "hooks" must be an object { … }`],
  [
    "the event is none",
    `{\n "hooks": {\n "UserPromptSubmit": {}}}`,
    `json:3: "UserPromptSubmit" must be a list`,
  ],
];

for (const [name, text, message] of BROKEN) {
  Deno.test(`a file that cannot be understood is refused with its place: ${name}`, () => {
    assertThrows(() => addHook(text, ENTRY, "settings.json"), SetupError, message);
    assertThrows(() => removeHook(text, undefined, "settings.json"), SetupError, message);
  });
}

const denied = (text: string) => JSON.parse(text).permissions?.deny;

Deno.test("a file that has a key twice, of which clients read the last, is refused", () => {
  const text = '{"hooks":{},"model":"opus",\n"hooks":{"Stop":[]}}';
  assertThrows(() => addHook(text, ENTRY, "settings.json"), SetupError, "settings.json:1: has a key twice");
});

Deno.test("what gives the user's word is denied to models: rules are added once, after the user's own, and go again", () => {
  const original = '{"permissions": {"deny": ["Bash(rm:*)"]}}';
  const installed = addHook(original, ENTRY, "s", CLAUDE_DENIED);
  assertEquals(denied(installed), ["Bash(rm:*)", ...CLAUDE_DENIED]);
  assertEquals(addHook(installed, ENTRY, "s", CLAUDE_DENIED), installed);
  const edited = installed.replace('"Bash(rm:*)"', '"Bash(rm:*)", "Bash(ls:*)"');
  assertEquals(denied(removeHook(edited, original, "s", CLAUDE_DENIED) ?? ""), ["Bash(rm:*)", "Bash(ls:*)"]);

  const bare = addHook('{"model": "opus"}', ENTRY, "s", CLAUDE_DENIED).replace("opus", "sonnet");
  assertEquals(removeHook(bare, '{"model": "opus"}', "s", CLAUDE_DENIED), '{"model": "sonnet"}');
  const theirs = '{"permissions":{"deny":["Bash(codex-auto trust:*)"]}}';
  const both = addHook(theirs, ENTRY, "s", CLAUDE_DENIED);
  const left = removeHook(`${both} `, theirs, "s", CLAUDE_DENIED) ?? "";
  assertEquals(denied(left), ["Bash(codex-auto trust:*)"]);
});

Deno.test("where the user has taken the hook out by hand, the rules go if it is known what was there before", () => {
  const text = removeHook(addHook("{}", ENTRY, "s", CLAUDE_DENIED), "{ }", "s") ?? "";
  assertEquals(removeHook(text, "{}", "s", CLAUDE_DENIED), "{}");
  assertEquals(removeHook(text, undefined, "s", CLAUDE_DENIED), text);
});
