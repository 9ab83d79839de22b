/** What programs say behind the reason for their end: frames of a stack, the runtime's version, where a log lies. */
const AFTERWORD = /^(?:at |Node\.js v\d|[{}\]]|npm (?:error|ERR!))/;
const NPM = /^npm (?:error|ERR!) \S/;
const ERROR = /^(?:Uncaught |\[cause\]: )?[\w.$]*(?:Error|Exception)(?: \[\w+\])?: /;

/** The line of what a program wrote last that says why it ended: its last one, unless that is known to say nothing. */
export function lastWords(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const last = lines.at(-1) ?? "";
  if (!AFTERWORD.test(last)) return last;
  // npm names the kind of a failure first, then what it was about, and goes on with advice.
  const npm = lines.filter((line) => NPM.test(line));
  if (npm.length > 0) return npm.slice(0, 2).join(" ");
  return lines.findLast((line) => ERROR.test(line)) ?? last;
}
