import table from "./data/wording.txt" with { type: "text" };

/** Kinds of work, which call for tools that are configured so. */
const KINDS = "search debug impact refactor structure complexity history change".split(" ");

/** A tier-2 tool that the prompt calls for, and the words that did. */
export interface TierTwoCall {
  tool: string;
  reason: string;
  /** The prompt asks for just this: where the tool may not run, its user is told. A word that only suits the tool (`bug`, `影响`) is everyday talk. */
  asked: boolean;
}

const TIER_TWO = {
  ci_call_chain: "asks who calls whom",
  ci_bug_locate: "asks for the cause of a failure",
  ci_impact: "asks what a change affects",
  ci_complexity: "asks how complex the code is",
  ci_hotspot: "asks where the code changes most",
};

/** The table: its patterns by their names, each made when it is first asked for, since most prompts need few. */
let patterns: Map<string, RegExp | string> | undefined;

/** What the wording table has under a name, in a text whose Chinese is simplified. Throws `TypeError` for a name that it lacks. */
export function wording(name: string): RegExp {
  patterns ??= new Map(table.split("\n").map((line) => [line.split(" ", 1)[0] ?? "", line]));
  const known = patterns.get(name);
  if (known === undefined) throw new TypeError(`No wording is called ${name}`);
  const pattern = typeof known === "string" ? new RegExp(known.slice(name.length + 1), "i") : known;
  patterns.set(name, pattern);
  return pattern;
}

/** Kinds of a prompt whose Chinese is simplified, in the order of the table; `["search"]` when nothing says more. */
export function kindsOf(text: string): string[] {
  const kinds = KINDS.filter((kind) => wording(kind).test(text));
  return kinds.length === 0 ? ["search"] : kinds;
}

/** Tier-2 tools the prompt calls for, in the order of the table. Whoever shows a stack trace need not say what it is. */
export function tierTwoOf(text: string, shapes: readonly string[]): TierTwoCall[] {
  return Object.entries(TIER_TWO).flatMap(([tool, reason]) => {
    const shown = tool === "ci_bug_locate" && shapes.includes(STACK_TRACE) ? STACK_TRACE : undefined;
    const asks = wording(`${tool}.asks`);
    const match = (asks.exec(text) ?? wording(`${tool}.suits`).exec(text))?.[0].trim() ?? shown;
    if (match === undefined) return [];
    return [{ tool, reason: `${reason} ("${match.slice(0, 40)}")`, asked: asks.test(text) }];
  });
}

const STACK_TRACE = "stack trace";

/** Text that is code, or that programs wrote: a prompt that shows one of these is about code. Every pattern has bounded repeats only. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  "code block": /```[\w+-]{0,20}[ \t]*\r?\n/,
  "diff": /^(diff --git |@@ -\d{1,7}(,\d{1,7})? \+\d)/m,
  "commit message":
    /^(feat|fix|chore|docs|refactor|test|perf|build|ci|style|revert)(\([^)\n]{1,60}\))?!?: \S/m,
  [STACK_TRACE]:
    /Traceback \(most recent call last\)|^\s{0,8}File "[^"\n]{1,300}", line \d|^\s{0,8}at [\w$.<>[\] /]{1,200}\([^)\n]{0,300}:\d|^\s{0,8}at \S{1,300}:\d{1,7}:\d|\bin [^\n]{1,300}:line \d|\.(cs|fs|vb):\S{1,10} \d|panicked at |^goroutine \d|^#\d{1,3}\s{1,4}(0x|\S{1,300}\(\d)|:\d{1,7}:in [`']/m,
  "error name":
    /\b[A-Za-z]{0,60}[a-z](Error|Exception|Fault)\b|\b(TS|CS|ORA-|SQLSTATE ?)\d{4,5}\b|error\[E\d{3,4}\]|\b(ENOENT|EACCES|EPERM|ECONNREFUSED|ECONNRESET|EADDRINUSE|ETIMEDOUT|ERESOLVE|EPIPE|ENOSPC|SIGSEGV|SIGKILL|SIGABRT|OOMKilled|NXDOMAIN)\b|npm ERR!/,
  "error text":
    /^\s{0,8}(fatal|panic|error): \S|segmentation fault|core dumped|undefined reference to|command not found|cannot find (module|package|symbol)|no such file or directory|is not a function|\bis not defined|cannot read propert|stack overflow|out of memory|exception in thread/im,
  "code line":
    /^\s{0,40}(import [\w{*"'][^\n]{0,120}( from |;)|from [\w.]{1,80} import |#include [<"]|(export |public |private |protected |static |async |def |fn |func |function |class |struct |interface |impl |const |let |var |package |using |namespace ){1,5}[\w$<>[\]*&]{1,80}[ (={:;<]{1,3}[^\n]{0,200}[({=:;]\s{0,4}$|SELECT [^\n]{1,200} FROM |<\/?[a-z][\w-]{0,30}(\s[^\n<>]{0,200})?>\s{0,4}$|[\w.$]{1,80}\([^\n]{0,200}\);\s{0,4}$|\$ \w{2,20} [^\n]{1,80}$)/im,
  "file and line": /\b[\w./\\-]{1,200}\.[A-Za-z]{1,5}:\d{1,7}\b/,
  "status code": /\b(HTTP|status|returns?|返回|回傳|code|a|gives?|报)\s{0,2}[45]\d\d\b/i,
  "exit code": /\bexit(s|ed)? (with )?(code|status) \d/i,
};

/** Without one of these signs a text shows no shape; most short prompts have none, and no pattern is compiled for them. */
const SIGN =
  /[`:;(){}<=@#$]|[a-z](?:Error|Exception|Fault)\b|[A-Z]{3}|\d{3}|exit|error|not |overflow|dump|fault|memory|such|import |from |go|Traceback/;

export function shapesIn(text: string): string[] {
  return SIGN.test(text) ? Object.keys(SHAPES).filter((name) => SHAPES[name]?.test(text)) : [];
}
