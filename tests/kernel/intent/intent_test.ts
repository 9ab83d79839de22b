import { assert, assertEquals } from "@std/assert";
import { historicalSignals, readIntent } from "../../../lib/kernel/intent/intent.ts";

const MACHINE = [
  "",
  "  \n\t ",
  "/cost",
  "/compact keep the failing test",
  "/team:review src/a.ts",
  "<task-notification>the build failed</task-notification>",
  "  <command-name>/model</command-name>",
  "<local-command-stdout>fix bug</local-command-stdout>",
  "[Request interrupted by user for tool use]",
  "<<autonomous-loop>>",
];
for (const prompt of MACHINE) {
  Deno.test(`text no person typed is machine text: ${JSON.stringify(prompt).slice(0, 40)}`, () => {
    const intent = readIntent(prompt);
    assertEquals([intent.machine, intent.isCode, intent.mayBeCode, intent.signals], [true, false, false, []]);
  });
}

Deno.test("a path at the beginning is no slash command", () => {
  const intent = readIntent("/etc/app/server.yaml is not read at startup");
  assertEquals(intent.machine, false);
  assertEquals(intent.paths, ["etc/app/server.yaml"]);
});

Deno.test("a method of Ruby keeps its mark, and a sentence's end is none", () => {
  assertEquals(readIntent("who calls `empty?` and `save!`").symbols, ["empty?", "save!"]);
  assertEquals(readIntent("who calls `empty`?").symbols, ["empty"]);
});

Deno.test("symbols: humps, underscores, dots, backticks and calls, in order, once", () => {
  const { symbols } = readIntent(
    "does `retry` in LruCache.get call parse_config() or parseConfig? parse_config reads app.settings.timeout and MAX_RETRIES, run()",
  );
  assertEquals(symbols, [
    "retry",
    "LruCache.get",
    "parse_config",
    "parseConfig",
    "app.settings.timeout",
    "MAX_RETRIES",
    "run",
  ]);
});

Deno.test("paths: files, folders, mentions, line numbers and Windows separators", () => {
  const { paths } = readIntent(
    "compare src/a/b.ts:12 with @lib/auth.ts, package.json, Dockerfile, ./scripts and app\\models\\user.py; not https://x.dev/a/b.js or and/or 24/7",
  );
  assertEquals(paths, [
    "src/a/b.ts",
    "lib/auth.ts",
    "package.json",
    "Dockerfile",
    "scripts",
    "app/models/user.py",
  ]);
});

Deno.test("paths stand in Chinese text without spaces", () => {
  assertEquals(readIntent("看看src/main.rs里的错误处理，还有config.yaml。").paths, [
    "src/main.rs",
    "config.yaml",
  ]);
});

const TRACES: Record<string, { text: string; path: string }> = {
  python: {
    text: 'Traceback (most recent call last):\n  File "app/jobs/sync.py", line 31, in run',
    path: "app/jobs/sync.py",
  },
  node: {
    text: "TypeError: x is not a function\n    at load (src/io/load.mjs:4:11)",
    path: "src/io/load.mjs",
  },
  java: {
    text: "java.lang.IllegalStateException\n\tat com.acme.Billing.charge(Billing.java:88)",
    path: "Billing.java",
  },
  go: { text: "goroutine 7 [running]:\nmain.run()\n\tcmd/app/main.go:21 +0x1d", path: "cmd/app/main.go" },
  rust: { text: "thread 'main' panicked at src/parser.rs:42:17:", path: "src/parser.rs" },
  ruby: { text: "lib/mailer.rb:12:in `deliver': boom (RuntimeError)", path: "lib/mailer.rb" },
  php: { text: "#0 src/Http/Kernel.php(41): App\\Kernel->handle()", path: "src/Http/Kernel.php" },
  c: { text: "parser.c:120:5: error: expected ';'", path: "parser.c" },
};
for (const [language, { text, path }] of Object.entries(TRACES)) {
  Deno.test(`a stack trace of ${language} is code and names its file`, () => {
    const intent = readIntent(text);
    assert(intent.isCode);
    assert(intent.paths.some((each) => each.endsWith(path)), intent.paths.join());
  });
}

const TIER_TWO: Record<string, string[]> = {
  "who calls sendInvoice?": ["ci_call_chain"],
  "processPayment 的调用链": ["ci_call_chain"],
  "what breaks if I change createSession?": ["ci_impact"],
  "删掉 get_user 会影响什么": ["ci_impact"],
  "find the root cause of the crash in the parser": ["ci_bug_locate"],
  "which functions have the highest cyclomatic complexity?": ["ci_complexity"],
  "how complex is src/parser.ts?": ["ci_complexity"],
  "`parseConfig` 有多复杂": ["ci_complexity"],
  "哪些文件最近改动最多": ["ci_hotspot"],
  "where are retries handled?": [],
  "Error: boom\n    at f9 (a/m9.ts:2:3)": ["ci_bug_locate"],
  "the app dies:\n#0  0x00 in f10 (x=1) at a/m10.c:2": ["ci_bug_locate"],
  "   在 Acme.Shop.Sell(Int32 count) 位置 C:\\src\\Shop.cs:行号 12": ["ci_bug_locate"],
};
for (const [prompt, tools] of Object.entries(TIER_TWO)) {
  Deno.test(`tier 2 called for by "${prompt}": ${tools.join() || "nothing"}`, () => {
    assertEquals(readIntent(prompt).tierTwo.map(({ tool }) => tool), tools);
  });
}

Deno.test("a prompt that names a changed file, or what an earlier prompt named, has that as a signal", () => {
  const matches = (prompt: string, prompts: string[], changedFiles: string[]) =>
    historicalSignals(prompt, prompts, changedFiles).map(({ match }) => match);
  assertEquals(matches("and what about the ledger?", [], ["lib/billing/ledger.ts"]), [
    "lib/billing/ledger.ts",
  ]);
  assertEquals(matches("so user_id is a number?", ["where is `user_id` set?"], []), ["user_id"]);
  assertEquals(matches("continue", ["where is `user_id` set?"], ["lib/index.ts"]), []);
});

Deno.test("signals are few, short, weighted 0 to 1 and always the same", () => {
  const prompt = Array.from(
    { length: 60 },
    (_, i) => `fixParserBug${i}() in src/${"x".repeat(90)}${i}.ts fails`,
  ).join("\n");
  const intent = readIntent(prompt);
  assert(intent.signals.length > 0 && intent.signals.length <= 24);
  assert(intent.signals.every(({ match, weight }) => match.length <= 80 && weight >= 0 && weight <= 1));
  assert(intent.symbols.length <= 20 && intent.paths.length <= 20);
  assertEquals(readIntent(prompt), intent);
});

for (const unit of ["a", "/", " ", "a.", "at (", "`", "登錄失敗"]) {
  Deno.test(`of millions of ${JSON.stringify(unit)} no more is looked at than of a long prompt`, () => {
    const prompt = unit.repeat((16 << 20) / unit.length);
    assertEquals(readIntent(prompt), readIntent(`${prompt.slice(0, 8192)}\n${prompt.slice(-8192)}`));
  });
}

Deno.test("what stands at the end of a huge paste is read", () => {
  assert(
    readIntent(`${"lorem ipsum ".repeat(2e4)}\nwhy does parseConfig fail?`).symbols.includes("parseConfig"),
  );
});
