import type { Language } from "../files/languages.ts";
import type { Outline } from "../structure/definition.ts";
import { hasGrammar } from "../syntax/dialect.ts";
import type { Outliner } from "../syntax/outliner.ts";
import { NO_PARSER } from "./index_state.ts";
import type { IndexWriter } from "./index_writer.ts";

/** What a parser finds in files. A text that ended the process while it was parsed is not parsed again. */
export class Parsing {
  parsed = 0;
  /** Hashes of contents. */
  readonly #deadly: ReadonlySet<string>;

  constructor(readonly writer: IndexWriter, readonly parser: Outliner) {
    // V8 ends the process where WebAssembly takes too much; the next run would meet the same file again.
    const died = writer.meta("parsing") ?? "";
    const deadly = `${writer.meta("deadly") ?? ""} ${died}`.trim();
    this.#deadly = new Set(deadly.split(" "));
    if (died !== "") writer.putMeta({ deadly, parsing: "" });
  }

  /** The outline of a text, or why there is none; neither where its language has no grammar. */
  async outline(
    text: string,
    { path, language, hash }: { path: string; language: Language; hash: string },
  ): Promise<{ outline?: Outline; unparsed?: string }> {
    if (text === "" || !hasGrammar(language)) return {};
    if (this.#deadly.has(hash)) return { unparsed: "ended the parser before" };
    this.writer.putMeta({ parsing: hash });
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
