import { sanitize } from "../../guard/sanitize.ts";

export const FORMATS = ["text", "markdown", "html"] as const;
export type Format = typeof FORMATS[number];

/** A report in plain words, in which what stands between backticks is code. */
export interface Report {
  title: string;
  words: readonly string[];
  parts: readonly (readonly [title: string, lines: readonly string[]])[];
}

/** What a model or a command may have put into its words, and a terminal or a browser would obey. */
const CONTROL = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

const STYLE =
  "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}code{font-size:13px;overflow-wrap:anywhere}h2{font-size:1.1rem;margin-top:2rem}li{overflow-wrap:anywhere}";

/** A report as a text for a terminal, as Markdown, or as one page that loads nothing. Whatever a model worded is words in each of them. */
export function rendered({ title, words, parts }: Report, format: Format): string {
  const clean = (text: string) => sanitize(text).text.replace(CONTROL, " ");
  const shown = parts.filter(([, lines]) => lines.length > 0);
  if (format !== "html") {
    const line = format === "text"
      ? clean
      : (text: string) => spans(clean(text), markdown, (code) => `\`${code}\``);
    const blocks = shown.map(([title, lines]) =>
      `## ${title}\n${lines.map((each) => `- ${line(each)}`).join("\n")}`
    );
    return `${[`# ${line(title)}`, words.map(line).join("\n"), ...blocks].join("\n\n")}\n`;
  }
  const line = (text: string) => spans(clean(text), escaped, (code) => `<code>${escaped(code)}</code>`);
  const blocks = shown.map(([title, lines]) =>
    `<h2>${line(title)}</h2>\n<ul>\n${lines.map((each) => `<li>${line(each)}</li>`).join("\n")}\n</ul>`
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(clean(title))}</title>
<style>${STYLE}</style>
<h1>${line(title)}</h1>
${words.map((each) => `<p>${line(each)}</p>`).join("\n")}
${blocks.join("\n")}
</html>
`;
}

/** A text with what stands between backticks, and what does not, each in its own way. */
function spans(text: string, word: (text: string) => string, code: (text: string) => string): string {
  return text.split(/(`[^`\n]+`)/).map((part) => /^`.+`$/.test(part) ? code(part.slice(1, -1)) : word(part))
    .join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function markdown(text: string): string {
  return text.replace(/[\\`*_<>|#]|\[(?![x ]\] )|!(?=\[)/g, (sign) => `\\${sign}`);
}
