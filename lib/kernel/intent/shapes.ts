export const STACK_TRACE = "stack trace";

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
