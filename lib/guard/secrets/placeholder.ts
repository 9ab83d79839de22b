const WORDS: ReadonlySet<string> = new Set(
  ("your sample placeholder dummy fake foo bar foobar baz test todo tbd none null nil undefined true false yes no string str number boolean " +
    "bool object any unknown void never required optional redacted hidden secret password passwd token key auth user username root admin " +
    "default empty nullable fail failed skip skipped local.").split(" "),
);
/** What a value begins with that is looked up, inserted or pointed to. */
const BEGINNINGS =
  ("your_ your- insert enter replace example [ < $ {{ %( %{ %s %v @ #{ env. env( process.env os.environ os.getenv import.meta config. config[ settings. " +
    "self. this. args. option. options. props. ctx. req. param. params. var. vars. secrets. data. module. ref+ vault: op:// arn:aws: file:")
    .split(" ");
const FORMS =
  /^(?:x{3,}|\*{3,}|\.{3,}|-{3,}|_{3,}|0{4,}|1234(?:5678?9?0?)?|change[_-]?(?:me|it|this)|my[_-](?:api|secret|token|key|password)\w*|%\w+%|https?:\/\/[^@]*|\S{0,16}(?:\.{3}|\u2026))$/;

/** Whether a value, in lower case, stands for one that is put in its place: `changeme`, `<token>`, `${TOKEN}`, `os.environ["TOKEN"]`. */
export function isPlaceholder(value: string): boolean {
  return WORDS.has(value) || FORMS.test(value) ||
    (BEGINNINGS.some((beginning) => value.startsWith(beginning)) && !/[\n\r\u2028\u2029]/.test(value));
}
