/** Where a formatter goes on in the next line, also in a diff, in a string, and in the strings of a notebook. */
const BREAK =
  '(?:[ \\t]{0,4}\\r?\\n[+-]?[ \\t]{1,80}|[ \\t]{0,4}\\\\n(?:",[ \\t]{0,4}\\r?\\n[ \\t]{1,80}")?[ \\t]{0,80})';

/** What a value can be handed to: `Secret("…")`, `Field(default="…")`, `getenv("NAME", "…")`, `ENV["NAME"] || "…"`, `{ value = "…" }`, `<string>"…"`. */
const WITHIN = [
  "(?:[\\w.:]{0,40}[.:])?(?:get_?)?(?:env(?:iron)?|ENV|getEnv|get|fetch|config|getProperty)(?:\\.get|\\.fetch|\\.var)?[(\\[]" +
  `(?:${BREAK})?["'][\\w.-]{1,60}["'](?:,|[)\\]][ \\t]?(?:\\|\\||\\?\\?|\\?:|or\\b|\\{))(?:${BREAK}|[ \\t]?)`,
  `[\\w.:!\\[\\]]{1,40}\\((?:${BREAK})?(?:\\w{1,20}=)?`,
  "\\{\\s{0,16}[\"']?(?:value|default|plain)[\"']?[ \\t]?[:=][ \\t]?",
  "<(?!redacted>)\\w{1,20}>",
].join("|");

/** From the end of a name to its value: closing quote or bracket, type, operator, opening quote. */
export const OPERATOR = new RegExp(
  "(?:\\\\{0,3}[\"'`\u201d]|\\*\\*(?=:))?(?:[\\])!?]|\\[\\w{0,8}\\])?(?:[ \\t]{0,16}(?:" + [
    // `key: string = `, `KEY: &[u8; 32] = `, `String key = `, `Dim key As String = `, `Key { get; set; } = `
    ":[ \\t]{0,4}[A-Za-z&\\[](?:[\\w<>|.&'?*\\[\\] ]|::|; \\d|, [A-Z]){0,40}[ \\t]=(?!=)",
    "[ \\t](?:[Aa]s[ \\t])?(?:string|str|String)[ \\t]=(?!=)",
    "[ \\t]\\{[ \\t]?get;[^{}\\n]{0,30}\\}[ \\t]?=",
    // the value of a YAML block begins in the next line
    ":[ \\t]{1,4}[|>][-+\\d]{0,2}[ \\t]{0,4}\\r?\\n[ \\t]{1,32}(?=[^\\s\"'`])",
    // the next line of a list or of JSON
    ":[ \\t]{0,4}\\r?\\n[ \\t]{1,32}(?:-[ \\t]{1,3})?(?=[^\\s\"'`:]{8,400}[ \\t]{0,4}(?:[\\r\\n]|$)|[\"'])",
    "<-(?=[ \\t]*[\"'])|%3[dD]",
    ":?={1,3}>?|=>|:{1,2}(?!:)|\\|\\|=?|\\?\\?=?|\\?=|->|[\\uff1a\\uff1d]",
    `,(?=(?:${BREAK}|[ \\t]{0,4})["'])`,
    ">(?=[^<>\\n]{4,200}</)",
    "[({](?:default=)?(?=[\"'])",
    `\\((?=${BREAK}["'])`,
    "[ \\t](?:is|was)(?=[ \\t:]):?",
    "(?<=[为為是])[ \\t]{1,3}(?=\\S)",
    // a name and its value that are all of a line, or an option and its value
    "[ \\t]{1,3}(?=[^\\s\"'`<>(){}=:]{10,400}={0,2}[ \\t]{0,4}(?:[\\r\\n;]|$))",
    "[ \\t](?=([\"'`])[^\\s\"'`]{8,200}\\1)",
  ].join("|") +
    `)(?:\\*\\*(?=[ \\t]))?[ \\t]{0,16}(?:(?:&[\\w-]{1,40}|!!?[a-z]{2,20})[ \\t]{1,3}(?![|>]))?(?:(?:${BREAK})?(?:` +
    [
      "[@&*]|\\*?[brfuL]|new String\\(|String\\(",
      `process\\.env\\.\\w{1,40}(?:${BREAK}|[ \\t]{0,3})(?:\\|\\||\\?\\?)`,
      // a list, or a string in parentheses; a choice
      `[[(](?:\\s{0,16}|${BREAK})(?=["'\`])`,
      `[\\w.!() ]{1,40}(?:${BREAK})?\\?(?=[ \\t]{0,3}["'\`])`,
      `(?<within>${WITHIN})(?=["'])`,
    ].join("|") + `)?(?:${BREAK}|[ \\t]{0,3})(?<quote>\\\\{0,3}["'\`]{1,3})|(?=[^\\s"'\`])))`,
  "y",
);
