import table from "../data/file_names.txt" with { type: "text" };
import languages from "../data/languages.json" with { type: "json" };
import patterns from "../data/file_patterns.txt" with { type: "text" };
import { patternsOf, sectionsOf } from "../rule_table.ts";

/* What files are, by their names: a list, since no rule tells a format from its name. Anything else may be what somebody keeps credentials in. */

/** Files by what they are written in: their extensions, names without a telling one, and programs that run them; a text is neither program, configuration nor documentation. `.def` are tables of macro calls, which C includes. */
export type Language = keyof typeof languages;

const [EXTENSIONS, NAMES, PROGRAMS] = [namedBy(0), namedBy(1), namedBy(2)];

const listed = sectionsOf(table);
const OTHER_EXTENSIONS = new Set(["source", "configuration", "text"].flatMap((each) => [...listed(each)]));
const named = patternsOf(patterns);

/** The language that a path, with `/` separators, tells by its last name or extension; undefined where it tells none. */
export function languageOf(path: string): Language | undefined {
  const name = lastName(path).toLowerCase();
  return NAMES.get(name) ?? EXTENSIONS.get(extensionOf(name));
}

/** The language of what a program runs; undefined for a program that is not known. */
export function languageRunBy(program: string): Language | undefined {
  return PROGRAMS.get(program) ?? PROGRAMS.get(program.replace(/-?[\d.]+$/, ""));
}

/** Whether a path is that of source or documentation, which speak of credentials and hold none. A `.txt` may be anybody's list. */
export function speaksOfCredentials(path: string): boolean {
  const name = lastName(path).toLowerCase();
  const language = languageOf(name);
  return language !== undefined && language !== "config" && extensionOf(name) !== "txt" ||
    listed("source").has(extensionOf(name)) || named("variant").test(name);
}

/** Whether a path is that of a table of words in some language: there a `password` is a label. */
export function isTranslation(path: string): boolean {
  return named("translation").test(path);
}

export function isConfiguration(path: string): boolean {
  const isSettings = languageOf(path) === "config" || isTemplate(path) ||
    /\.(?:config|jsonl|neon|service)$/i.test(path);
  return isSettings && !isTranslation(path);
}

/** Whether a path is that of a template, which shows what somebody is to fill in. */
export function isTemplate(path: string): boolean {
  const name = lastName(path).toLowerCase();
  const dot = name.lastIndexOf(".");
  return named("template").test(name) || dot > 0 && named("template").test(name.slice(0, dot));
}

/** Whether the name of a path says that it is source, documentation, a format of builds and configuration, or a project's text. */
export function isKnownType(path: string): boolean {
  const own = lastName(path);
  const name = own.toLowerCase();
  if (languageOf(name) !== undefined || listed("names").has(name)) return true;
  if (OTHER_EXTENSIONS.has(extensionOf(name)) || named("ignore-file").test(name)) return true;
  return named("manifests").test(path) || named("variant").test(name) || named("tool-file").test(own) ||
    named("capitals").test(own) ||
    named("template").test(name);
}

/** In lower case, without its dot; none for a name that begins with its only dot. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1) : "";
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The languages by their extensions (0), names (1), or the programs that run them (2), without their versions. */
function namedBy(part: 0 | 1 | 2): ReadonlyMap<string, Language> {
  const rows = Object.entries(languages) as [Language, string[]][];
  return new Map(
    rows.flatMap(([language, kinds]) => kinds[part]?.match(/\S+/g)?.map((name) => [name, language]) ?? []),
  );
}
