/** Source files of a made-up business program in four languages. */
import type { Draw } from "./random.ts";
import { ADJECTIVES, AREAS, coinedName, NOUNS, REASONS, ROLES, VERBS } from "./vocabulary.ts";

export const LANGUAGES = ["typescript", "java", "python", "go"] as const;
export type Language = typeof LANGUAGES[number];

/** What a file is about. Everything of a file follows from its number and the repository's size. */
export interface Subject {
  language: Language;
  area: string;
  role: string;
  noun: string;
  /** A name of the project's own. */
  coined: string;
  path: string;
}

export interface Source {
  text: string;
  /** Names of its functions as the language writes them, and the words they are made of. */
  functions: { name: string; words: string[] }[];
}

const EXTENSION: Record<Language, string> = { typescript: "ts", java: "java", python: "py", go: "go" };
/** Files of one folder, about: a package has some dozens. */
const FILES_A_FOLDER = 30;
/** Fewest functions of a file, so that one has 5 to 8 kB. */
const FUNCTIONS = { typescript: 7, java: 9, python: 11, go: 12 } as const;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (words: readonly string[]): string => words.map(capital).join("");
const camel = ([first = "", ...rest]: readonly string[]): string => first + pascal(rest);
const snake = (words: readonly string[]): string => words.join("_");

export function subjectOf(index: number, languages: readonly Language[], random: Draw): Subject {
  const language = languages[index % languages.length] ?? "typescript";
  const folder = Math.floor(index / (FILES_A_FOLDER * languages.length));
  const area = AREAS[folder % AREAS.length] ?? "";
  const module = coinedName(folder);
  const role = random.pick(ROLES);
  const noun = random.common(NOUNS);
  const coined = coinedName(index + 1000);
  const words = [coined, noun, role];
  const name = language === "java" ? pascal(words) : snake(words);
  const roots: Record<Language, string> = {
    typescript: `packages/${area}-${module}/src/${role}`,
    java: `services/${area}/${module}/src/main/java/com/example/${area}/${module}`,
    python: `tools/${area}/${module}/${role}`,
    go: `internal/${area}/${module}`,
  };
  return { language, area, role, noun, coined, path: `${roots[language]}/${name}.${EXTENSION[language]}` };
}

/** Text of one file, about 5 to 8 kB. `neighbours` are files that it uses. */
export function sourceOf(subject: Subject, neighbours: readonly Subject[], random: Draw): Source {
  const count = FUNCTIONS[subject.language] + random.below(5);
  const taken = new Set<string>();
  const functions: Source["functions"] = [];
  const parts: string[] = [head(subject, neighbours)];
  while (functions.length < count) {
    const { name, words, text } = functionOf(subject, random);
    if (taken.has(name)) continue;
    taken.add(name);
    functions.push({ name, words });
    parts.push(text);
  }
  parts.push(subject.language === "java" ? "}\n" : "");
  return { text: parts.join("\n"), functions };
}

/** One function more of a file. */
export function functionOf(subject: Subject, random: Draw): { name: string; words: string[]; text: string } {
  const words = [random.common(VERBS), random.common(ADJECTIVES), random.common(NOUNS)];
  if (random.below(3) === 0) words.push(coinedName(random.rank(20_000)));
  const name = nameOf(subject.language, words);
  return { name, words, text: bodyOf(subject, name, words, random) };
}

function nameOf(language: Language, words: readonly string[]): string {
  if (language === "python") return snake(words);
  return language === "go" ? pascal(words) : camel(words);
}

function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function typeOf({ coined, noun }: Subject): string {
  return pascal([coined, noun]);
}

function head(subject: Subject, neighbours: readonly Subject[]): string {
  const { language, area, noun, role } = subject;
  const type = typeOf(subject);
  const about = `The ${role} of each ${noun} in ${area}: what is kept of it, and what may be done with it.`;
  switch (language) {
    case "typescript":
      return [
        ...neighbours.map((each) =>
          `import type { ${typeOf(each)} } from "${relative(subject.path, each.path)}";`
        ),
        `\n/** ${about} */\nexport interface ${type} {\n  id: string;\n  amount: number;\n  attempts: number;\n  changedAt: Date;`,
        ...neighbours.map((each, at) => `  ${camel([each.noun, "link"])}${at}?: ${typeOf(each)};`),
        "}\n",
      ].join("\n");
    case "java":
      return [
        `package com.example.${area};\n`,
        "import java.time.Instant;\nimport java.util.List;\n",
        ...neighbours.map((each) => `import com.example.${each.area}.${typeOf(each)};`),
        `\n/**\n * ${about}\n */\npublic final class ${type}${capital(role)} {\n`,
        "\tprivate final String id;\n\tprivate long amount;\n\tprivate int attempts;\n\tprivate Instant changedAt;\n",
      ].join("\n");
    case "python":
      return [
        `"""${about}"""\n`,
        "from dataclasses import dataclass\nfrom datetime import datetime\n",
        ...neighbours.map((each) =>
          `from tools.${each.area}.${snake([each.coined, each.noun])} import ${typeOf(each)}`
        ),
        `\n\n@dataclass\nclass ${type}:\n    id: str\n    amount: int\n    attempts: int\n    changed_at: datetime\n\n`,
      ].join("\n");
    case "go":
      return [
        `// Package ${subject.coined} has ${about}\npackage ${subject.coined}\n`,
        'import (\n\t"errors"\n\t"time"\n)\n',
        ...neighbours.map((each) => `// Used together with ${typeOf(each)} of ${each.area}.`),
        `\n// ${type} is one ${noun} as ${area} keeps it.\ntype ${type} struct {\n\tID        string\n\tAmount    int64\n\tAttempts  int\n\tChangedAt time.Time\n}\n`,
      ].join("\n");
  }
}

function bodyOf(subject: Subject, name: string, words: readonly string[], random: Draw): string {
  const [verb = "", adjective = "", noun = ""] = words;
  const type = typeOf(subject);
  const reason = random.pick(REASONS);
  const limit = 2 + random.below(90);
  const fee = random.below(1000);
  const other = random.common(NOUNS);
  const does = `${capital(thirdPerson(verb))} the ${adjective} ${noun} of a ${subject.noun}`;
  const said = `${does}, unless ${reason}. The ${other} stays as it is.`;
  const cannot = `cannot ${verb} ${adjective} ${noun}: ${reason}`;
  switch (subject.language) {
    case "typescript":
      return `/** ${said} */
export function ${name}(value: ${type}, limit = ${limit}): ${type} {
  if (value.attempts > limit) throw new RangeError("${cannot}");
  const amount = value.amount + ${fee};
  const ${camel([adjective, other])} = new Date(value.changedAt.getTime() + limit * 1000);
  return { ...value, amount, attempts: value.attempts + 1, changedAt: ${camel([adjective, other])} };
}
`;
    case "java":
      return `\t/**
\t * ${said}
\t * @param limit attempts that are allowed
\t */
\tpublic List<String> ${name}(int limit) {
\t\tif (this.attempts > limit + ${limit}) {
\t\t\tthrow new IllegalStateException("${cannot}");
\t\t}
\t\tlong ${camel([adjective, other])} = this.amount + ${fee};
\t\tthis.amount = ${camel([adjective, other])};
\t\tthis.changedAt = Instant.now();
\t\treturn List.of(this.id, String.valueOf(${camel([adjective, other])}));
\t}
`;
    case "python":
      return `def ${name}(value: ${type}, limit: int = ${limit}) -> ${type}:
    """${said}"""
    if value.attempts > limit:
        raise ValueError("${cannot}")
    ${snake([adjective, other])} = value.amount + ${fee}
    value.attempts += 1
    value.amount = ${snake([adjective, other])}
    return value

`;
    case "go":
      return `// ${name} ${said.charAt(0).toLowerCase()}${said.slice(1)}
func (v *${type}) ${name}(limit int) error {
\tif v.Attempts > limit+${limit} {
\t\treturn errors.New("${cannot}")
\t}
\t${camel([adjective, other])} := v.Amount + ${fee}
\tv.Amount = ${camel([adjective, other])}
\tv.ChangedAt = time.Now()
\treturn nil
}
`;
  }
}

function relative(from: string, to: string): string {
  const fromParts = from.split("/").slice(0, -1);
  const toParts = to.split("/");
  let same = 0;
  while (same < fromParts.length && fromParts[same] === toParts[same]) same++;
  return `${"../".repeat(fromParts.length - same) || "./"}${toParts.slice(same).join("/")}`;
}
