/** Functions of Python, JavaScript, Perl, Ruby and PHP that run a command; a regular expression's `exec` runs none. */
const CALL =
  /(?<!\/[dgimsuvy]{0,8}\.)\b(?:system|popen|Popen|exec|execSync|execFile|execFileSync|spawn|spawnSync|run|call|check_call|check_output|shell_exec|passthru)\s{0,9}\(/g;
/** A string that stands as one of a call's arguments, or in a list among them. */
const LITERAL = /[\s,[]{0,20}(["'`])((?:\\[^]|(?!\1)[^\\]){0,500})\1/y;
/** Strings of one call that are looked at. */
const MAX_LITERALS = 20;

/** The commands that a program of another language has run, where it says them in so many words: `os.system("…")`, `subprocess.run(["…", "…"])`. */
export function* commandsCalled(program: string): Iterable<string> {
  for (const { index, 0: call } of program.matchAll(CALL)) {
    const words: string[] = [];
    LITERAL.lastIndex = index + call.length;
    for (let count = 0; count < MAX_LITERALS; count++) {
      const literal = LITERAL.exec(program)?.[2];
      if (literal === undefined) break;
      words.push(literal);
    }
    if (words.length > 0) yield words.join(" ");
  }
}
