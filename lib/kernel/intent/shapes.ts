/** Text that is code, or that programs wrote. A prompt that shows one of these is about code, whatever its words. */
export interface Shape {
  name: string;
  weight: number;
  /** One of these stands in every match; most prompts hold none, and no pattern is compiled for them. */
  needs: readonly string[];
  pattern: RegExp;
}

/** The shape of what a program prints of its calls when it fails. */
export const STACK_TRACE = "stack trace";

/** Every pattern has bounded repeats only, so a hostile prompt costs no more than its length. */
const SHAPES: readonly Shape[] = [
  { name: "code block", needs: ["```"], weight: 0.6, pattern: /```[\w+-]{0,20}[ \t]*\r?\n/ },
  {
    name: "diff",
    needs: ["@@", "diff --git"],
    weight: 0.9,
    pattern: /^(diff --git |@@ -\d{1,7}(,\d{1,7})? \+\d)/m,
  },
  {
    name: "commit message",
    needs: [":"],
    weight: 0.8,
    pattern: /^(feat|fix|chore|docs|refactor|test|perf|build|ci|style|revert)(\([^)\n]{1,60}\))?!?: \S/m,
  },
  {
    name: STACK_TRACE,
    needs: [":", "(", "goroutine", "panicked", "Traceback"],
    weight: 0.9,
    pattern:
      /Traceback \(most recent call last\)|^\s{0,8}File "[^"\n]{1,300}", line \d|^\s{0,8}at [\w$.<>[\] /]{1,200}\([^)\n]{0,300}:\d|^\s{0,8}at \S{1,300}:\d{1,7}:\d|\bin [^\n]{1,300}:line \d|\.(cs|fs|vb):\S{1,10} \d|panicked at |^goroutine \d|^#\d{1,3}\s{1,4}(0x|\S{1,300}\(\d)|:\d{1,7}:in [`']/m,
  },
  {
    name: "error name",
    needs: [
      "Error",
      "Exception",
      "Fault",
      "TS",
      "CS",
      "ORA-",
      "SQLSTATE",
      "error[",
      "EN",
      "EA",
      "EP",
      "EC",
      "ET",
      "ER",
      "SIG",
      "OOM",
      "ERR!",
      "NX",
    ],
    weight: 0.8,
    pattern:
      /\b[A-Za-z]{0,60}[a-z](Error|Exception|Fault)\b|\b(TS|CS|ORA-|SQLSTATE ?)\d{4,5}\b|error\[E\d{3,4}\]|\b(ENOENT|EACCES|EPERM|ECONNREFUSED|ECONNRESET|EADDRINUSE|ETIMEDOUT|ERESOLVE|EPIPE|ENOSPC|SIGSEGV|SIGKILL|SIGABRT|OOMKilled|NXDOMAIN)\b|npm ERR!/,
  },
  {
    name: "error text",
    needs: ["error", "fa", "panic", "dump", "ndef", "not ", "cann", "such", "overflow", "memory", "thread"],
    weight: 0.6,
    pattern:
      /^\s{0,8}(fatal|panic|error): \S|segmentation fault|core dumped|undefined reference to|command not found|cannot find (module|package|symbol)|no such file or directory|is not a function|\bis not defined|cannot read propert|stack overflow|out of memory|exception in thread/im,
  },
  {
    name: "code line",
    needs: ["{", "(", ";", "=", "import", "#include", "FROM", "from", "<", "$ ", ":"],
    weight: 0.6,
    pattern:
      /^\s{0,40}(import [\w{*"'][^\n]{0,120}( from |;)|from [\w.]{1,80} import |#include [<"]|(export |public |private |protected |static |async |def |fn |func |function |class |struct |interface |impl |const |let |var |package |using |namespace ){1,5}[\w$<>[\]*&]{1,80}[ (={:;<]{1,3}[^\n]{0,200}[({=:;]\s{0,4}$|SELECT [^\n]{1,200} FROM |<\/?[a-z][\w-]{0,30}(\s[^\n<>]{0,200})?>\s{0,4}$|[\w.$]{1,80}\([^\n]{0,200}\);\s{0,4}$|\$ \w{2,20} [^\n]{1,80}$)/im,
  },
  {
    name: "file and line",
    needs: [":"],
    weight: 0.8,
    pattern: /\b[\w./\\-]{1,200}\.[A-Za-z]{1,5}:\d{1,7}\b/,
  },
  {
    name: "status code",
    needs: ["4", "5"],
    weight: 0.35,
    pattern: /\b(HTTP|status|returns?|返回|回傳|code|a|gives?|报)\s{0,2}[45]\d\d\b/i,
  },
  { name: "exit code", needs: ["exit"], weight: 0.5, pattern: /\bexit(s|ed)? (with )?(code|status) \d/i },
];

/** Shapes that `text` shows, in the order of the table. */
export function shapesIn(text: string): Shape[] {
  return SHAPES.filter(({ needs, pattern }) =>
    needs.some((part) => text.includes(part)) && pattern.test(text)
  );
}
