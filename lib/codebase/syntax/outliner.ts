import type { Language as Grammar, Parser } from "web-tree-sitter";
import { hasScript, scriptOf } from "./embedded_script.ts";
import type { Language } from "../files/languages.ts";
import { grammarBytes } from "./grammar_files.ts";
import { dialectOf, type GrammarName, grammarOf } from "./grammars.ts";
import { outlineOf, type Roles, rolesOf } from "./outline_of.ts";
import type { Outline } from "./outline.ts";
import { SyntaxTree, Vocabulary } from "./syntax_tree.ts";

/** Parses files one after another. */
export interface Outliner {
  /**
   * What a parser finds in a text. Loads the language's grammar when its first file comes.
   *
   * Undefined where the language has no grammar or it cannot be loaded (then `missing` says why), where the text is too large, and where parsing
   * overran its time. Never throws.
   *
   * @param path Only its ending is looked at.
   */
  outline(text: string, language: Language, path: string): Promise<Outline | undefined>;
  /** Languages that have a grammar which cannot be used, with the reason. */
  readonly missing: ReadonlyMap<Language, string>;
  /** Frees the parser; nothing may be outlined afterwards. */
  close(): void;
}

export interface OutlinerOptions {
  /** Milliseconds that one file may take to parse. */
  timeoutMs?: number;
  /** Reads the WebAssembly of a grammar, and of the parser itself. */
  bytes?: typeof grammarBytes;
}

const PARSE_MS = 500;
/** Characters; what is indexed is smaller (`MAX_FILE_BYTES`). */
const MAX_TEXT = 2 * 1024 * 1024;
/** Times the parser may break before it is no longer trusted. */
const MAX_BREAKS = 3;

interface Library {
  parser: () => Parser;
  load: (bytes: Uint8Array) => Promise<Grammar>;
}

interface Loaded {
  grammar: Grammar;
  vocabulary: Vocabulary;
  roles: Roles;
}

/** Nothing is loaded before the first file that needs it. */
export function outliner({ timeoutMs = PARSE_MS, bytes = grammarBytes }: OutlinerOptions = {}): Outliner {
  const missing = new Map<Language, string>();
  const loads = new Map<GrammarName, Promise<Loaded>>();
  let library: Promise<Library> | undefined;
  let parser: Parser | undefined;
  let tree: SyntaxTree | undefined;
  let breaks = 0;

  async function load(name: GrammarName): Promise<Loaded> {
    library ??= openLibrary(bytes);
    const [{ load }, dialect, wasm] = await Promise.all([library, dialectOf(name), bytes(name)]);
    const grammar = await load(wasm);
    const vocabulary = new Vocabulary(grammar, new Set(dialect.leaves));
    return { grammar, vocabulary, roles: rolesOf(dialect, vocabulary) };
  }

  async function loaded(name: GrammarName, language: Language): Promise<Loaded | undefined> {
    let loading = loads.get(name);
    if (loading === undefined) loads.set(name, loading = load(name));
    try {
      return await loading;
    } catch (error) {
      missing.set(language, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  function parsed(
    text: string,
    { grammar, vocabulary, roles }: Loaded,
    { parser: create }: Library,
  ): Outline | undefined {
    parser ??= create();
    parser.setLanguage(grammar);
    const started = performance.now();
    const syntax = parser.parse(text, null, {
      progressCallback: () => performance.now() - started > timeoutMs,
    });
    if (syntax === null) {
      parser.reset();
      return undefined;
    }
    try {
      tree ??= new SyntaxTree();
      tree.take(syntax, text, vocabulary);
    } finally {
      syntax.delete();
    }
    return outlineOf(tree, roles);
  }

  return {
    missing,
    async outline(text, language, path) {
      const name = grammarOf(language, path);
      if (name === undefined || text.length > MAX_TEXT || breaks >= MAX_BREAKS) return undefined;
      const grammar = await loaded(name, language);
      if (grammar === undefined || library === undefined) return undefined;
      const opened = await library;
      try {
        return parsed(hasScript(path) ? scriptOf(text) : text, grammar, opened);
      } catch (error) {
        // What WebAssembly left behind where it broke off is not to be touched again: the next file gets a parser of its own.
        parser = undefined;
        tree = undefined;
        if (++breaks >= MAX_BREAKS) {
          missing.set(language, `the parser broke ${breaks} times: ${String(error)}`);
        }
        return undefined;
      }
    },
    close() {
      parser?.delete();
      parser = undefined;
      tree = undefined;
    },
  };
}

async function openLibrary(bytes: typeof grammarBytes): Promise<Library> {
  const { Parser, Language } = await import("web-tree-sitter");
  await Parser.init({ wasmBinary: await bytes("web-tree-sitter") });
  return { parser: () => new Parser(), load: (bytes) => Language.load(bytes) };
}
