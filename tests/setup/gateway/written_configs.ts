/** Configurations of Codex as people write them, for properties. */
import fc from "fast-check";

const NAME = fc.constantFrom("a", "b", "memory", "my server", "x.y", "数据", "c-1", 'q"uote', "constructor");
const WORD = fc.constantFrom(
  "npx",
  "-y",
  "päckage",
  'q"\\',
  "",
  "# no comment",
  "// no comment",
  "{",
  "[mcp_servers.z]",
  "]",
);
const SERVER = fc.record({
  command: fc.constantFrom("npx", "node", "uvx"),
  args: fc.array(WORD, { maxLength: 3 }),
  env: fc.dictionary(fc.constantFrom("A", "TOKEN", "B_1"), WORD, { maxKeys: 2 }),
});
const SERVERS = fc.uniqueArray(fc.tuple(NAME, SERVER), { maxLength: 5, selector: ([name]) => name });
const COMMENT = fc.constantFrom("", "", "mine", 'with "quotes", { and [');

const OTHERS = [
  '[tui]\ntheme = "x"\n',
  '# of mine\n[profiles.fast]\nmodel = "m"\n',
  "[[hooks]]\nrun = '''\n[mcp_servers.no]\n'''\n",
];

/** A `config.toml` with servers in tables, between and around other tables. */
export const CODEX_CONFIG: fc.Arbitrary<string> = fc.record({
  servers: SERVERS,
  places: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 }),
  comments: fc.array(COMMENT, { minLength: 12, maxLength: 12 }),
  blanks: fc.array(fc.constantFrom("", "\n", "\n\n"), { minLength: 12, maxLength: 12 }),
  top: fc.constantFrom("", 'model = "m" # top\n', "# head\n\na.b = 1\n"),
  multi: fc.boolean(),
  inlineEnv: fc.boolean(),
  eol: fc.constantFrom("\n", "\r\n"),
  end: fc.boolean(),
}).map(({ servers, places, comments, blanks, top, multi, inlineEnv, eol, end }) => {
  const tables = servers.map(([name, { command, args, env }], at) => {
    const remark = comments[at] ?? "";
    const key = /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name);
    const list = multi
      ? `[\n${args.map((arg) => `  ${JSON.stringify(arg)}, # ${remark}\n`).join("")}]`
      : JSON.stringify(args);
    const pairs = Object.entries(env).map(([variable, value]) => `${variable} = ${JSON.stringify(value)}`);
    return [
      remark === "" ? "" : `# ${remark}\n`,
      `[mcp_servers.${key}]${remark === "" ? "" : ` # ${remark}`}\n`,
      `command = ${JSON.stringify(command)}\nargs = ${list}\n`,
      inlineEnv
        ? `env = { ${pairs.join(", ")} }\n`
        : `\n[mcp_servers.${key}.env]\n${pairs.map((pair) => `${pair}\n`).join("")}`,
      blanks[at] ?? "",
    ].join("");
  });
  OTHERS.forEach((other, at) => tables.splice(places[at] ?? 0, 0, other + (blanks[at + 6] ?? "")));
  const text = (top + tables.join("")).replaceAll("\n", eol);
  return end ? text : text.trimEnd();
});
