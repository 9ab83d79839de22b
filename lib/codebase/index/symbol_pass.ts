import type { StatementSync } from "node:sqlite";
import type { CodebaseOptions } from "../codebase.ts";
import { KIND } from "../corpus/corpus.ts";
import { pack, unpack } from "../corpus/packed_json.ts";
import { endingOf } from "../corpus/stored_corpus.ts";
import { isUntold, type Language, language as languageOf } from "../files/languages.ts";
import { type StorableFiles, storableFiles } from "../files/repo_files.ts";
import { hasGrammar } from "../syntax/dialect.ts";
import type { Outline } from "../structure/definition.ts";
import { type Outliner, outliner } from "../syntax/outliner.ts";
import { unreadSummary } from "./index_report.ts";
import type { IndexWriter } from "./index_writer.ts";
import { SymbolWriter } from "./segments.ts";

export interface SymbolPassOptions {
  /** How far it is, in files. */
  progress: (done: number, total: number) => void;
  /** By hash, what the pass over the texts has just read. */
  texts: ReadonlyMap<string, string>;
  parser?: () => Outliner;
}

/** Files, and characters of text, after which what was found is written: some seconds of work. */
const BATCH = { files: 300, characters: 3_000_000 };
const SKIPPED = "too much for the parser";
const DEADLY = "ended the parser before";

/** A file whose outline is not in the index. */
interface Candidate {
  id: number;
  path: string;
  /** Of its text; with the ending of its name, this decides its outline. */
  hash: string;
  ending: string;
  language: Language;
}

/** What is stored for a content: its outline, or why the parser gave none. */
type StoredOutline = { outline: Outline } | { skipped: string };

/**
 * Gives every file that can be parsed its outline, program before tests before the rest; those whose content was parsed before without parsing. Returns how many files
 * the parser read.
 */
export async function indexSymbols(
  writer: IndexWriter,
  options: CodebaseOptions,
  { progress, texts, parser = outliner }: SymbolPassOptions,
): Promise<number> {
  const symbols = new SymbolWriter(writer);
  const candidates = candidatesOf(writer, symbols);
  const pass = new Pass(writer, symbols, storableFiles(options), texts, parser());
  try {
    for (const [at, candidate] of candidates.entries()) {
      if (at % 32 === 0) progress(at, candidates.length);
      await pass.take(candidate);
    }
    pass.flush();
  } finally {
    writer.putMeta({ parsing: "" });
    pass.parser.close();
  }
  progress(candidates.length, candidates.length);
  writer.transaction(() => {
    writer.database.exec("DELETE FROM outlines WHERE hash NOT IN (SELECT hash FROM files)");
    writer.putMeta({
      unparsed: unreadSummary(pass.unparsed),
      missing_grammars: JSON.stringify(Object.fromEntries([...pass.parser.missing].sort())),
      pending: "",
    });
  });
  return pass.parsed;
}

function candidatesOf(writer: IndexWriter, symbols: SymbolWriter): Candidate[] {
  const found: (Candidate & { rank: number })[] = [];
  for (const [path, { id, size, kind }] of writer.files.entries()) {
    if (size === 0 || kind & KIND.opaque || symbols.isOutlined(id)) continue;
    if (!isUntold(path) && !hasGrammar(languageOf(path))) continue;
    const { hash, language } = writer.files.content(id);
    if (!hasGrammar(language)) continue;
    const rank = kind & KIND.aside ? 2 : kind & KIND.test ? 1 : 0;
    found.push({ id, path, hash, ending: endingOf(path), language, rank });
  }
  return found.sort((a, b) => a.rank - b.rank || a.id - b.id);
}

/** Outlines on their way into the index. */
class Pass {
  /** Files that can be parsed in principle and have no outline. */
  readonly unparsed: { why: string; path: string }[] = [];
  parsed = 0;
  readonly #get: StatementSync;
  readonly #insert: StatementSync;
  #outlines = new Map<number, Outline>();
  #fresh: [Candidate, StoredOutline][] = [];
  #characters = 0;

  constructor(
    readonly writer: IndexWriter,
    readonly symbols: SymbolWriter,
    readonly files: StorableFiles,
    readonly texts: ReadonlyMap<string, string>,
    readonly parser: Outliner,
  ) {
    this.#get = writer.database.prepare(
      "SELECT outline, skipped FROM outlines WHERE hash = ? AND ending = ?",
    );
    this.#insert = writer.database.prepare(
      "INSERT OR REPLACE INTO outlines (hash, ending, outline, skipped) VALUES (?, ?, ?, ?)",
    );
    // A parser that dies takes the run with it (V8 ends the process where WebAssembly takes too much); the next one would meet the same file again.
    const died = writer.meta("parsing") ?? "";
    if (died !== "") this.#put(JSON.parse(died), { skipped: DEADLY });
  }

  async take(candidate: Candidate): Promise<void> {
    const known = this.#stored(candidate);
    const found = known ?? await this.#parse(candidate);
    if (found === undefined) return;
    if (!known) this.#fresh.push([candidate, found]);
    if ("outline" in found) this.#outlines.set(candidate.id, found.outline);
    else this.unparsed.push({ why: found.skipped, path: candidate.path });
    if (this.#outlines.size + this.#fresh.length >= BATCH.files || this.#characters >= BATCH.characters) {
      this.flush();
    }
  }

  flush(): void {
    this.writer.transaction(() => {
      for (const [candidate, found] of this.#fresh) this.#put(candidate, found);
      this.symbols.write(this.#outlines);
    });
    this.#outlines = new Map();
    this.#fresh = [];
    this.#characters = 0;
  }

  /** Undefined for a file that changed since its text was indexed, and where the grammar is missing. */
  async #parse({ path, hash, ending, language }: Candidate): Promise<StoredOutline | undefined> {
    if (this.#isMissing(language, path)) return undefined;
    const text = this.texts.get(hash) ?? this.#read(path, hash);
    if (text === undefined) return undefined;
    this.writer.putMeta({ parsing: JSON.stringify({ hash, ending }) });
    const outline = await this.parser.outline(text, language, path);
    if (outline) {
      this.parsed++;
      this.#characters += text.length;
      return { outline };
    }
    return this.#isMissing(language, path) ? undefined : { skipped: SKIPPED };
  }

  #read(path: string, hash: string): string | undefined {
    const file = this.files.read(path);
    const content = file.kind === "there" && file.hash === hash ? file.content() : undefined;
    return content?.kind === "text" ? content.text : undefined;
  }

  #isMissing(language: Language, path: string): boolean {
    const missing = this.parser.missing.has(language);
    if (missing) this.unparsed.push({ why: `no parser for ${language}`, path });
    return missing;
  }

  /** Undefined where the content was never parsed, or what was stored of it is damaged. */
  #stored({ hash, ending }: Candidate): StoredOutline | undefined {
    const row = this.#get.get(hash, ending);
    if (row === undefined) return undefined;
    if (row["skipped"] !== "") return { skipped: String(row["skipped"]) };
    const outline = unpack<Outline>(row["outline"]);
    return outline && { outline };
  }

  #put({ hash, ending }: Pick<Candidate, "hash" | "ending">, found: StoredOutline): void {
    if ("outline" in found) this.#insert.run(hash, ending, pack(found.outline), "");
    else this.#insert.run(hash, ending, null, found.skipped);
  }
}
