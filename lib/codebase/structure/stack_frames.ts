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

/**
 * Not from within a word, so no part of an address is taken for a path. Folders may be named in brackets, as routers have it: `app/(shop)/[id]/page.tsx`.
 */
const PATH = String
  .raw`(?<![\w/:.@-])(?:(?:file|phar):\/\/(?:\/(?=[A-Za-z]:))?)?(?<path>(?:[A-Za-z]:)?(?:[\w@.+~$/\\-]|[[(]{1,2}[\w.@-]{1,60}[\])]{1,2}(?=[/\\])){1,300}\.[A-Za-z][A-Za-z\d]{0,7})`;

/** Scripts without an extension, where all else of a form tells that it is one: a folder stands before the name. */
const EXECUTABLE = String
  .raw`(?<![\w/:.@-])(?<path>\.{0,2}/(?:[\w@.+~-]{1,100}/){0,20}[\w-]{1,100}|(?:[\w@.+~-]{1,100}/){1,20}[\w-]{1,100})`;

/** The end of a script's path, and what bundlers and development servers put behind it. */
const SCRIPT = String.raw`\.(?:[cm]?[jt]sx?|vue|svelte))(?:\?[^\s:)]{0,200})?:(?<line>\d{1,7})(?::\d{1,6})?`;
/** Where a path begins that may have blanks in it. */
const ROOTED = String.raw`(?:file:\/\/)?(?<path>(?:[a-z][\w+.-]{1,30}:\/\/|[A-Za-z]:[\\/]|\/)[^\n]{1,300}?`;
/** A function of C# with its parameters; .NET speaks the system's language around it: `at`, `bei`, `在`. */
const CSHARP = String.raw`(?<symbol>[\w.${"`"}<>|$[\],+]{1,300})\([^)\n]{0,300}\)`;

/** How languages write a frame, one a line, the more telling first. Each has `path` and `line`, some `symbol`. */
const FORMS: readonly RegExp[] = [
  // Python: File "app/views.py", line 12, in index
  /File "(?<path>[^"\n]{1,300})", line (?<line>\d{1,7})(?:, in (?<symbol>[\w.<>]{1,100}))?/,
  // V8: at Router.handle (src/router.ts:12:5), at new Cart (webpack:///src/cart.ts?a1b2:12:5)
  new RegExp(
    String
      .raw`\bat (?:async )?(?:new )?(?<symbol>[\w$.<>[\] #]{1,150}) \((?:file:\/\/)?(?<path>(?!eval at )[^\n]{1,300}?${SCRIPT}\)`,
  ),
  // V8 at the top level: at file:///srv/src/router.ts:12:5
  new RegExp(String.raw`\bat (?:async )?${ROOTED}${SCRIPT}`),
  // Firefox and Safari: handle@http://localhost:5173/src/router.ts?t=17:12:5
  new RegExp(String.raw`^\s*(?:async\*)?(?<symbol>[\w$.<>/*[\]]{0,150})@${ROOTED}${SCRIPT}`),
  // Java, Kotlin, Scala: at com.acme.Shop.sell(Shop.java:12), at app//com.acme.ShopTest.sells nothing(ShopTest.kt:12)
  /\bat (?:[\w.$@-]{0,100}\/){0,2}(?<package>(?:[\w$]{1,100}\.){0,20})(?<symbol>[\w$<>-]{1,100}\.[^\n().:/]{1,150})\((?<path>[\w$-]{1,100}\.(?:java|kt|scala|groovy|clj)):(?<line>\d{1,7})\)/,
  // C#: at Acme.Shop.Sell(Int32 count) in C:\src\Shop.cs:line 12
  new RegExp(
    String
      .raw`(?:^|\s)\S{1,6} ${CSHARP} \S{1,8} (?<path>[^\n]{1,300}?\.(?:cs|fs|vb)):\S{1,10} (?<line>\d{1,7})`,
  ),
  // C# without its symbols: at Acme.Shop.Sell(Int32 count); the file is named like the type
  /^\s*(?:at|bei|en|in|em|à|в|在|場所|위치:) (?<symbol>(?:[A-Z]\w{0,100}\.){1,12}(?<type>[A-Z]\w{0,100})(?:`\d)?\.[\w<>.`|]{1,100})(?:\[[^\]\n]{0,100}\])?\([^)\n]{0,300}\)\s*$/,
  // gdb: #0  0x00007f in uv_run (loop=0x7) at ../src/core.c:430
  /^#\d{1,4}\s+(?:0x[0-9a-f]{1,16} in )?(?<symbol>(?:\(anonymous namespace\)::)?[^\s(][^(\n]{0,300}?) \([^\n]{0,500}\) at (?<path>[^\s:]{1,300}):(?<line>\d{1,7})/,
  // Sanitizers: #1 0x4f2a in uv_run(uv_loop_t*) /src/core.c:430:5
  /^\s*#\d{1,4} 0x[0-9a-f]{1,16} in (?<symbol>[^\n]{1,400}?) (?<path>(?:[A-Za-z]:)?[\\/][^\s:]{1,300}):(?<line>\d{1,7})/,
  // Dart: #0  Cart.sell (package:shop/cart.dart:12:5); a package's files are below `lib`
  /^#\d{1,4}\s+(?<symbol>[^\n(]{1,150}?) \(package:\w{1,100}\/(?<library>[^\s:)]{1,300}\.dart):(?<line>\d{1,7})/,
  // assert of the C library: prog: src/a.c:12: run: Assertion `x' failed.
  new RegExp(
    `${PATH}:(?<line>\\d{1,7}): (?:[\\w:<>~ *&]{0,100}[ *&])?(?<symbol>[\\w~]{1,100})(?:\\([^)\\n]{0,300}\\))?: Assertion `,
  ),
  // Assertion failed: (x), function run, file src/a.c, line 12.
  /\bfunction (?<symbol>[\w:~<>]{1,150}), file (?<path>[^\n,]{1,300}), line (?<line>\d{1,7})/,
  // Ruby: app/models/user.rb:12:in `save'
  new RegExp(`${PATH}:(?<line>\\d{1,7}):in [\`'"](?<symbol>[^\`'"\\n]{1,150})['"]`),
  new RegExp(`${EXECUTABLE}:(?<line>\\d{1,7}):in [\`'"](?<symbol>[^\`'"\\n]{1,150})['"]`),
  // PHP: #0 /srv/app/Shop.php(12): Shop->sell(), where another function calls that one
  new RegExp(`${PATH}\\((?<line>\\d{1,7})(?:,\\d{1,6})?\\)`),
  // PHP, Swift, Perl, Bash, OCaml: /srv/app/Shop.php on line 12, file a.swift, line 12, a.pm line 12, a.sh: line 12
  new RegExp(`${PATH}["']?[,:]? (?:on |at )?line (?<line>\\d{1,7})`),
  new RegExp(`${EXECUTABLE}(?:: | )line (?<line>\\d{1,7})(?=[:.])`),
  // Maven and Kotlin: Shop.java:[12,5], Shop.kt: (12, 5)
  new RegExp(`${PATH}: ?[[(](?<line>\\d{1,7}), ?\\d{1,6}[\\])]`),
  // sh: ./install.sh: 12: make: not found
  new RegExp(`${PATH}: (?<line>\\d{1,7}): `),
  // pytest: shop/cart.py:11: in total
  new RegExp(`${PATH}:(?<line>\\d{1,7}): in (?<symbol>[\\w.<>]{1,100})\\s*$`),
  // Go, Rust, C, Elixir and everything else: src/main.rs:12:5
  new RegExp(`${PATH}:(?<line>\\d{1,7})\\b`),
];

/** Python and pytest alone write the innermost frame last. */
const INNERMOST_LAST = /\bFile "[^"\n]{1,300}", line \d|^\S{1,300}\.py:\d{1,7}: in [\w.<>]{1,100}\s*$/;

/** What the JVM and Node say before the exception that another one was thrown for: the last one is where it broke. */
const CAUSE = /^\s*(?:Caused by: |\[cause\]: )/;
/** A line that names the function whose place is on the next one: Go's `main.(*Shop).sell(0x1)`, Rust's `3: shop::sell`. A closure is in the function around it. */
const FUNCTION_LINE =
  /^(?:[\w./@~-]{1,200}[./])?(?:\(\*?\w{1,100}\)\.)?(?<go>(?!(?:func|gowrap|deferwrap)?\d)\w{1,100})(?:\.(?:func|gowrap|deferwrap)?\d{1,9}){0,20}(?:\[\.\.\.\])?\((?:0x|\{|\.\.\.|\)|\?)|^\s*\d{1,4}:\s+(?:0x[0-9a-f]{1,16} - )?(?:[\w<>&, ]{1,200}::)*(?<rust>\w{1,100})(?:::\{\{?closure(?:#\d{1,9}|\})\}){0,20}(?:::h[0-9a-f]{16})?\s*$/;
const PLACE_LINE = /^\s+(?:at )?\S+:\d/;
/** PHP says what a line calls. The function that the line is in is called by the next frame. */
const PHP_CALL = /^#\d{1,4} (?:[^\n]{1,300}\(\d{1,7}\)|\[internal function\]): (?<symbol>[\w\\:>-]{1,150})\(/;

/** The frames of a text, innermost first, each place once. Linear: every line is tried against each form. */
export function stackFrames(text: string): Frame[] {
  const found = new Map<string, Frame>();
  for (const { line, before, after } of innermostFirst(text.slice(0, MAX_TEXT).split("\n"))) {
    const written = frameOf(line.slice(0, 1000));
    if (written === undefined) continue;
    const named = PLACE_LINE.test(line) ? FUNCTION_LINE.exec(before.slice(0, 1000))?.groups : undefined;
    const caller = PHP_CALL.test(line) ? PHP_CALL.exec(after.slice(0, 1000))?.groups?.["symbol"] : undefined;
    const symbol = written.symbol ?? caller ?? named?.["go"] ?? named?.["rust"];
    const frame = symbol === undefined ? written : { ...written, symbol };
    const key = `${frame.path}:${frame.line ?? frame.symbol}`;
    if (!found.has(key)) found.set(key, frame);
    if (found.size >= MAX_FRAMES) break;
  }
  return [...found.values()];
}

interface Line {
  line: string;
  before: string;
  after: string;
}

/** Each line with those around it, in the order in which what is closest to the failure comes first. */
function innermostFirst(lines: readonly string[]): Line[] {
  const all = lines.map((line, at): Line => ({
    line,
    before: lines[at - 1] ?? "",
    after: lines[at + 1] ?? "",
  }));
  if (lines.some((line) => INNERMOST_LAST.test(line))) return all.reverse();
  const causes = lines.flatMap((line, at) => CAUSE.test(line) ? [at] : []);
  if (causes.length === 0) return all;
  const starts = [0, ...causes];
  return starts.map((from, at) => all.slice(from, starts[at + 1])).reverse().flat();
}

function frameOf(text: string): Frame | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups === undefined) continue;
    const type = groups["type"];
    if (type !== undefined) {
      return { path: `${type}.cs`, ...(groups["symbol"] && { symbol: groups["symbol"] }) };
    }
    const path = groups["library"] === undefined ? groups["path"] : `lib/${groups["library"]}`;
    if (path === undefined) continue;
    const folder = (groups["package"] ?? "").replaceAll(".", "/");
    const { symbol = "" } = groups;
    return {
      path: folder + path.trim(),
      line: Number(groups["line"]),
      ...(symbol !== "" && { symbol: symbol.trim() }),
    };
  }
  return undefined;
}
