import { sanitize } from "../../guard/sanitize.ts";
import { plain } from "../run/words.ts";
import page from "./page.html" with { type: "text" };

export const FORMATS = ["text", "html"] as const;
export type Format = typeof FORMATS[number];

/** A report in plain words, in which what stands between backticks is code. */
export interface Report {
  title: string;
  words: readonly string[];
  parts: readonly (readonly [title: string, lines: readonly string[]])[];
}

/** What stands around each thing, as `before|after`. */
const MARKS = {
  title: { text: "# |\n\n", html: "<h1>|</h1>\n" },
  words: { text: "|\n", html: "<p>|</p>\n" },
  heading: { text: "\n## |\n", html: "<h2>|</h2>\n" },
  items: { text: "|", html: "<ul>\n|</ul>\n" },
  item: { text: "- |\n", html: "<li>|</li>\n" },
  code: { text: "`|`", html: "<code>|</code>" },
};

const escaped = (text: string, format: Format) =>
  format === "html" ? text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`) : text;

/** A report as a text for a terminal, which is Markdown, or as one page that loads nothing. Whatever a model worded is words in each of them. */
export function rendered({ title, words, parts }: Report, format: Format): string {
  const clean = (text: string) => plain(sanitize(text).text);
  const marked = (mark: keyof typeof MARKS, text: string) => MARKS[mark][format].split("|").join(text);
  const line = (text: string) =>
    clean(text).split(/`([^`\n]+)`/).map((part, at) => {
      const shown = escaped(part, format);
      return at % 2 === 1 ? marked("code", shown) : shown;
    }).join("");
  const head = format === "html" ? `${page}<title>${escaped(clean(title), format)}</title>\n` : "";
  const blocks = parts.filter(([, lines]) => lines.length > 0).map(([heading, lines]) =>
    marked("heading", line(heading)) +
    marked("items", lines.map((each) => marked("item", line(each))).join(""))
  );
  return [head, marked("title", line(title)), ...words.map((each) => marked("words", line(each))), ...blocks]
    .join("");
}
