import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { DEFAULT_BUDGET } from "../../lib/continuous/run/budget.ts";
import { fileSettings, SettingsError } from "../../lib/continuous/settings/file_settings.ts";
import { runSettings } from "../../lib/continuous/settings/run_settings.ts";
import { systemWorld, type World } from "../../lib/settings/world.ts";

function worldWith(env: Record<string, string>): World {
  return { ...systemWorld(), env: (name) => env[name] };
}

async function inFile(text: string) {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/config.toml`, text);
    return await fileSettings(worldWith({ CODEX_HOME: folder }));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const NOTHING = worldWith({});

Deno.test("without a word of anybody the defaults hold", async () => {
  const settings = runSettings({}, NOTHING, await inFile('model = "x"\n'));
  assertEquals(settings, {
    budget: DEFAULT_BUDGET,
    confirm: "breakpoints",
    executor: "codex",
    logDir: undefined,
    snapshotRetention: 10,
    autoResume: false,
  });
  assertEquals([settings.budget.steps, settings.budget.retries, settings.budget.idle_steps], [20, 2, 3]);
});

Deno.test("the file is read: every key of [continuous]", async () => {
  const file = await inFile(`
[continuous]
default_max_steps = 7
default_confirm_on_breakpoint = false
executor = "claude"
log_dir = "~/logs"
snapshot_retention = 3
auto_resume = true
stop_conditions = { retries = 0, idle_steps = 5, total_minutes = 0, idle_minutes = 0.5, tokens = 0, cost_usd = 1.5, back_off_seconds = 2 }
`);
  const settings = runSettings({}, worldWith({ HOME: "/home/u" }), file);
  assertEquals(settings.budget, {
    ...DEFAULT_BUDGET,
    steps: 7,
    retries: 0,
    idle_steps: 5,
    total_ms: null,
    idle_ms: 30_000,
    tokens: null,
    cost_usd: 1.5,
    back_off_ms: 2000,
  });
  const { confirm, executor, logDir, snapshotRetention, autoResume } = settings;
  assertEquals([confirm, executor, logDir, snapshotRetention, autoResume], [
    "never",
    "claude",
    "/home/u/logs",
    3,
    true,
  ]);
});

Deno.test("flags come before the environment, the environment before the file", async () => {
  const file = await inFile('[continuous]\ndefault_max_steps = 7\nexecutor = "claude"\n');
  const env = worldWith({
    CI_AUTO_TOOLS_CONTINUOUS_MAX_STEPS: "8",
    CI_AUTO_TOOLS_CONTINUOUS_CONFIRM_ON_BREAKPOINT: "always",
  });
  assertEquals(runSettings({}, env, file).budget.steps, 8);
  assertEquals(runSettings({ maxSteps: 9, confirm: "never" }, env, file).budget.steps, 9);
  assertEquals(runSettings({}, env, file).confirm, "always");
  assertEquals(runSettings({ executor: "codex" }, env, file).executor, "codex");
});

const WRONG: [text: string, says: string][] = [
  ['[continuous]\nexecutor = "bard"\n', "config.toml:2: continuous.executor: "],
  ["[continuous]\n\ndefault_max_step = 7\n", "config.toml:3: continuous.default_max_step: "],
  [
    "[continuous]\nstop_conditions = { retries = -1 }\n",
    "config.toml:2: continuous.stop_conditions.retries: ",
  ],
  [
    "[continuous]\nmax_steps = 7\n",
    "config.toml:2: continuous.max_steps: there is no such key; there are default_max_steps, ",
  ],
  [
    "[continuous]\nstop_conditions = { idle = 7 }\n",
    "continuous.stop_conditions.idle: there is no such key; there are retries, ",
  ],
  [
    '[continuous]\nlog_dir = "logs"\n',
    "config.toml:2: continuous.log_dir: it is an absolute path, or begins with ~/; `codex-auto continuous --help`",
  ],
  [
    '[continuous]\ndefault_confirm_on_breakpoint = "maybe"\n',
    'default_confirm_on_breakpoint: it is true, false or one of "never", "breakpoints", "always"; ',
  ],
  ["[continuous\n", "config.toml:1: not valid TOML: "],
];
for (const [text, says] of WRONG) {
  Deno.test(`a file that cannot be used is named with its line: ${says}`, async () => {
    const error = await assertRejects(() => inFile(text), SettingsError);
    assertStringIncludes(error.message, says);
  });
}

Deno.test("a variable that cannot be used is named", () => {
  for (
    const [name, value] of [["MAX_STEPS", "many"], ["EXECUTOR", "bard"], ["LOG_DIR", "logs"], [
      "AUTO_RESUME",
      "perhaps",
    ]]
  ) {
    const world = worldWith({ [`CI_AUTO_TOOLS_CONTINUOUS_${name}`]: value ?? "" });
    assertThrows(() => runSettings({}, world, {}), SettingsError, value);
  }
});
