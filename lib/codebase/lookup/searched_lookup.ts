import type { ToolContext } from "../codebase.ts";
import { isTest, mayBeSource } from "../files/languages.ts";
import { type SourceFile, sourceReader } from "../files/source_file.ts";
import type { Session } from "../session.ts";
import type { Defined } from "../structure/hierarchy.ts";
import { type Reference, references } from "../structure/references.ts";
import { timeLeft } from "../tool_request.ts";
import type { Lookup } from "./lookup.ts";
import { importedBy, listedFiles } from "./tree_files.ts";

/** A line that may define the name it holds. */
const DEFINES =
  /^\s*(?:[\w@()]+\s+){0,5}(?:class|struct|interface|trait|enum|object|module|def|fn|func|fun|function|type)\b/;
/** What stands before a function's name where no keyword does: `static int priceOf(`; a statement ends on the same line. */
const DECLARES =
  /^\s*(?!(?:return|else|throw|await|yield|new|case|delete)\b)(?:[\w<>[\],*&:~?.@]{1,100}\s{1,20}){1,8}[*&]{0,3}(\w+)\s{0,20}\([^;]*$/;
/** Characters of a line that are looked at for that. */
const MAX_HEAD = 300;
/** Files read for their definitions before all others. */
const MAX_HOMES = 20;
/** Part of the time left that one git grep may take. */
const SHARE = 0.45;
const MAX_TESTS = 3;

/** Everything by git grep; what is defined and extended is known of the files that were read. */
export async function searchedLookup(here: Session, context: ToolContext): Promise<Lookup> {
  const seen = new Map<string, SourceFile>();
  const reader = sourceReader(here.files);
  const files = listedFiles(here, context);
  const index = await files();
  const read = (path: string): SourceFile | undefined => {
    const file = reader(path);
    if (file !== undefined) seen.set(path, file);
    return file;
  };
  const known = (wanted: (definition: Defined["definition"]) => boolean): Defined[] =>
    [...seen.values()].flatMap((file) =>
      file.definitions.filter(wanted).map((definition) => ({ file, definition }))
    );
  const search = (names: readonly string[]) =>
    references(names, here.files, context, { timeoutMs: timeLeft(context) * SHARE });
  // Files named like a type define it, and so do lines with a keyword: read first, they tell what it is.
  const readHomes = (
    names: readonly string[],
    found: readonly Reference[],
    defines: (text: string) => boolean = (text) => DEFINES.test(text),
  ) => {
    const homes = found.filter(({ path, text }) =>
      mayBeSource(path) && (names.includes(stemOf(path)) || defines(text))
    );
    for (const path of [...new Set(homes.map(({ path }) => path))].slice(0, MAX_HOMES)) read(path);
  };
  return {
    indexed: false,
    read,
    files,
    definers: (name) => known((definition) => definition.name === name),
    heirs: (name) => known(({ bases }) => bases?.includes(name) === true),
    imports: (file) => importedBy(file, index),
    importers: () => undefined,
    testsOf: (path) => {
      const endings = /\.[^./]+$/.exec(path)?.[0] ?? "";
      const stem = stemOf(path);
      return isTest(path) ? [] : [
        `test_${stem}`,
        `${stem}_test`,
        `${stem}Test`,
        `${stem}Tests`,
        `${stem}.test`,
        `${stem}.spec`,
      ]
        .flatMap((name) => index.bySuffix(name + endings)).filter(isTest).slice(0, MAX_TESTS);
    },
    changedWith: () => [],
    naming: async (names) => {
      const found = await search(names);
      readHomes(names, found.found);
      return {
        ...found,
        files: new Set(found.found.filter(({ path }) => mayBeSource(path)).map(({ path }) => path)).size,
      };
    },
    learn: async (names) => {
      if (names.length === 0 || timeLeft(context) === 0) return;
      const declares = (text: string) =>
        DEFINES.test(text) || names.includes(DECLARES.exec(text.slice(0, MAX_HEAD))?.[1] ?? "");
      readHomes(names, (await search(names)).found, declares);
    },
  };
}

function stemOf(path: string): string {
  return (path.split("/").pop() ?? "").replace(/\.[^.]*$/, "");
}
