import type { Definition } from "../structure/definition.ts";
import { definitions } from "../structure/definitions.ts";
import { KIND } from "./corpus.ts";
import { isSource, language } from "../files/languages.ts";
import { maskedLines } from "../structure/mask.ts";
import type { FileContent } from "./memory_corpus.ts";
import { onlyDeclares } from "../structure/only_declares.ts";
import type { Content } from "../files/repo_files.ts";

/** Definitions of a file beyond which it is a table of data. */
const MAX_DEFINITIONS = 2000;

/** The names that a file is found by: what it defines, and what its types extend. */
export function symbolsOf(found: readonly Definition[]): { definitions: string[]; bases: string[] } {
  const counted = found.slice(0, MAX_DEFINITIONS);
  return {
    definitions: counted.map(({ name }) => name),
    bases: counted.flatMap(({ bases = [] }) => bases),
  };
}

/** A file as the index takes it in; undefined for what is gone. */
export function analyse(
  path: string,
  content: Content,
  imports: (text: string) => readonly string[],
): FileContent | undefined {
  if (content.kind === "gone") return undefined;
  if (content.kind === "opaque") {
    return { path, text: undefined, definitions: [], imports: [], kind: KIND.opaque };
  }
  const spoken = language(path, content.text);
  const masked = maskedLines(content.text, spoken);
  const found = definitions(content.text, spoken, masked);
  const kind = isSource(path, content.text) && onlyDeclares(masked, found) ? KIND.declares : 0;
  return { path, text: content.text, ...symbolsOf(found), imports: imports(content.text), kind };
}
