import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { clientHooks, switchedOff } from "../../lib/setup/client_hooks.ts";
import { parse } from "jsonc-parser";
import { hookEntries } from "../../lib/setup/hook_file.ts";
import type { ClientHooks } from "../../lib/setup/hook_installation.ts";
import { installedHook, installHook, uninstallHook } from "../../lib/setup/hook_installation.ts";
import { SetupError } from "../../lib/setup/setup_error.ts";
import { tree, write } from "../fixtures/tree.ts";
import { stillWorld } from "../still_world.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const BINARY = "/opt/bin/codex-auto";
const SETTINGS = `{\n  // mine\n  "model": "opus",\n}\n`;

/** A home of its own, with characters that shells and formats trip over; removed afterwards. */
const withHome = (test: (home: string, hooks: ClientHooks) => void) =>
  inTemporaryFolder((root) => {
    const home = `${root}/it's "a"\n$HOME \`x\``;
    Deno.mkdirSync(home);
    test(home, clientHooks("claude", stillWorld({ HOME: home })));
  });

function modeOf(path: string): number {
  return (Deno.statSync(path).mode ?? 0) & 0o7777;
}

/** What each situation starts from; installation and removal must lead back to it, whatever it is. */
const SITUATIONS: Record<string, (home: string) => void> = {
  "no ~/.claude": () => {},
  "empty folders": (home) => {
    Deno.mkdirSync(`${home}/.claude/hooks`, { recursive: true });
    Deno.chmodSync(`${home}/.claude/hooks`, 0o755);
    Deno.chmodSync(`${home}/.claude`, 0o755);
  },
  "no settings, other hooks": (home) => write(`${home}/.claude/hooks/mine.sh`, "#!/bin/sh\n", 0o755),
  "settings with a comment": (home) => write(`${home}/.claude/settings.json`, SETTINGS),
  "one of the denied commands was denied already, among others": (home) =>
    write(
      `${home}/.claude/settings.json`,
      `{"permissions":{"deny":["Bash(rm:*)","Bash(codex-auto allow:*)"]}}`,
    ),
  "permissions of another shape": (home) =>
    write(`${home}/.claude/settings.json`, `{"permissions": {"allow": ["Bash(ls:*)"], "deny": {}}}\n`),
  "settings that are a link into a dotfiles folder": (home) => {
    write(`${home}/dotfiles/claude.json`, SETTINGS, 0o640);
    Deno.mkdirSync(`${home}/.claude`);
    Deno.symlinkSync("../dotfiles/claude.json", `${home}/.claude/settings.json`);
  },
  "~/.claude is a link": (home) => {
    write(`${home}/dotfiles/settings.json`, SETTINGS);
    Deno.symlinkSync("dotfiles", `${home}/.claude`);
  },
};

for (const [name, make] of Object.entries(SITUATIONS)) {
  Deno.test(`installation, twice, and removal lead back to the start: ${name}`, () =>
    withHome((home, hooks) => {
      make(home);
      const before = tree(home);

      const first = installHook(hooks, BINARY);
      const installed = tree(home);
      const second = installHook(hooks, BINARY);

      const shim = `${home}/.claude/hooks/context-inject-global.sh`;
      assert(first.some(({ action, path }) => action === "wrote" && path === shim));
      assertEquals(second, [{ action: "already set up", path: `${home}/.claude/settings.json` }]);
      assertEquals(tree(home), installed, "the second time touches nothing");
      const text = Deno.readTextFileSync(`${home}/.claude/settings.json`);
      const statusMessage = "Looking up relevant code";
      const entry = { type: "command", command: shim, args: [], timeout: 15, statusMessage };
      assertEquals(hookEntries(text, "s"), [entry, entry], "for prompts and for subagents");
      assertStringIncludes(Deno.readTextFileSync(shim), `binary='${BINARY}'`);
      assertEquals(modeOf(shim), 0o755);
      if (before["/.claude"] === undefined) assertEquals(modeOf(`${home}/.claude`), 0o700);

      uninstallHook(hooks);
      assertEquals(tree(home), before);
      assertEquals(uninstallHook(hooks), [], "a second removal finds nothing");
    }));
}

Deno.test("removal leaves a folder that others have come to use, and what they wrote", () =>
  withHome((home, hooks) => {
    installHook(hooks, BINARY);
    write(`${home}/.claude/history.jsonl`, "{}\n");
    uninstallHook(hooks);
    assertEquals(Object.keys(tree(home)), ["/.claude", "/.claude/history.jsonl"]);
  }));

Deno.test("the first original is kept until removal, whatever is changed and installed again in between", () =>
  withHome((home, hooks) => {
    const file = `${home}/.claude/settings.json`;
    write(file, SETTINGS);
    const changes = installHook(hooks, BINARY);
    assertEquals(changes.find(({ action }) => action === "kept")?.path, `${file}.auto-tools-backup`);

    Deno.writeTextFileSync(file, Deno.readTextFileSync(file).replace("opus", "haiku"));
    Deno.writeTextFileSync(file, Deno.readTextFileSync(file).replace("context-inject", "augment-context"));
    installHook(hooks, "/elsewhere/codex-auto");
    assertEquals(Deno.readTextFileSync(`${file}.auto-tools-backup`), SETTINGS);
    assertStringIncludes(
      Deno.readTextFileSync(`${home}/.claude/hooks/context-inject-global.sh`),
      "binary='/elsewhere/codex-auto'",
    );

    uninstallHook(hooks);
    assertEquals(Deno.readTextFileSync(file), SETTINGS.replace("opus", "haiku"));
    assertEquals(Object.keys(tree(home)), ["/.claude", "/.claude/settings.json"]);
  }));

const LOSSES: Record<string, (file: string) => void> = {
  "are gone": Deno.removeSync,
  "were cut off": (file) => write(file, ""),
  "were written anew": (file) => write(file, "{}"),
  "have never had the hook": (file) => write(file, SETTINGS),
};
for (const [lost, lose] of Object.entries(LOSSES)) {
  Deno.test(`a backup that may be the last copy is not removed: settings that ${lost}`, () =>
    withHome((home, hooks) => {
      const file = `${home}/.claude/settings.json`;
      write(file, SETTINGS);
      installHook(hooks, BINARY);
      lose(file);
      assertEquals(uninstallHook(hooks).at(-1)?.action, "kept");
      assertEquals(Deno.readTextFileSync(`${file}.auto-tools-backup`), SETTINGS);
      const left = Object.keys(tree(home)).filter((path) => !path.endsWith("/settings.json"));
      assertEquals(left, ["/.claude", "/.claude/settings.json.auto-tools-backup"]);
    }));
}

Deno.test("settings that switch all hooks off are recognised, a comment that says so is not", () => {
  for (
    const [text, by] of [
      [`\uFEFF{"disableAllHooks": true}`, "disableAllHooks"],
      [`{"disableAllHooks": false} // "disableAllHooks": true`, undefined],
      [`{"hooksConfig": {"enabled": false}}`, "hooksConfig.enabled"],
      [`{"hooksConfig": {"disabled": ["other", "auto-tools"]}}`, "hooksConfig.disabled"],
      [`{"hooksConfig": {"disabled": ["other"]}}`, undefined],
      ["", undefined],
    ] as const
  ) {
    assertEquals(switchedOff(text, "s"), by, text);
  }
});

/** What stands in the way, and what is said about it; in each, not a byte may change. */
const OBSTACLES: Record<string, [(home: string) => void, RegExp]> = {
  "read-only settings": [
    (home) => write(`${home}/.claude/settings.json`, SETTINGS, 0o444),
    /settings\.json: is read-only; make it writable/,
  ],
  "a folder in the place of the settings": [
    (home) => Deno.mkdirSync(`${home}/.claude/settings.json`, { recursive: true }),
    /settings\.json: is not a file/,
  ],
  "a link that leads nowhere": [(home) => {
    Deno.mkdirSync(`${home}/.claude`);
    Deno.symlinkSync("gone.json", `${home}/.claude/settings.json`);
  }, /settings\.json: is a symbolic link that leads nowhere/],
  "a file in the place of the hooks folder": [
    (home) => write(`${home}/.claude/hooks`, "mine"),
    /hooks\/context-inject-global\.sh.*: cannot read it \(Not a directory/,
  ],
  "a shim that somebody else wrote": [
    (home) => write(`${home}/.claude/hooks/context-inject-global.sh`, "#!/bin/sh\necho mine\n", 0o755),
    /context-inject-global\.sh.*is not one that codex-auto wrote; move it away/,
  ],
  "settings that are not UTF-8": [(home) => {
    Deno.mkdirSync(`${home}/.claude`);
    Deno.writeFileSync(`${home}/.claude/settings.json`, new Uint8Array([0x7b, 0xff, 0x7d]));
  }, /settings\.json: is not UTF-8/],
};

for (const [name, [make, message]] of Object.entries(OBSTACLES)) {
  Deno.test(`what stands in the way is named and nothing is half-written: ${name}`, () =>
    withHome((home, hooks) => {
      make(home);
      const files = () => JSON.stringify([...Deno.readDirSync(home)].map(({ name }) => name).sort());
      const before = files();
      const error = assertThrows(() => installHook(hooks, BINARY), SetupError);
      assertMatch(error.message, message);
      assertEquals(files(), before);
      const inside = Deno.statSync(`${home}/.claude`).isDirectory
        ? [...Deno.readDirSync(`${home}/.claude`)].map(({ name }) => name)
        : [];
      assertEquals(inside.filter((each) => each.includes("backup") || each.includes("tmp")), []);
    }));
}

Deno.test({
  name: "a folder that cannot be written leaves settings as they were",
  ignore: Deno.uid() === 0,
  fn: () =>
    withHome((home, hooks) => {
      write(`${home}/.claude/settings.json`, SETTINGS);
      Deno.chmodSync(`${home}/.claude`, 0o500);
      assertThrows(() => installHook(hooks, BINARY), SetupError, "cannot");
      Deno.chmodSync(`${home}/.claude`, 0o700);
      assertEquals(Object.keys(tree(home)), ["/.claude", "/.claude/settings.json"]);
    }),
});

Deno.test("clients' own variables say where their folders are; relative ones are refused", () => {
  for (
    const [client, env, folder] of [
      ["claude", { CLAUDE_CONFIG_DIR: "/x/claude/" }, "/x/claude"],
      ["codex", { CODEX_HOME: "/x/codex" }, "/x/codex"],
      ["codex", {}, "/h/.codex"],
      ["gemini", { GEMINI_CLI_HOME: "/x" }, "/x/.gemini"],
      ["gemini", {}, "/h/.gemini"],
      ["opencode", { XDG_CONFIG_HOME: "/x" }, "/x/opencode"],
      ["opencode", {}, "/h/.config/opencode"],
    ] as const
  ) assertEquals(clientHooks(client, stillWorld({ HOME: "/h", ...env })).folder, folder);
  assertThrows(
    () => clientHooks("claude", stillWorld({ CLAUDE_CONFIG_DIR: "here" })),
    SetupError,
    "CLAUDE_CONFIG_DIR must be an absolute path",
  );
  assertThrows(
    () => clientHooks("codex", stillWorld({})),
    SetupError,
    "CODEX_HOME must be an absolute path, or HOME where it is not set",
  );
});

Deno.test("Gemini CLI alone reads comments, and none of them trailing commas; a byte order mark stops all but Claude Code", () => {
  const clients = (["claude", "codex", "gemini"] as const).map((each) =>
    clientHooks(each, stillWorld({ HOME: "/h" }))
  );
  const cases: [string, ...boolean[]][] = [
    [`{"hooks": {}}`, true, true, true],
    [`// mine\n{"hooks": {}}`, false, false, true],
    [`{"hooks": {},}`, false, false, false],
    [`\uFEFF{"hooks": {}}`, true, false, false],
  ];
  for (const [text, ...read] of cases) assertEquals(clients.map((each) => each.canRead(text)), read, text);
});

Deno.test("Codex's entry is one shell line that starts the shim, whatever its path, and its rules are a file of our own", () =>
  withHome((home) => {
    const hooks = clientHooks("codex", stillWorld({ HOME: home }));
    const rules = `${home}/.codex/rules/auto-tools.rules`;
    installHook(hooks, "/bin/echo");
    const [entry] = hookEntries(Deno.readTextFileSync(`${home}/.codex/hooks.json`), "h");
    assert(
      typeof entry === "object" && entry !== null && "command" in entry && typeof entry.command === "string",
    );
    assert(!("args" in entry), "Codex ignores args");
    const { stdout } = new Deno.Command("/bin/sh", { args: ["-c", entry.command] }).outputSync();
    assertEquals(new TextDecoder().decode(stdout), "hook --client codex\n");
    assertStringIncludes(Deno.readTextFileSync(rules), 'pattern = ["codex-auto", ["allow", "trust"]]');
    assertEquals(installHook(hooks, "/bin/echo").map(({ action }) => action), ["already set up"]);
    uninstallHook(hooks);
    assertEquals(tree(home), {});

    write(rules, "# mine\n");
    assertThrows(() => installHook(hooks, "/bin/echo"), SetupError, "not one that codex-auto wrote");
    uninstallHook(hooks);
    assertEquals(Deno.readTextFileSync(rules), "# mine\n");
  }));

Deno.test("Gemini CLI's entry is one shell line that answers the shim's answer, and 0 where the shim is gone", () =>
  withHome((home) => {
    const hooks = clientHooks("gemini", stillWorld({ HOME: home }));
    const file = `${home}/.gemini/settings.json`;
    write(file, SETTINGS);
    const before = tree(home);
    installHook(hooks, "/bin/echo");
    const { hooks: { BeforeAgent: [{ hooks: [entry] }] } } = parse(Deno.readTextFileSync(file));
    assertEquals([entry.name, entry.timeout], ["auto-tools", 15_000], "milliseconds");
    const run = () => {
      const { code, stdout, stderr } = new Deno.Command("/bin/bash", { args: ["-c", entry.command] })
        .outputSync();
      return [code, ...[stdout, stderr].map((bytes) => new TextDecoder().decode(bytes))];
    };
    assertEquals(run(), [0, "hook --client gemini\n", ""]);
    Deno.writeTextFileSync(file, Deno.readTextFileSync(file).replace("15000", "20000"));
    assertEquals(installHook(hooks, "/bin/echo").length, 1, "another sensible time stays");
    Deno.writeTextFileSync(file, Deno.readTextFileSync(file).replace("20000", "15000"));
    Deno.renameSync(`${home}/.gemini/hooks`, `${home}/gone`);
    assertEquals(run(), [0, "", ""]);
    Deno.renameSync(`${home}/gone`, `${home}/.gemini/hooks`);
    uninstallHook(hooks);
    assertEquals(tree(home), before);
  }));

Deno.test("opencode's plugin is a file of our own beside the shim, and another's of its name is left alone", () =>
  withHome((home) => {
    const hooks = clientHooks("opencode", stillWorld({ HOME: home }));
    const folder = `${home}/.config/opencode`;
    const others = tree(home);
    installHook(hooks, BINARY);
    uninstallHook(hooks);
    assertEquals(tree(home), others, "~/.config is not left behind");
    write(`${folder}/plugins/other.js`, "export const a = 1;\n");
    const before = tree(home);
    installHook(hooks, BINARY);
    const after = [`plugins/auto-tools.js`, `hooks/context-inject-global.sh`].map((name) =>
      `${folder}/${name}`
    );
    for (const path of after) assert(tree(home)[path.slice(home.length)] !== undefined, path);
    assertEquals(installedHook(hooks).entries, [hooks.entry(`${folder}/hooks/context-inject-global.sh`)]);
    assertEquals(installHook(hooks, BINARY).map(({ action }) => action), ["already set up"]);
    uninstallHook(hooks);
    assertEquals(tree(home), before);

    write(`${folder}/plugins/auto-tools.js`, "export const mine = 1;\n");
    assertThrows(() => installHook(hooks, BINARY), SetupError, "not one that codex-auto wrote");
    assertEquals([installedHook(hooks).entries, uninstallHook(hooks)], [[], []]);
  }));
