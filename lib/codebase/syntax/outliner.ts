import { cpuUsage } from "node:process";
import type { Language as Grammar, Parser } from "web-tree-sitter";
import type { Language } from "../files/languages.ts";
import { grammarOf, type Roles, rolesOf } from "./dialect.ts";
import { outlineOf } from "./outline_of.ts";
import type { Outline } from "../structure/definition.ts";
import { grammarModule, openLibrary, type ParserLibrary } from "./parser_library.ts";
import { codeIn, readableText } from "./readable_text.ts";
import { syntaxTree, Vocabulary } from "./syntax_tree.ts";

export type Outliner = ReturnType<typeof outliner>;

/** Characters; what is indexed is smaller (`MAX_FILE_BYTES`). */
const MAX_TEXT = 2 * 1024 * 1024;
/** Steps of the parser, a hundred operations each: a first allowance, and more for every thousand characters. Code takes 4 to 14 of them. Unlike time they are the same whenever and wherever a file is parsed. */
const STEPS = 1500;
const STEPS_PER_KILO = 25;
/** CPU time for what costs much in one step; milliseconds, at first, for every thousand characters, and at most: no file is worth a second. */
const CPU_MS = 400;
const CPU_MS_PER_KILO = 1;
const MOST_CPU_MS = 700;
/** Bytes that one file may add to them. A file of a megabyte takes some 60 MB. */
const MAX_GROWTH = 96 * 1024 * 1024;
/** Times the parser may break before it is no longer used. */
const MAX_BREAKS = 3;

interface Loaded {
  library: ParserLibrary;
  grammar: Grammar;
  vocabulary: Vocabulary;
  roles: Roles;
}

/** A parser that broke. Were it collected as garbage, it would be freed inside of what is broken, and that cannot be caught. */
const abandoned: Parser[] = [];

/** The grammars that are shipped, each loaded once a process. */
const shared = new Map<string, Promise<Loaded>>();

async function load(name: string, modules: typeof grammarModule): Promise<Loaded> {
  const parts = [modules(name), openLibrary(modules)] as const;
  // Where one of them fails, the other has ended too.
  await Promise.allSettled(parts);
  const [module, library] = await Promise.all(parts);
  const grammar = library.load(module);
  const vocabulary = new Vocabulary(grammar, library.walker);
  return { library, grammar, vocabulary, roles: rolesOf(name, vocabulary) };
}

/**
 * Parses files one after another. A grammar is loaded when the first file needs it; `modules` compiles it, and the parser itself; `threads`
 * of this process are at work, so that what it has of the processor is shared among them.
 *
 * An outline is undefined where the language has no grammar or it cannot be loaded (then `missing` says why), where the text is too large, and where
 * parsing took too much; it never throws. After `close`, which frees the parser, nothing may be outlined.
 */
export function outliner({ modules = grammarModule, threads = 1 } = {}) {
  const missing = new Map<Language, string>();
  const loads: typeof shared = modules === grammarModule ? shared : new Map();
  let parser: Parser | undefined;
  let breaks = 0;

  /** Reads `code`; signatures are cut from `text`, which is as long. */
  function outlined(
    code: string,
    text: string,
    { grammar, vocabulary, roles, library }: Loaded,
  ): Outline | undefined {
    parser ??= library.parser();
    parser.setLanguage(grammar);
    const progressCallback = limit(code.length / 1000, library.memory, threads);
    const syntax = parser.parse(code, null, { progressCallback });
    if (syntax === null) {
      parser.reset();
      return undefined;
    }
    try {
      return outlineOf(syntaxTree(syntax, text, vocabulary), roles);
    } finally {
      syntax.delete();
    }
  }

  return {
    missing,
    /** Texts that may be asked for before the first of them is done. */
    ahead: 0,
    async outline(text: string, language: Language, path: string): Promise<Outline | undefined> {
      const name = grammarOf(language, path, text);
      if (name === undefined || text.length > MAX_TEXT) return undefined;
      if (breaks >= MAX_BREAKS) {
        missing.set(language, missing.get(language) ?? "the parser broke");
        return undefined;
      }
      let loading = loads.get(name);
      if (loading === undefined) loads.set(name, loading = load(name, modules));
      let loaded: Loaded;
      try {
        loaded = await loading;
      } catch (error) {
        missing.set(language, error instanceof Error ? error.message : String(error));
        return undefined;
      }
      try {
        const code = codeIn(path, text);
        // Kotlin's grammar looks for the end of an annotation's name for ever where the text ends before it.
        return outlined(`${readableText(code, name)}\n`, `${code}\n`, loaded);
      } catch (error) {
        if (parser !== undefined) abandoned.push(parser);
        parser = undefined;
        if (++breaks >= MAX_BREAKS) missing.set(language, `the parser broke: ${String(error)}`);
        return undefined;
      }
    },
    close() {
      parser?.delete();
      parser = undefined;
    },
  };
}

/** Says after each step whether a text of so many thousand characters has had its share of time and memory. */
function limit(kilos: number, memory: WebAssembly.Memory, threads: number): () => boolean {
  const maxSteps = STEPS + STEPS_PER_KILO * kilos;
  const maxMs = threads * Math.min(MOST_CPU_MS, CPU_MS + CPU_MS_PER_KILO * kilos);
  const maxBytes = memory.buffer.byteLength + MAX_GROWTH;
  const started = cpuMs();
  const began = performance.now();
  let steps = 0;
  // To ask for CPU time takes as long as ten steps.
  return () =>
    ++steps > maxSteps || memory.buffer.byteLength > maxBytes ||
    performance.now() - began > maxMs && cpuMs() - started > maxMs;
}

/** Time this process has had, which other processes cannot take from it. */
function cpuMs(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}
