import { HereDocuments } from "./here_documents.ts";

/** Quotes and brackets in one another whose ends are looked for; deeper ones are nobody's honest work. */
const MAX_NESTING = 40;

/** Where a quoted text ends; `$'` has escapes where `'` has none. */
export function endOf(text: string, from: number, quote: "'" | "$'" | '"' | "`", depth = 0): number {
  const mark = quote === "$'" ? "'" : quote;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\" && quote !== "'") at++;
    else if (text[at] === mark) return at;
    else if (quote === '"' && text[at] === "$" && text[at + 1] === "(" && depth < MAX_NESTING) {
      at = closing(text, at + 2, depth + 1);
    }
  }
  return text.length;
}

/** Where a bracket that was opened is closed; those in quotes and in here-documents do not count. */
export function closing(text: string, from: number, depth = 0): number {
  const documents = new HereDocuments();
  let open = 1;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") at++;
    else if ((char === '"' || char === "'") && depth < MAX_NESTING) {
      at = endOf(text, at + 1, char, depth + 1);
    } else if (char === "<" && text[at + 1] === "<") {
      at = text[at + 2] === "<" ? at + 2 : documents.open(text, at) ?? at + 1;
    } else if (char === "\n") at = documents.read(text, at);
    else if (char === "(") open++;
    else if (char === ")" && --open === 0) return at;
  }
  return text.length;
}

/** `$(…)`, `<(…)` or a text in backticks that begins at `at`: its own text, and where it ends; undefined where none does. */
export function substitutionAt(text: string, at: number): { inner: string; end: number } | undefined {
  const ticks = text[at] === "`";
  if (!ticks && !(text[at + 1] === "(" && "$<>".includes(text[at] ?? " "))) return undefined;
  const from = ticks ? at + 1 : at + 2;
  const end = ticks ? endOf(text, from, "`") : closing(text, from);
  return { inner: text.slice(from, end), end };
}

/** The texts of all substitutions in a text in which quotes mean nothing, as in a here-document. */
export function substitutions(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else {
      const substitution = "<>".includes(text[at] ?? "") ? undefined : substitutionAt(text, at);
      if (substitution === undefined) continue;
      found.push(substitution.inner);
      at = substitution.end;
    }
  }
  return found;
}
