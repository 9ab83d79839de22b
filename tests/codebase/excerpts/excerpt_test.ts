import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { phrasesOf, stem } from "../../../lib/codebase/query/tokens.ts";
import { asCode } from "../../../lib/codebase/files/source_file.ts";
import { WordMatcher } from "../../../lib/codebase/query/word_matcher.ts";
import { excerpt } from "../../../lib/codebase/excerpts/excerpt.ts";

const FILLER = Array.from({ length: 60 }, (_, at) => `const filler${at} = ${at};`).join("\n");
const SOURCE = `${FILLER}
/** Calls again after a pause. */
export function retryLater(call: () => void): void {
  const pause = backoff();
  call();
}
${FILLER}`;

function cut(distinctive: Record<string, number>, names: Record<string, number> = {}, wanted?: number) {
  const shown = linesOf(SOURCE, distinctive, { names, wanted });
  assert(shown);
  return shown;
}

/** The lines shown of a TypeScript text, for words with weights. */
function linesOf(
  text: string,
  words: Record<string, number>,
  { path = "x.ts", names = {}, wanted, members = [], chance = 0, aboutTests = false, request = "" }: {
    path?: string;
    names?: Record<string, number>;
    wanted?: number | undefined;
    members?: [string, string][];
    chance?: number;
    aboutTests?: boolean;
    request?: string;
  } = {},
) {
  const matcher = new WordMatcher(new Map(Object.entries(words).map(([word, by]) => [stem(word), by])));
  const shown = excerpt(asCode(path, () => text), {
    matcher,
    names: new Map(Object.entries(names)),
    members,
    phrases: new Set(phrasesOf(request)),
    aboutTests,
    ...(wanted === undefined ? {} : { wanted }),
  }, { chance, mayBeQuoted: chance > 0 });
  return shown && { ...shown, text: text.split("\n").slice(shown.start - 1, shown.end).join("\n") };
}

Deno.test("the lines shown are those whose words match, begun at their definition", () => {
  const shown = cut({ backoff: 3, call: 1 });
  assertEquals(shown.symbol?.name, "retryLater");
  assertStringIncludes(shown.text, "export function retryLater");
  assertStringIncludes(shown.text, "backoff()");
  assertEquals(SOURCE.split("\n")[shown.start - 1], shown.text.split("\n")[0]);
  assertEquals(shown.end - shown.start + 1, shown.text.split("\n").length);
  assert(shown.end - shown.start < 20);
});

Deno.test("of a function and its tests in the same file the function is shown, unless the request is about tests", () => {
  const text = `fn matched_parent(path: &Path) -> bool {
    strip_prefix(path)
}
${"\n".repeat(30)}mod tests {
    #[test]
    fn matched_parent_of_path() {
        assert!(matched_parent(Path::new("parent/path")));
    }
}
`;
  const words = { matched: 2, parent: 2, path: 2 };
  assertEquals(linesOf(text, words, { path: "dir.rs" })?.symbol?.name, "matched_parent");
  const asked = linesOf(text, words, { path: "dir.rs", aboutTests: true });
  assertEquals(asked?.symbol?.name, "matched_parent_of_path");
});

Deno.test("of two functions that begin alike, the one that says more of the request further down is shown", () => {
  const gap = Array.from({ length: 30 }, (_, at) => `  step${at}();`).join("\n");
  const one = (name: string, last: string) => `function ${name}() {\n  backoff();\n${gap}\n  ${last}();\n}\n`;
  const text = one("first", "finish") + FILLER + "\n" + one("second", "jitter");
  assertEquals(linesOf(text, { backoff: 3, jitter: 2 })?.symbol?.name, "second");
  assertEquals(linesOf(text, { backoff: 3, finish: 2 })?.symbol?.name, "first");
});

Deno.test("a definition that the request names is shown though its words are everywhere", () => {
  assertEquals(cut({ filler: 1 }, { retryLater: 1 }).symbol?.name, "retryLater");
});

Deno.test("a line that the request names is shown", () => {
  const shown = cut({ backoff: 3 }, {}, 90);
  assert(shown.start <= 90 && shown.end >= 90);
});

Deno.test("an import is never what is shown, however well it matches", () => {
  const text =
    `import { engine, view } from "./engine.ts";\n${FILLER}\nexport function lookup() {\n  roots();\n}\n`;
  assertEquals(linesOf(text, { engine: 1, view: 1 }), undefined);
  assertEquals(linesOf(text, { engine: 1, view: 1, lookup: 0.3 })?.symbol?.name, "lookup");
});

Deno.test("the lines with the most different words are shown whole, and named by what says most of them", () => {
  const text = `${FILLER}
export function open() {
  function stop(): void {
    worker?.terminate();
    worker = undefined;
  }

  function send(to: Worker, message: ToSandbox): void {
    to.postMessage(message);
  }

  function overrun(id: number): void {
    stop();
    finish(id, { status: "timeout" });
  }
}
${FILLER}
const sandbox = { sandboxes: [sandbox] };
`;
  const shown = linesOf(text, { sandbox: 1, terminate: 1, timeout: 1 });
  for (const line of ["worker?.terminate()", "ToSandbox", '"timeout"']) {
    assertStringIncludes(shown?.text ?? "", line);
  }
});

Deno.test("a member that the request names is shown, not a variable of that name", () => {
  const text =
    `const send = require("send");\n${FILLER}\nclass Reply {\n  send(body: string) {\n    write(body);\n  }\n}\n`;
  const shown = linesOf(text, { send: 1 }, { members: [["Reply", "send"]] });
  assertStringIncludes(shown?.text ?? "", "write(body)");
});

Deno.test("a definition that the request names is shown from its signature, not from a call just above it", () => {
  const text = `${FILLER}
export class View {
  constructor(name: string) {
    // lookup path
    this.path = this.lookup(name);
  }

  lookup(name: string): string {
    return resolve(this.root, name);
  }
}
${FILLER}`;
  const shown = linesOf(text, { lookup: 3, view: 1 }, { names: { lookup: 1 } });
  assertEquals(shown?.symbol?.name, "lookup");
  assertEquals(shown?.text.split("\n")[0], "  lookup(name: string): string {");
  const table = `list(files, types);\nconst TYPES = [\n${'  ["rs", "*.rs"],\n'.repeat(30)}];\n`;
  const rows = linesOf(table, { file: 3, type: 1 }, { names: { types: 9 } });
  assertEquals([rows?.text.split("\n")[0], rows?.end], ["const TYPES = [", 21]);
});

const METHODS = Array.from({ length: 6 }, (_, at) => `
  step${at}(value: number): number {
    const before = this.total;
    this.total += value * ${at};
    return before;
  }
`).join("");
const SPOOL = `/** Keeps jobs. */
export class Spool {
  private readonly jobs: Job[] = [];
  private readonly drained = new Set<Job>();
${METHODS}
  drainAll(): void {
    for (const job of this.jobs) {
      job.finish();
      this.drained.add(job);
    }
  }
${METHODS.replaceAll("step", "hop")}
  closeNow(): void {
    this.jobs.length = 0;
    if (this.drained.size > 0) throw new Error("drained too late");
  }
}
`;

Deno.test("the type that the whole file is, named in the request, and its constructor do not draw the eye away from the function that is meant", () => {
  const words = { spool: 1, drain: 0.6, job: 0.4 };
  const names = { Spool: 1 };
  assertEquals(linesOf(SPOOL, words, { path: "src/spool.ts", names })?.symbol?.name, "drainAll");
  const alone = linesOf(SPOOL, { spool: 1 }, { path: "src/spool.ts", names });
  assertStringIncludes(alone?.text ?? "", "export class Spool {");
  const others = "  int other() {\n    return 1;\n  }\n".repeat(9);
  const made = `class Spool {\n  Spool(int max) {\n    init();\n  }\n${others}  void drain() {\n  }\n}\n`;
  assertEquals(linesOf(made, { spool: 1, drain: 1 }, { path: "a/Spool.java", names })?.symbol?.name, "drain");
});

Deno.test("key lines are those that are likeliest meant, a line that is the request's own words first, all over the file; a string alone is none", () => {
  const text = `${SPOOL}\nconst names = [\n  "close drain late",\n];\n`;
  const words = { drain: 1, close: 1, late: 1 };
  const shown = linesOf(text, words, { path: "src/queue.ts", chance: 1 });
  assertEquals(shown?.symbol?.name, "closeNow");
  const lines = text.split("\n");
  const key = shown?.keyLines.map((line) => lines[line - 1]?.trim());
  assertEquals(key?.[0], "closeNow(): void {");
  const drain = lines.indexOf("  drainAll(): void {") + 1;
  assert(shown?.keyLines.some((line) => Math.abs(line - drain) <= 3), JSON.stringify(key));
  assert(!key?.includes('"close drain late",'), JSON.stringify(key));
  assertEquals(linesOf(text, words, { path: "src/queue.ts" })?.keyLines.length, 1);
  // The line that has the request's own words in a row is the first, however many shorter ones have as many of them.
  const late = "    if (this.isLate(drained)) this.fail('it was drained too late to close');";
  const spool = text.replace("    this.jobs.length = 0;", `${late}\n    late();\n    drain();`);
  const keys = linesOf(spool, words, { request: "why: drained too late to close", chance: 1 })?.keyLines;
  assertEquals(spool.split("\n")[(keys?.[0] ?? 0) - 1], late);
});

Deno.test("lines from the middle of a long function have its head among the key lines, and end where a statement ends", () => {
  const body = Array.from({ length: 30 }, (_, at) => `  const other${at} = ${at};`).join("\n");
  const call = "  jitter(\n    one,\n    two,\n  );";
  const text = `function fetchAll() {\n${body}\n  backoff();\n${call}\n${
    body.replaceAll("other", "third")
  }\n}\n`;
  const shown = linesOf(text, { backoff: 2 }, { chance: 1 });
  assertEquals(shown?.keyLines.includes(1), true);
  const long = `function fetchAll() {\n${body}\n  backoff();\n${
    body.split("\n").slice(0, 15).join("\n")
  }\n${call}\n${body}\n}\n`;
  assertEquals(linesOf(long, { backoff: 2 })?.text.split("\n").at(-1), "  const other14 = 14;");
});

Deno.test("lines that are named stand apart, each text once, the fewer the less likely the file is meant", () => {
  const calls = Array.from({ length: 80 }, (_, at) => `backoff(${at});\nidle();`).join("\n");
  const namedOf = (chance: number) => linesOf(calls, { backoff: 2, idle: 2 }, { chance })?.keyLines ?? [];
  const [none, few, many] = [namedOf(0), namedOf(0.02), namedOf(1)];
  assert(many.every((line, at) => many.slice(0, at).every((each) => Math.abs(each - line) > 3)));
  assertEquals(none.length, 1);
  assert(1 < few.length && few.length < many.length, `${few.length}, ${many.length}`);
  assert(many.filter((line) => line % 2 === 0).length <= 1);
  const began = performance.now();
  const long = `backoff(1);\n${"a".repeat(200_000)}\n`;
  assertEquals(linesOf(long, { backoff: 2 }, { chance: 1, path: "x.txt" })?.keyLines, [1]);
  assert(performance.now() - began < 2000, "a long line takes time that grows with its length");
  // Words that stand too far right to be looked at, but for those of names.
  const far = ["backoff", "backoffNow"].map((name) => `${" ".repeat(1100)}function ${name}() {}`);
  assertEquals(linesOf(far.join("\nidle();".repeat(9) + "\n"), { backoff: 2 })?.keyLines, [1]);
  // A shorter one without a word, beside no more than one of the request's.
  const beside = `backoff(${"1".repeat(60)});\n\nask.all(those);\n`;
  assertEquals(linesOf(beside, { backoff: 2, idle: 2 }, { chance: 1 })?.keyLines, [1]);
});
