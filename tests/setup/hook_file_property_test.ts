import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { HOOK_TIMEOUT_SECONDS, type HookEntry } from "../../lib/setup/hook_entry.ts";
import { addHook, hookEntries, removeHook } from "../../lib/setup/hook_file.ts";
import { holds } from "../fixtures/property.ts";

const entry: HookEntry = {
  type: "command",
  command: "/home/a/.claude/hooks/context-inject-global.sh",
  args: [],
  timeout: HOOK_TIMEOUT_SECONDS,
  statusMessage: "Looking up relevant code",
};

/** Settings as a JSON value: other people's keys, hooks of several events, groups of several entries. */
const foreign = fc.record({ type: fc.constant("command"), command: fc.string({ maxLength: 12 }) });
const groups = fc.array(
  fc.record({ matcher: fc.string({ maxLength: 5 }), hooks: fc.array(foreign, { maxLength: 3 }) }, {
    requiredKeys: ["hooks"],
  }),
  { maxLength: 3 },
);
const settings = fc.record({
  model: fc.string({ maxLength: 8 }),
  env: fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  hooks: fc.record({ UserPromptSubmit: groups, Stop: groups }, { requiredKeys: [] }),
}, { requiredKeys: [] });

/** The value as somebody may have written it: any indentation and line ends, comments between the lines, a byte order mark. */
const written = fc.tuple(
  settings,
  fc.constantFrom("", "  ", "    ", "\t"),
  fc.constantFrom("\n", "\r\n"),
  fc.array(fc.nat(12), { maxLength: 3 }),
  fc.boolean(),
  fc.boolean(),
).map(([value, indent, newline, comments, mark, last]) => {
  const lines = JSON.stringify(value, null, indent).split("\n");
  if (indent !== "") {
    for (const at of comments) lines.splice(1 + at % lines.length, 0, "// mine, and it stays");
  }
  return `${mark ? "\ufeff" : ""}${lines.join(newline)}${last ? newline : ""}`;
});

Deno.test("property: our entry is there once after adding it, twice changes nothing, and what others have stays", () => {
  holds(
    fc.property(written, (text) => {
      const added = addHook(text, entry, "settings.json");
      assertEquals(addHook(added, entry, "settings.json"), added);
      assertEquals(hookEntries(added, "settings.json").length, 1);
      const [before, after] = [parse(text.replace("\ufeff", "")), parse(added.replace("\ufeff", ""))];
      assertEquals({ ...after, hooks: null }, { ...before, hooks: null });
      assertEquals(after.hooks.Stop, before.hooks?.Stop);
      assert(JSON.stringify(after.hooks.UserPromptSubmit).includes(entry.command));
    }),
    300,
  );
});

Deno.test("property: taking our entry out again gives back the text, byte for byte", () => {
  holds(
    fc.property(written, (text) => {
      const { found, text: left } = removeHook(addHook(text, entry, "settings.json"), text, "settings.json");
      assertEquals(found, true);
      assertEquals(left, text);
    }),
    300,
  );
});
