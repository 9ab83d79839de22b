/** One line of a stack trace or of a compiler's message. */
export interface Frame {
  path: string;
  /** 1-based; undefined where the trace names the function alone. */
  line?: number;
  /** The function as the trace names it. */
  symbol?: string;
}

/** Characters of a request that are looked at, and frames that are taken. */
const MAX_TEXT = 60_000;
const MAX_FRAMES = 40;

/** Not from within a word, so no part of an address is taken for a path. */
const PATH = String.raw`(?<![\w/:.@-])(?<path>(?:[A-Za-z]:)?[\w@.+~/\\-]{1,300}\.[A-Za-z]{1,8})`;

/** How languages write a frame, one a line, the more telling first. Each has `path` and `line`, some `symbol`. */
const FORMS: readonly RegExp[] = [
  // Python: File "app/views.py", line 12, in index
  /File "(?<path>[^"\n]{1,300})", line (?<line>\d{1,7})(?:, in (?<symbol>[\w.<>]{1,100}))?/,
  // JavaScript: at Router.handle (src/router.ts:12:5), at src/router.ts:12:5
  /\bat (?:async )?(?:new )?(?:(?<symbol>[\w$.<>[\] ]{1,150}) \()?(?:file:\/\/)?(?<path>[\w@.+~/\\: -]{1,300}?\.(?:[cm]?[jt]sx?|vue|svelte)):(?<line>\d{1,7})(?::\d{1,6})?\)?/,
  // Java, Kotlin, Scala: at com.acme.Shop.sell(Shop.java:12)
  /\bat (?:[\w.$-]{1,100}\/)?(?<package>(?:[\w$]{1,100}\.){0,20})(?<symbol>[\w$<>]{1,100}\.[\w$<>]{1,100})\((?<path>[\w$]{1,100}\.(?:java|kt|scala|groovy|clj)):(?<line>\d{1,7})\)/,
  // C#: at Acme.Shop.Sell(Int32 count) in C:\src\Shop.cs:line 12
  /\bat (?<symbol>[\w.`<>]{1,200})\([^)\n]{0,300}\) in (?<path>[^\n]{1,300}?\.(?:cs|fs|vb)):line (?<line>\d{1,7})/,
  // C# without its symbols: at Acme.Shop.Sell(Int32 count); the file is named like the type
  /^\s*at (?<symbol>(?:[A-Z]\w{0,100}\.){1,12}(?<type>[A-Z]\w{0,100})(?:`\d)?\.[\w<>.`]{1,100})(?:\[[^\]\n]{0,100}\])?\([^)\n]{0,300}\)\s*$/,
  // gdb: #0  0x00007f in uv_run (loop=0x7) at ../src/core.c:430
  /^#\d{1,4}\s+(?:0x[0-9a-f]{1,16} in )?(?<symbol>[\w:~<>]{1,200}) \([^\n]{0,500}\) at (?<path>[^\s:]{1,300}):(?<line>\d{1,7})/,
  // assert of the C library: prog: src/a.c:12: run: Assertion `x' failed.
  new RegExp(
    `${PATH}:(?<line>\\d{1,7}): (?:[\\w:<>~ *&]{0,100}[ *&])?(?<symbol>[\\w~]{1,100})(?:\\([^)\\n]{0,300}\\))?: Assertion `,
  ),
  // Assertion failed: (x), function run, file src/a.c, line 12.
  /\bfunction (?<symbol>[\w:~<>]{1,150}), file (?<path>[^\n,]{1,300}), line (?<line>\d{1,7})/,
  // Ruby: app/models/user.rb:12:in `save'
  new RegExp(`${PATH}:(?<line>\\d{1,7}):in [\`'"](?<symbol>[^\`'"\\n]{1,150})['"]`),
  // PHP: #0 /srv/app/Shop.php(12): Shop->sell(), in /srv/app/Shop.php on line 12
  new RegExp(`${PATH}\\((?<line>\\d{1,7})(?:,\\d{1,6})?\\)(?:: (?<symbol>[\\w\\\\:>-]{1,150})\\()?`),
  new RegExp(`${PATH} on line (?<line>\\d{1,7})`),
  // Go, Rust, C, Elixir and everything else: src/main.rs:12:5
  new RegExp(`${PATH}:(?<line>\\d{1,7})\\b`),
];

/** Python alone writes the innermost frame last. */
const INNERMOST_LAST = /\bFile "[^"\n]{1,300}", line \d/;

/** What the JVM says before the exception that another one was thrown for: the last one is where it broke. */
const CAUSE = /^\s*Caused by: /;
/** A line that names the function whose place is on the next one: Go's `main.(*Shop).sell(0x1)`, Rust's `3: shop::sell`. */
const FUNCTION_LINE =
  /^(?:[\w./@~-]{1,200}[./])?(?:\(\*?\w{1,100}\)\.)?(?<go>\w{1,100})(?:\[\.\.\.\])?\((?:0x|\{|\.\.\.|\)|\?)|^\s*\d{1,4}:\s+(?:0x[0-9a-f]{1,16} - )?(?:[\w<>&, ]{1,200}::)*(?<rust>\w{1,100})(?:::h[0-9a-f]{16})?\s*$/;
const PLACE_LINE = /^\s+(?:at )?\S+:\d/;

/** The frames of a text, innermost first, each place once. Linear: every line is tried against each form. */
export function stackFrames(text: string): Frame[] {
  const found = new Map<string, Frame>();
  for (const [line, before] of innermostFirst(text.slice(0, MAX_TEXT).split("\n"))) {
    const written = frameOf(line.slice(0, 1000));
    if (written === undefined) continue;
    const named = PLACE_LINE.test(line) ? FUNCTION_LINE.exec(before.slice(0, 1000))?.groups : undefined;
    const symbol = written.symbol ?? named?.["go"] ?? named?.["rust"];
    const frame = symbol === undefined ? written : { ...written, symbol };
    const key = `${frame.path}:${frame.line ?? frame.symbol}`;
    if (!found.has(key)) found.set(key, frame);
    if (found.size >= MAX_FRAMES) break;
  }
  return [...found.values()];
}

/** Each line with the one before it, in the order in which what is closest to the failure comes first. */
function innermostFirst(lines: readonly string[]): [line: string, before: string][] {
  const pairs = lines.map((line, at): [string, string] => [line, lines[at - 1] ?? ""]);
  if (lines.some((line) => INNERMOST_LAST.test(line))) return pairs.reverse();
  const causes = lines.flatMap((line, at) => CAUSE.test(line) ? [at] : []);
  if (causes.length === 0) return pairs;
  const starts = [0, ...causes];
  return starts.map((from, at) => pairs.slice(from, starts[at + 1])).reverse().flat();
}

function frameOf(text: string): Frame | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups === undefined) continue;
    const type = groups["type"];
    if (type !== undefined) {
      return { path: `${type}.cs`, ...(groups["symbol"] && { symbol: groups["symbol"] }) };
    }
    if (groups["path"] === undefined) continue;
    const folder = (groups["package"] ?? "").replaceAll(".", "/");
    const { symbol } = groups;
    return {
      path: folder + groups["path"].trim(),
      line: Number(groups["line"]),
      ...(symbol !== undefined && { symbol: symbol.trim() }),
    };
  }
  return undefined;
}
