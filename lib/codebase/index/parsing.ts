import type { Present, Storable } from "../files/repo_files.ts";
import { language } from "../files/languages.ts";
import type { Outline } from "../structure/definition.ts";
import { hasGrammar } from "../syntax/dialect.ts";
import type { Outliner } from "../syntax/outliner.ts";
import { NO_PARSER } from "./index_state.ts";
import type { IndexWriter } from "./index_writer.ts";

/** A file without its secrets, and the outline of its text, or why there is none; neither where its language has no grammar. */
interface Outlined {
  content: Present;
  outline?: Outline;
  unparsed?: string;
}

/** What a parser finds in files, their secrets taken out. A text that ended the process twice while it was parsed is not parsed again. */
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

  /** Has a file outlined; what came of it goes to `done`, in the order of the calls, with this one or one of the next. */
  async outline(path: string, file: Storable, done: (outlined: Outlined) => void): Promise<void> {
    const { hash } = file;
    const isSuspect = this.#suspects.has(hash);
    if (isSuspect) await this.end();
    this.#queue.push({ hash, outlined: this.#outlined(path, file), done });
    await this.end(isSuspect ? 0 : this.parser.ahead);
  }

  /** Waits until all that was asked for is done, or all but so many. */
  async end(ahead = 0): Promise<void> {
    for (let [first] = this.#queue; first && this.#queue.length > ahead; [first] = this.#queue) {
      first.done(await first.outlined);
      this.#queue.shift();
    }
  }

  async #outlined(path: string, file: Storable): Promise<Outlined> {
    const content = await file.content(this.parser.clean);
    const text = content.kind === "text" ? content.text : "";
    const written = language(path, text);
    if (text === "" || !hasGrammar(written)) return { content };
    if (this.#deadly.has(file.hash)) return { content, unparsed: "ended the parser before" };
    this.writer.putMeta({ parsing: this.#queue.map((each) => each.hash).join(" ") });
    const outline = await this.parser.outline(text, written, path);
    if (outline === undefined) {
      const isMissing = this.parser.missing.has(written);
      return { content, unparsed: isMissing ? `${NO_PARSER} ${written}` : "too much for the parser" };
    }
    this.parsed++;
    return { content, outline };
  }

  close(): void {
    if (this.writer.meta("parsing")) this.writer.putMeta({ parsing: "" });
    this.parser.close();
  }
}
