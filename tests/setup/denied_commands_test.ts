/** What gives the user's word is denied to models by the clients' own rules, and these go again without a trace. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { codexHooks } from "../../lib/setup/client_hooks.ts";
import { addDenied, DENIED_COMMANDS, removeDenied } from "../../lib/setup/denied_commands.ts";
import { addHook, removeHook } from "../../lib/setup/hook_file.ts";
import { Jsonc } from "../../lib/setup/jsonc.ts";
import { installHook, uninstallHook } from "../../lib/setup/hook_installation.ts";

const ENTRY = {
  type: "command",
  command: "/x/context-inject-global.sh",
  timeout: 15,
  statusMessage: "s",
} as const;

const denied = (text: string) => addDenied(new Jsonc(text, "s"), DENIED_COMMANDS).text;

Deno.test("Claude Code's rules are added once, after the user's own", () => {
  const text = denied('{"permissions": {"deny": ["Bash(rm:*)"]}}');
  assertEquals(JSON.parse(text).permissions.deny, ["Bash(rm:*)", ...DENIED_COMMANDS]);
  assertEquals(denied(text), text);
});

Deno.test("they go when the user has edited the file since, and what the user has denied stays", () => {
  const original = '{\n  "model": "opus"\n}\n';
  const installed = addHook(original, ENTRY, "s", DENIED_COMMANDS);
  const edited = installed.replace('"opus"', '"sonnet"').replace(
    '"Bash(codex-auto allow:*)"',
    '"Bash(rm:*)",\n$&',
  );
  const { text = "" } = removeHook(edited, original, "s", false, DENIED_COMMANDS);
  assertEquals(JSON.parse(text), { model: "sonnet", permissions: { deny: ["Bash(rm:*)"] } });
  const without = removeHook(installed.replace("opus", "sonnet"), original, "s", false, DENIED_COMMANDS);
  assertEquals(without.text, original.replace("opus", "sonnet"));
  const theirs = '{"permissions":{"deny":["Bash(codex-auto trust:*)"]}}';
  assertEquals(
    removeHook(addHook(theirs, ENTRY, "s", DENIED_COMMANDS), theirs, "s", false, DENIED_COMMANDS).text,
    theirs,
  );
});

Deno.test("they go as well where the user has taken the hook out by hand, if it is known what was there before", () => {
  const text = denied("{}");
  assertEquals(removeHook(text, "{}", "s", false, DENIED_COMMANDS), { found: true, text: "{}" });
  assertEquals(removeHook(text, undefined, "s", false, DENIED_COMMANDS), { found: false, text });
  assertEquals(removeDenied(new Jsonc("{}", "s"), DENIED_COMMANDS, undefined).text, "{}");
});

Deno.test("Codex's rules are a file of our own: written once, taken away with its folder, never in place of another's", () => {
  const home = Deno.makeTempDirSync();
  try {
    const world = {
      now: () => new Date(0),
      elapsed: () => 0,
      nonce: () => "0",
      env: (name: string) => name === "HOME" ? home : undefined,
    };
    const hooks = codexHooks(world);
    const file = `${home}/.codex/rules/auto-tools.rules`;
    installHook(hooks, "/opt/bin/codex-auto");
    const text = Deno.readTextFileSync(file);
    assertStringIncludes(text, 'pattern = ["codex-auto", ["allow", "trust"]]');
    assertEquals(installHook(hooks, "/opt/bin/codex-auto").map(({ action }) => action), ["already set up"]);
    assertEquals(Deno.readTextFileSync(file), text);
    uninstallHook(hooks);
    assertEquals([...Deno.readDirSync(home)], []);

    Deno.mkdirSync(`${home}/.codex/rules`, { recursive: true });
    Deno.writeTextFileSync(file, "# mine\n");
    installHook(hooks, "/opt/bin/codex-auto");
    uninstallHook(hooks);
    assertEquals(Deno.readTextFileSync(file), "# mine\n");
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
});
