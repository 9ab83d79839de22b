/** One line of a stack trace or of a compiler's message. */
export interface Frame {
  path: string;
  /** 1-based. */
  line: number;
  /** The function as the trace names it. */
  symbol?: string;
  /** As it stands in the text. */
  written: string;
}

/** Characters of a request that are looked at, of a line, and frames that are taken. */
const MAX_TEXT = 60_000;
const MAX_LINE = 1000;
const MAX_FRAMES = 40;

/** Not from within a word, so no part of an address is taken for a path. Folders may be named in brackets: `app/(shop)/[id]/page.tsx`. */
const PATH = String
  .raw`(?<![\w/:.@-])(?:(?:file|phar):\/\/(?:\/(?=[A-Za-z]:))?|package:)?(?<path>(?:[A-Za-z]:)?(?:[\w@.+~$/\\-]|[[(]{1,2}[\w.@-]{1,60}[\])]{1,2}(?=[/\\])){1,300}\.[A-Za-z][A-Za-z\d]{0,7})`;
/** Where a script stands, with what bundlers and development servers put around its path. */
const SCRIPT = String
  .raw`(?:file:\/\/)?(?<path>(?!eval at )[^\n]{1,300}?\.(?:[cm]?[jt]sx?|vue|svelte))(?:\?[^\s:)]{0,200})?:(?<line>\d{1,7})(?::\d{1,6})?`;

/** How languages write a frame, one a line, the more telling first. Each has `path` and `line`, some `symbol`. */
const FORMS: readonly RegExp[] = [
  // Python: File "app/views.py", line 12, in index
  /File "(?<path>[^"\n]{1,300})", line (?<line>\d{1,7})(?:, in (?<symbol>[\w.<>]{1,100}))?/,
  // V8: at Router.handle (src/router.ts:12:5); Firefox and Safari: handle@http://localhost:5173/src/router.ts?t=17:12:5
  new RegExp(String.raw`\bat (?:async )?(?:new )?(?<symbol>[\w$.<>[\] #]{1,150}) \(${SCRIPT}\)`),
  new RegExp(
    String
      .raw`(?:\bat (?:async )?|^\s*(?<symbol>[\w$.<>/*[\]]{0,150})@)(?=[a-z][\w+.-]{1,30}:\/\/|\/)${SCRIPT}`,
  ),
  // Java, Kotlin, Scala: at app//com.acme.Shop.sell(Shop.java:12)
  /\bat (?:[\w.$@-]{0,100}\/){0,2}(?<package>(?:[\w$]{1,100}\.){0,20})(?<symbol>[\w$<>-]{1,100}\.[^\n().:/]{1,150})\((?<path>[\w$-]{1,100}\.(?:java|kt|scala|groovy|clj)):(?<line>\d{1,7})\)/,
  // C#, which speaks the system's language: at Acme.Shop.Sell(Int32 count) in C:\src\Shop.cs:line 12
  /(?:^|\s)\S{1,6} (?<symbol>[\w.<>`|$[\],+]{1,300})\([^)\n]{0,300}\) \S{1,8} (?<path>[^\n]{1,300}?\.(?:cs|fs|vb)):\S{1,10} (?<line>\d{1,7})/,
  // gdb: #0  0x00007f in uv_run (loop=0x7) at ../src/core.c:430; sanitizers: #1 0x4f2a in uv_run(uv_loop_t*) /src/core.c:430:5
  /^\s*#\d{1,4}\s+(?:0x[0-9a-f]{1,16} in )?(?<symbol>[^\s(][^(\n]{0,300}?) ?\([^\n]{0,500}\) (?:at )?(?<path>[^\s:]{1,300}):(?<line>\d{1,7})/,
  // Ruby: app/models/user.rb:12:in `save'; pytest: shop/cart.py:11: in total
  new RegExp(`${PATH}:(?<line>\\d{1,7}):in [\`'"](?<symbol>[^\`'"\\n]{1,150})['"]`),
  new RegExp(`${PATH}:(?<line>\\d{1,7}): in (?<symbol>[\\w.<>]{1,100})\\s*$`),
  // PHP: #0 /srv/app/Shop.php(12); Maven and Kotlin: Shop.java:[12,5], Shop.kt: (12, 5)
  new RegExp(`${PATH}(?:: ?)?[[(](?<line>\\d{1,7})(?:, ?\\d{1,6})?[\\])]`),
  // PHP, Swift, Perl, Bash, OCaml: /srv/app/Shop.php on line 12, a.sh: line 12
  new RegExp(`${PATH}["']?[,:]? (?:on |at )?line (?<line>\\d{1,7})`),
  // Go, Rust, C, Elixir and everything else: src/main.rs:12:5; sh: ./install.sh: 12:
  new RegExp(`${PATH}:(?: (?=\\d+: ))?(?<line>\\d{1,7})\\b`),
];

/** Python and pytest alone write the innermost frame last. */
const INNERMOST_LAST = /\bFile "[^"\n]{1,300}", line \d|^\S{1,300}\.py:\d{1,7}: in [\w.<>]{1,100}\s*$/;
/** What the JVM and Node say before the exception that another one was thrown for: the last one is where it broke. */
const CAUSE = /^\s*(?:Caused by: |\[cause\]: )/;

/** The frames of a text, innermost first, each place once. Linear: every line is tried against each form. */
export function stackFrames(text: string): Frame[] {
  const found = new Map<string, Frame>();
  for (const line of innermostFirst(text.slice(0, MAX_TEXT).split("\n"))) {
    const frame = frameOf(line.slice(0, MAX_LINE));
    if (frame === undefined) continue;
    const key = `${frame.path}:${frame.line}`;
    if (!found.has(key)) found.set(key, frame);
    if (found.size >= MAX_FRAMES) break;
  }
  return [...found.values()];
}

function innermostFirst(lines: readonly string[]): readonly string[] {
  if (lines.some((line) => INNERMOST_LAST.test(line))) return lines.toReversed();
  const starts = [0, ...lines.flatMap((line, at) => CAUSE.test(line) ? [at] : [])];
  return starts.map((from, at) => lines.slice(from, starts[at + 1])).reverse().flat();
}

function frameOf(line: string): Frame | undefined {
  // Without a number there is no line of a file.
  if (!/\d/.test(line)) return undefined;
  for (const form of FORMS) {
    const match = form.exec(line);
    if (match === null) continue;
    const { path = "", line: number, symbol = "", package: folder = "" } = match.groups ?? {};
    return {
      path: folder.replaceAll(".", "/") + path.trim(),
      line: Number(number),
      written: match[0],
      ...(symbol !== "" && { symbol: symbol.trim() }),
    };
  }
  return undefined;
}

/** Literal pieces of messages in a request, as they may stand in the source, and the names of errors. */
export interface ErrorTexts {
  /** Longest first. */
  messages: string[];
  /** `ValueError`, `NullPointerException`. */
  types: string[];
}

const MAX_MESSAGES = 8;
const MAX_TYPES = 4;
/** Characters below which a piece of text is found everywhere. */
const MIN_PIECE = 10;
const MAX_PIECE = 120;

const QUOTED =
  /"([^"\n]{8,300})"|“([^”\n]{8,300})”|「([^」\n]{4,300})」|`([^`\n]{8,300})`|'([^'\n]{12,300})'/g;
/** What stands behind `SomethingError:`, `error:`, `panic:`, `[Vue warn]:`, `what():`, and on the line below the place of a panic of Rust. */
const SPOKEN =
  /(?:\b[\w.]{0,100}(?:Error|Exception|Warning|Failure)(?:\[[^\]\n]{0,60}\])?|\b(?:error|fatal|panic|failed|exception|warn|warning)(?:\[\w{1,20}\]|\])?|\bwhat\(\))\s*:\s*([^\n]{8,400})|panicked at [^'\n]{1,300}:\d+:\d+:\n\s*([^\n]{4,400})/gi;
/** How a trace ends: the type, whatever it is called, with its module or in capitals inside, and the message: `shop.SoldOut: no more`. */
const RAISED =
  /^[ \t]*(?:E[ \t]+|Caused by: )?(?:(?:\w{1,60}(?:\.|::|\\)){1,12}([A-Z]\w{2,80})|([A-Z][a-z\d]{1,40}[A-Z]\w{1,80})):[ \t]+([^\n]{1,400})/gm;
const TYPE = /\b(?:[A-Z][a-z0-9]*){1,8}(?:Error|Exception|Failure|Fault)\b/g;
/** What a program fills in at run time: numbers, quoted values, paths, addresses, URLs, placeholders; the ending of `flag(s)` is the text's own. */
const FILLED_IN =
  /'[^']{0,100}'|"[^"]{0,100}"|`[^`]{0,100}`|<[^>]{0,60}>|\{[^}]{0,60}\}|%[sdvrq]|\b[a-z]{2,20}:\/\/[^\s'"]{1,300}|(?:\/[\w.-]+){2,}|\b0x[0-9a-f]+\b|\b\d[\d.,:]*\b|\((?!e?s\))[^()]{0,60}\)|\[[^\]]{0,60}\]/gi;
/** Raised by languages themselves: where they are thrown is nowhere in a repository. */
const BUILT_IN =
  /^(?:Error|TypeError|ReferenceError|RangeError|SyntaxError|EvalError|URIError|ValueError|KeyError|IndexError|AttributeError|ImportError|NameError|RuntimeError|AssertionError|OSError|IOError|StopIteration|NotImplementedError|ModuleNotFoundError|ZeroDivisionError|NullPointerException|IllegalArgumentException|IllegalStateException|IndexOutOfBoundsException|ClassCastException|RuntimeException|Exception|NoMethodError|ArgumentError|StandardError|InvalidOperationException|ArgumentException|NullReferenceException|ArgumentNullException)$/;

/** Reads error messages and the names of errors out of a request. Linear in its length. */
export function errorTexts(request: string): ErrorTexts {
  const text = request.slice(0, MAX_TEXT);
  const raised = [...text.matchAll(RAISED)].map(([, inModule, alone, message = ""]) => ({
    type: inModule ?? alone ?? "",
    message,
  }));
  const quoted = [...text.matchAll(SPOKEN), ...text.matchAll(QUOTED)].map((match) =>
    match.slice(1).find((each) => each !== undefined) ?? ""
  );
  const whole = [...quoted, ...raised.map(({ message }) => message)];
  const pieces = whole.flatMap((message) => message.split(FILLED_IN)).map(trimmed)
    .filter((piece) =>
      piece.length >= MIN_PIECE && /[\s\p{Script=Han}]/u.test(piece) && !/^[\w./\\-]+$/.test(piece)
    );
  const messages = [...new Set(pieces)].sort((a, b) => b.length - a.length).slice(0, MAX_MESSAGES);
  const named = [...raised.map(({ type }) => type), ...text.match(TYPE) ?? []];
  const types = [...new Set(named)].filter((type) => !BUILT_IN.test(type)).slice(
    0,
    MAX_TYPES,
  );
  return { messages, types };
}

function trimmed(piece: string): string {
  return piece.trim().replace(/^[\s:,.;()!-]+|[\s:,.;(!-]+$/g, "").slice(0, MAX_PIECE).trim();
}
