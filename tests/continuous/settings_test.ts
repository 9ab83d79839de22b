import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { budgetSchema } from "../../lib/continuous/run/event.ts";
import { deadline } from "../../lib/cli/continuous/limits.ts";
import type { FlagSettings } from "../../lib/continuous/settings/settings.ts";
import { costOf, pricesFor, runSettings, SettingsError } from "../../lib/continuous/settings/settings.ts";
import { systemWorld, type World } from "../../lib/settings/world.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

function worldWith(env: Record<string, string>): World {
  return { ...systemWorld(), env: (name) => env[name] };
}

async function settingsOf(text: string, env: Record<string, string> = {}, flags: Partial<FlagSettings> = {}) {
  return await inTemporaryFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/config.toml`, text);
    const none = { maxSteps: undefined, confirm: undefined, executor: undefined };
    return await runSettings({ ...none, ...flags }, worldWith({ CODEX_HOME: folder, ...env }));
  });
}

Deno.test("without a word of anybody the defaults hold", async () => {
  const { budget, prices: _prices, ...settings } = await settingsOf('model = "x"\n');
  assertEquals([budget.steps, budget.retries, budget.idle_steps], [20, 2, 3]);
  assertEquals(settings, {
    confirm: true,
    executor: "codex",
    log_dir: undefined,
    snapshot_retention: 10,
    allow: [],
    bell: false,
    model: "x",
    auto_resume: false,
    review: "advice",
    bring: { link: [], copy: [] },
  });
});

Deno.test("the file is read: every key of [continuous]", async () => {
  const limits = { total_minutes: 0, idle_minutes: 0.5, tokens: 0, cost_usd: 1.5, back_off_seconds: 2 };
  const stop = { retries: 0, idle_steps: 5, ...limits };
  const { budget, prices: _prices, ...settings } = await settingsOf(
    `
[continuous]
default_max_steps = 7
parallel = 3
default_confirm_on_breakpoint = false
executor = "claude"
log_dir = "~/logs"
snapshot_retention = 3
auto_resume = true
allow = ["git push origin"]
review = "gate"
bring = { link = [".venv"], copy = [".env"] }
notify_command = "say it"
bell = true
webhook = "https://example.org/x"
stop_conditions = { ${Object.entries(stop).map((each) => each.join(" = ")).join(", ")} }
`,
    { HOME: "/home/u" },
  );
  assertEquals(budget, { ...budgetSchema.parse({}), steps: 7, parallel: 3, ...stop });
  assertEquals(settings, {
    confirm: false,
    executor: "claude",
    parallel: 3,
    log_dir: "/home/u/logs",
    snapshot_retention: 3,
    allow: ["git push origin"],
    notify_command: "say it",
    webhook: "https://example.org/x",
    bell: true,
    model: "",
    auto_resume: true,
    review: "gate",
    bring: { link: [".venv"], copy: [".env"] },
  });
});

Deno.test("flags come before the environment, the environment before the file", async () => {
  const file = '[continuous]\ndefault_max_steps = 7\nexecutor = "claude"\n';
  const env = {
    CI_AUTO_TOOLS_CONTINUOUS_MAX_STEPS: "8",
    CI_AUTO_TOOLS_CONTINUOUS_CONFIRM_ON_BREAKPOINT: "no",
    CI_AUTO_TOOLS_CONTINUOUS_AUTO_RESUME: "1",
  };
  const { budget, confirm, executor, auto_resume } = await settingsOf(file, env);
  assertEquals([budget.steps, confirm, executor, auto_resume], [8, false, "claude", true]);
  const flags = await settingsOf(file, env, { maxSteps: 9, confirm: true, executor: "codex" });
  assertEquals([flags.budget.steps, flags.confirm, flags.executor], [9, true, "codex"]);
  const side = { CI_AUTO_TOOLS_CONTINUOUS_PARALLEL: "4" };
  const [many, more] = [await settingsOf(file, side), await settingsOf(file, side, { parallel: 5 })];
  assertEquals([budget.parallel, many.budget.parallel, more.budget.parallel], [1, 4, 5]);
});

const WRONG: [line: string, says: string][] = [
  ["parallel = 9", "config.toml:2: continuous.parallel: "],
  ['executor = "bard"', "config.toml:2: continuous.executor: "],
  ["\ndefault_max_step = 7", "config.toml:3: continuous.default_max_step: Unrecognized key"],
  ["stop_conditions = { retries = -1 }", "config.toml:2: continuous.stop_conditions.retries: "],
  ["stop_conditions = { idle = 7 }", "continuous.stop_conditions.idle: Unrecognized key"],
  ['log_dir = "logs"', "log_dir: it is an absolute path, or begins with ~/; `codex-auto continuous --help`"],
  ['default_confirm_on_breakpoint = "maybe"', "it is true or false; "],
  ["[continuous", "config.toml:2: not valid TOML ("],
];
for (const [line, says] of WRONG) {
  Deno.test(`a file that cannot be used is named with its line: ${says}`, async () => {
    const error = await assertRejects(() => settingsOf(`[continuous]\n${line}\n`), SettingsError);
    assertStringIncludes(error.message, says);
  });
}

Deno.test("a variable that cannot be used is named", async () => {
  const cases = { MAX_STEPS: "many", EXECUTOR: "bard", LOG_DIR: "logs", AUTO_RESUME: "perhaps" };
  for (const [name, value] of Object.entries(cases)) {
    const env = { [`CI_AUTO_TOOLS_CONTINUOUS_${name}`]: value };
    await assertRejects(() => settingsOf("", env), SettingsError, value);
  }
});

Deno.test("a turn costs what the user's own prices say, then what ours say, and nothing is made up for an unknown model", async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  Deno.mkdirSync(`${folder}/auto-tools`);
  const world = worldWith({ XDG_CONFIG_HOME: folder, HOME: folder });
  const million = { input: 1e6, cached: 0, output: 1e6 };
  const ours = pricesFor(world);
  assertEquals(costOf(million, "gpt-5.5-2026-04-23", ours), 35);
  assertEquals(costOf({ input: 1e6, cached: 1e6, output: 0 }, "gpt-5.5", ours), 0.5);
  assertEquals(costOf(million, "toString", ours), undefined);
  const file = `${folder}/auto-tools/prices.json`;
  Deno.writeTextFileSync(file, `{"mine": {"input": 1, "cached_input": 1, "output": 2}}`);
  assertEquals(["mine", "gpt-5.5"].map((model) => costOf(million, model, pricesFor(world))), [3, 35]);
  Deno.writeTextFileSync(file, `{"mine": 1}`);
  assertThrows(() => pricesFor(world), SettingsError, "prices.json");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("--until is the next such time of day, and a run is paused for it once", () => {
  let now = new Date(2026, 0, 5, 22, 30);
  const late = deadline("07:00", { ...worldWith({}), now: () => now });
  const kinds = [[5, 23], [6, 6], [6, 7], [6, 8]].map(([day, hour]) => {
    now = new Date(2026, 0, day, hour);
    return late()?.kind;
  });
  assertEquals(kinds, [undefined, undefined, "until", undefined]);
});
