/** One line of a stack trace or of a compiler's message. */
export interface Frame {
  path: string;
  /** 1-based. */
  line: number;
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

/** The frames of a text, innermost first, each place once. Linear: every line is tried against each form. */
export function stackFrames(text: string): Frame[] {
  const found = new Map<string, Frame>();
  const read = text.slice(0, MAX_TEXT);
  const lines = read.split("\n");
  for (const line of INNERMOST_LAST.test(read) ? lines.reverse() : lines) {
    const frame = frameOf(line.slice(0, 1000));
    if (frame === undefined) continue;
    const key = `${frame.path}:${frame.line}`;
    if (!found.has(key)) found.set(key, frame);
    if (found.size >= MAX_FRAMES) break;
  }
  return [...found.values()];
}

function frameOf(text: string): Frame | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups?.["path"] === undefined) continue;
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
