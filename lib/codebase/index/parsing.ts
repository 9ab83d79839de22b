import type { Language } from "../files/languages.ts";
import type { Outline } from "../structure/definition.ts";
import { hasGrammar } from "../syntax/dialect.ts";
import type { Outliner } from "../syntax/outliner.ts";
import { NO_PARSER } from "./index_state.ts";
import type { IndexWriter } from "./index_writer.ts";

interface Source {
  path: string;
  language: Language;
  hash: string;
}

/** The outline of a text, or why there is none; neither where its language has no grammar. */
interface Outlined {
  outline?: Outline;
  unparsed?: string;
}

/** What a parser finds in files. A text that ended the process twice while it was parsed is not parsed again. */
export class Parsing {
  parsed = 0;
  /** Hashes of contents. Those that were parsed when the process ended are parsed one by one. */
  readonly #deadly: ReadonlySet<string>;
  readonly #suspects: ReadonlySet<string>;
  readonly #queue: { hash: string; outlined: Promise<Outlined>; done: (outlined: Outlined) => void }[] = [];

  constructor(readonly writer: IndexWriter, readonly parser: Outliner) {
    // V8 ends the process where WebAssembly takes too much; the next run would meet the same file again. Once, it may have been a person who ended it.
    this.#suspects = new Set(writer.meta("parsing")?.split(" "));
    const [died = ""] = this.#suspects.size === 1 ? this.#suspects : [];
    const isSecond = died !== "" && writer.meta("died") === died;
    const deadly = `${writer.meta("deadly") ?? ""} ${isSecond ? died : ""}`.trim();
    this.#deadly = new Set(deadly.split(" "));
    if (died !== "") writer.putMeta({ deadly, died });
  }

  /** Has a text outlined; what came of it goes to `done`, in the order of the calls, with this one or one of the next. */
  async outline(text: string, source: Source, done: (outlined: Outlined) => void): Promise<void> {
    const isSuspect = this.#suspects.has(source.hash);
    if (isSuspect) await this.end();
    this.#queue.push({ hash: source.hash, outlined: this.#outlined(text, source), done });
    await this.end(isSuspect ? 0 : this.parser.ahead);
  }

  /** Waits until all that was asked for is done, or all but so many. */
  async end(ahead = 0): Promise<void> {
    while (this.#queue.length > ahead) {
      const [{ outlined, done } = { outlined: {}, done: () => {} }] = this.#queue;
      done(await outlined);
      this.#queue.shift();
    }
  }

  async #outlined(text: string, { path, language, hash }: Source): Promise<Outlined> {
    if (text === "" || !hasGrammar(language)) return {};
    if (this.#deadly.has(hash)) return { unparsed: "ended the parser before" };
    this.writer.putMeta({ parsing: [...this.#queue.map((other) => other.hash), hash].join(" ") });
    const outline = await this.parser.outline(text, language, path);
    if (outline === undefined) {
      const isMissing = this.parser.missing.has(language);
      return { unparsed: isMissing ? `${NO_PARSER} ${language}` : "too much for the parser" };
    }
    this.parsed++;
    return { outline };
  }

  close(): void {
    if (this.writer.meta("parsing")) this.writer.putMeta({ parsing: "" });
    this.parser.close();
  }
}
