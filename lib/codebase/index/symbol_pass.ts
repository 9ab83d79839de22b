import type { CodebaseOptions } from "../codebase.ts";
import { KIND } from "../corpus/corpus.ts";
import { outlineKey } from "../corpus/outline_key.ts";
import { isUntold, type Language, language } from "../files/languages.ts";
import { type StorableFiles, storableFiles } from "../files/storable_files.ts";
import { hasGrammar } from "../syntax/grammars.ts";
import type { Outline } from "../syntax/outline.ts";
import { type Outliner, outliner } from "../syntax/outliner.ts";
import { unreadSummary } from "./index_report.ts";
import type { RecentTexts } from "./recent_texts.ts";
import { type IndexWriter, PENDING } from "./index_writer.ts";
import { type OutlineKey, OutlineStore, type StoredOutline } from "./outline_store.ts";
import { ParserDeaths } from "./parser_deaths.ts";
import { SymbolWriter } from "./symbol_writer.ts";

/** What the pass over the symbols did: files that the parser read. */
export interface SymbolPass {
  parsed: number;
  /** Whether it came to the last file. */
  whole: boolean;
}

export interface SymbolPassOptions {
  /** How far it is, in files. */
  progress: (done: number, total: number) => void;
  /** ms after which it ends, after one file at least. */
  maxMs: number;
  /** What the pass over the texts has just read. */
  texts: RecentTexts;
  parser?: () => Outliner;
}

/** Files, and characters of text, after which what was found is written: some seconds of work. */
const BATCH = { files: 300, characters: 3_000_000 };
const SKIPPED = "too much for the parser";
const NO_GRAMMAR = "no parser is shipped for its language";
const DEADLY = "ended the parser before";

/** A file whose outline is not in the index. */
interface Candidate extends OutlineKey {
  id: number;
  path: string;
  /** By its name; of a script without an extension its text has the last word. */
  language: Language;
}

/** Gives every file that can be parsed its outline, program before tests before the rest; those whose content was parsed before without parsing. */
export async function indexSymbols(
  writer: IndexWriter,
  options: CodebaseOptions,
  { progress, maxMs, texts, parser = outliner }: SymbolPassOptions,
): Promise<SymbolPass> {
  const symbols = new SymbolWriter(writer.database);
  const candidates = candidatesOf(writer, symbols);
  const pass = new Pass(writer, symbols, storableFiles(options), texts, parser());
  const until = performance.now() + maxMs;
  let taken = 0;
  try {
    for (const candidate of candidates) {
      if (taken % 32 === 0) progress(taken, candidates.length);
      await pass.take(candidate);
      taken++;
      if (performance.now() > until) break;
    }
    pass.flush();
  } finally {
    pass.deaths.ended();
    pass.parser.close();
  }
  const whole = taken === candidates.length;
  progress(taken, candidates.length);
  writer.transaction(() => {
    new OutlineStore(writer.database).dropUnused();
    // So that the next refresh reads them.
    for (const path of pass.changed) writer.files.touch(path, -1);
    writer.files.pack();
    writer.putMeta({
      unparsed: unreadSummary(pass.unparsed),
      missing_grammars: JSON.stringify(Object.fromEntries([...pass.parser.missing].sort())),
      pending: whole && pass.changed.length === 0 ? "" : PENDING,
    });
  });
  return { parsed: pass.parsed, whole };
}

function candidatesOf(writer: IndexWriter, symbols: SymbolWriter): Candidate[] {
  const found: (Candidate & { rank: number })[] = [];
  const waiting = symbols.waiting();
  for (const [path, { id, size }] of writer.files.entries()) {
    const kind = waiting.get(id);
    if (kind === undefined || size === 0 || kind & KIND.opaque) continue;
    const spoken = language(path);
    const isScript = isUntold(path) && (kind & KIND.source) !== 0;
    if (!isScript && !hasGrammar(spoken)) continue;
    const rank = kind & KIND.aside ? 2 : kind & KIND.test ? 1 : 0;
    found.push({ id, path, hash: writer.files.hash(id), ending: outlineKey(path), language: spoken, rank });
  }
  return found.sort((a, b) => a.rank - b.rank || a.id - b.id);
}

/** Outlines on their way into the index. */
class Pass {
  /** Files that can be parsed in principle and have no outline. */
  readonly unparsed: { why: string; path: string }[] = [];
  parsed = 0;
  /** Files that are others than those whose texts were indexed, although their sizes and times do not say so. */
  readonly changed: string[] = [];
  readonly deaths: ParserDeaths;
  readonly #store: OutlineStore;
  #outlines = new Map<number, Outline>();
  #fresh: [OutlineKey, StoredOutline][] = [];
  #characters = 0;

  constructor(
    readonly writer: IndexWriter,
    readonly symbols: SymbolWriter,
    readonly files: StorableFiles,
    readonly texts: RecentTexts,
    readonly parser: Outliner,
  ) {
    this.#store = new OutlineStore(writer.database);
    this.deaths = new ParserDeaths(writer.database);
  }

  async take(candidate: Candidate): Promise<void> {
    const known = this.#store.get(candidate);
    const found = known ?? await this.#parse(candidate);
    if (found === undefined) return;
    if (!known) this.#fresh.push([candidate, found]);
    if ("outline" in found) this.#outlines.set(candidate.id, found.outline);
    else if (found.skipped !== NO_GRAMMAR) this.unparsed.push({ why: found.skipped, path: candidate.path });
    if (this.#outlines.size + this.#fresh.length >= BATCH.files || this.#characters >= BATCH.characters) {
      this.flush();
    }
  }

  /** Undefined for a file that changed since its text was indexed, and where the grammar is missing. */
  async #parse(candidate: Candidate): Promise<StoredOutline | undefined> {
    const { path, hash } = candidate;
    if (this.#isMissing(candidate.language, path)) return undefined;
    const text = this.texts.get(hash) ?? this.#read(path, hash);
    if (text === undefined) {
      this.changed.push(path);
      return undefined;
    }
    const spoken = language(path, text);
    if (!hasGrammar(spoken)) return { skipped: NO_GRAMMAR };
    if (this.deaths.isGuilty(candidate)) return { skipped: DEADLY };
    this.deaths.began(candidate);
    const outline = await this.parser.outline(text, spoken, path);
    if (outline) {
      this.parsed++;
      this.#characters += text.length;
      return { outline };
    }
    return this.#isMissing(spoken, path) ? undefined : { skipped: SKIPPED };
  }

  #read(path: string, hash: string): string | undefined {
    const file = this.files.read(path);
    const content = file?.hash === hash ? file.content() : undefined;
    return content?.kind === "text" ? content.text : undefined;
  }

  #isMissing(language: Language, path: string): boolean {
    const missing = this.parser.missing.has(language);
    if (missing) this.unparsed.push({ why: `no parser for ${language}`, path });
    return missing;
  }

  flush(): void {
    this.writer.transaction(() => {
      for (const [key, found] of this.#fresh) this.#store.put(key, found);
      this.symbols.write(this.#outlines);
    });
    this.#outlines = new Map();
    this.#fresh = [];
    this.#characters = 0;
  }
}
