/** Literal pieces of messages in a request, as they may stand in the source, and the names of errors. */
export interface ErrorTexts {
  /** Longest first. */
  messages: string[];
  /** `ValueError`, `NullPointerException`. */
  types: string[];
}

const MAX_TEXT = 60_000;
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
