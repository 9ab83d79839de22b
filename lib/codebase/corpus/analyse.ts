import { definitions } from "../structure/definitions.ts";
import { KIND } from "./corpus.ts";
import { language } from "../files/languages.ts";
import type { FileContent } from "./memory_corpus.ts";
import type { Content } from "../files/repo_files.ts";

/** Definitions of a file beyond which it is a table of data. */
const MAX_DEFINITIONS = 2000;

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
  const names = definitions(content.text, language(path)).slice(0, MAX_DEFINITIONS).map((definition) =>
    definition.name
  );
  return { path, text: content.text, definitions: names, imports: imports(content.text) };
}
