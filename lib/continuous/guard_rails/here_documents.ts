/** Documents of a text that are looked for; each costs a look at the rest of it. */
const MAX_DOCUMENTS = 100;
const OPERATOR = /<<(-?)[ \t]*((?:'[^'\n]*'|"[^"\n]*"|\\.|[^\s;&|<>()'"\\`])+)/y;

interface Waiting {
  delimiter: string;
  quoted: boolean;
  withoutTabs: boolean;
  take: (body: string, quoted: boolean) => void;
}

/** The here-documents of a shell text (`cat <<EOF`), whose lines begin behind the line that names them. */
export class HereDocuments {
  #waiting: Waiting[] = [];
  #left = MAX_DOCUMENTS;

  /**
   * Takes note of the document that `<<` at `at` announces.
   *
   * @param take is given its lines once they are read, and whether its delimiter is quoted, so that nothing in them is expanded.
   * @returns where the delimiter's last character stands; undefined where none is announced.
   */
  open(text: string, at: number, take: Waiting["take"] = () => {}): number | undefined {
    OPERATOR.lastIndex = at;
    const [whole = "", dash = "", delimiter = ""] = OPERATOR.exec(text) ?? [];
    if (delimiter === "" || this.#left-- <= 0) return undefined;
    this.#waiting.push({
      delimiter: delimiter.replace(/\\(.)|['"]/g, "$1"),
      quoted: /['"\\]/.test(delimiter),
      withoutTabs: dash !== "",
      take,
    });
    return at + whole.length - 1;
  }

  /**
   * Reads the documents that wait for the line's end at `at`. One whose end does not come is none: its lines are read like all others.
   *
   * @returns the end of the line that the text goes on behind.
   */
  read(text: string, at: number): number {
    let end = at;
    for (const { delimiter, quoted, withoutTabs, take } of this.#waiting.splice(0)) {
      const from = end + 1;
      const last = lineThatIs(delimiter, withoutTabs, text, from);
      if (last === undefined) break;
      const body = text.slice(from, last.from);
      take(withoutTabs ? body.replace(/^\t+/gm, "") : body, quoted);
      end = last.to;
    }
    return end;
  }
}

/** Where the first line from `from` on that says nothing but `words` begins and ends. */
function lineThatIs(words: string, withoutTabs: boolean, text: string, from: number) {
  for (let at = from; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const to = newline < 0 ? text.length : newline;
    const line = text.slice(at, to);
    if ((withoutTabs ? line.replace(/^\t+/, "") : line) === words) return { from: at, to };
    at = to + 1;
  }
  return undefined;
}
