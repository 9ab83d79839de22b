/** A rule of a table in `data/`: what it is there for is its test. */
export interface Rule {
  kind: string;
  /** In lower case; one of them stands wherever a pattern matches. */
  needs: readonly string[];
  label: string;
  example: string;
  /** As written; there may be several, which all have to match. */
  patterns: readonly string[];
}

/** The rules of a table: fields a line, a blank line between two. A line that begins with two blanks goes on with the one above, `#` begins a comment, `let NAME: …` stands for `${NAME}` from there on. Whatever begins with `"` is JSON. */
export function rulesOf(table: string): Rule[] {
  const names = new Map<string, string>();
  const named = (text: string) => text.replace(/\$\{([A-Z_]+)\}/g, (whole, name) => names.get(name) ?? whole);
  return table.replaceAll("\n  ", "").split("\n\n").flatMap((paragraph) => {
    const fields = new Map<string, string[]>();
    for (const line of paragraph.split("\n")) {
      const [, field = "", value = ""] = /^([\w ]+): (.*)$/.exec(line) ?? [];
      if (field.startsWith("let ")) names.set(field.slice(4), named(value));
      else if (field !== "") fields.set(field, [...fields.get(field) ?? [], value]);
    }
    const [kind = "", label = "", example = "", needs = ""] = ["kind", "label", "example", "needs"]
      .map((field) => fields.get(field)?.[0]);
    const patterns = (fields.get("pattern") ?? []).map(named);
    if (needs === "" && patterns.length === 0) return [];
    const listed = needs.replace(/\$\{([A-Z_]+)\}/g, (name) => named(name).replaceAll("|", ", "));
    return [{
      kind,
      label: unquoted(label),
      example: unquoted(example),
      needs: needs === "" ? [] : listed.split(", ").map(unquoted),
      patterns,
    }];
  });
}

export function patternOf(written: string): RegExp {
  const end = written.lastIndexOf("/");
  return new RegExp(written.slice(1, end), written.slice(end + 1));
}

export function patternsIn(table: string): RegExp[] {
  return rulesOf(table).map(({ patterns: [written = ""] }) => patternOf(written));
}

/** The pattern of each kind of a table. Throws `TypeError` for a kind that it has not. */
export function patternsOf(table: string): (kind: string) => RegExp {
  const all = new Map(rulesOf(table).map(({ kind, patterns: [written = ""] }) => [kind, patternOf(written)]));
  return (kind) => {
    const pattern = all.get(kind);
    if (pattern === undefined) throw new TypeError(`No pattern "${kind}"`);
    return pattern;
  };
}

function unquoted(text: string): string {
  return text.startsWith('"') ? String(JSON.parse(text)) : text;
}

/** The words of each section of a table (`name: word word …`), whose lines go on as those of rules do. */
export function sectionsOf(table: string): (section: string) => ReadonlySet<string> {
  const lines = table.replaceAll("\n  ", " ").split("\n").filter((line) => !line.startsWith("#"));
  const sections = new Map(lines.map((line) => {
    const end = line.indexOf(": ");
    return [line.slice(0, end), new Set(line.slice(end + 2).split(" "))];
  }));
  return (section) => sections.get(section) ?? new Set();
}
