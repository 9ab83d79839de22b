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

const FIELDS = {
  kind: /^kind: (.*)$/m,
  label: /^label: (.*)$/m,
  example: /^example: (.*)$/m,
  needs: /^needs: (.*)$/m,
};

/**
 * The rules of a table: fields a line, a blank line between two. A line that begins with two blanks goes on with the one above, `#` begins a comment, `let NAME: …` stands for `${NAME}`
 * from there on. Whatever begins with `"` is JSON. What a rule has is read when it is asked for: most rules are asked for nothing but what they need.
 */
export function rulesOf(table: string): Rule[] {
  const names = new Map<string, string>();
  const named = (text: string) => text.replace(/\$\{([A-Z_]+)\}/g, (whole, name) => names.get(name) ?? whole);
  const lines = table.replaceAll("\n  ", "");
  for (const [, name = "", value = ""] of lines.matchAll(/^let (\w+): (.*)$/gm)) {
    names.set(name, named(value));
  }
  return lines.split("\n\n").filter((rule) => /^(?:needs|pattern): /m.test(rule)).map((rule) => {
    const field = (name: keyof typeof FIELDS) => FIELDS[name].exec(rule)?.[1] ?? "";
    const needs = field("needs").replace(/\$\{([A-Z_]+)\}/g, (name) => named(name).replaceAll("|", ", "));
    return {
      needs: needs === "" ? [] : needs.split(", ").map(unquoted),
      get kind() {
        return field("kind");
      },
      get label() {
        return unquoted(field("label"));
      },
      get example() {
        return unquoted(field("example"));
      },
      get patterns() {
        return [...rule.matchAll(/^pattern: (.*)$/gm)].map(([, written = ""]) => named(written));
      },
    };
  });
}

export function patternOf(written: string): RegExp {
  const end = written.lastIndexOf("/");
  return new RegExp(written.slice(1, end), written.slice(end + 1));
}

export function patternsIn(table: string): RegExp[] {
  return rulesOf(table).map(({ patterns: [written = ""] }) => patternOf(written));
}

/** The pattern of each kind of a table, made when first asked for. Throws `TypeError` for a kind that it has not. */
export function patternsOf(table: string): (kind: string) => RegExp {
  const rules = new Map(rulesOf(table).map((rule) => [rule.kind, rule]));
  return madeWhenAsked((kind) => rules.get(kind)?.patterns[0]);
}

/** Patterns by their names, each made when first asked for. Throws `TypeError` for a name of which none is written. */
export function madeWhenAsked(writtenOf: (name: string) => string | undefined): (name: string) => RegExp {
  const made = new Map<string, RegExp>();
  return (name) => {
    let pattern = made.get(name);
    if (pattern === undefined) {
      const written = writtenOf(name);
      if (written === undefined) throw new TypeError(`No pattern "${name}"`);
      made.set(name, pattern = patternOf(written));
    }
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
