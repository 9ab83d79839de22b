import { GRAMMARS } from "./dialect.ts";
import type { Language } from "../files/languages.ts";

const CPP_LINE =
  /^\s*(?:(?:inline\s+)?namespace\b|template\s*<|class\s+\w|(?:public|private|protected)\s*:|using\s+\w)/m;

/**
 * The grammar a file is parsed with; undefined where there is none. JSX is a grammar of its own: in it `<T>x` is no cast. A header's name does not
 * tell C from C++, so its text has to.
 */
export function grammarOf(language: Language, path: string, text: string): string | undefined {
  if (language === "typescript" && /\.tsx$/i.test(path)) return "tsx";
  if (language === "c" && /\.h$/i.test(path) && CPP_LINE.test(text)) return "cpp";
  return named(language);
}

/** Whether files of a language can be parsed. */
export function hasGrammar(language: Language): boolean {
  return named(language) !== undefined;
}

function named(language: Language): string | undefined {
  const name = language === "csharp" ? "c_sharp" : language;
  return GRAMMARS.includes(name) ? name : undefined;
}
