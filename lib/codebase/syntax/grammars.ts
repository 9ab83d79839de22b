import type { Dialect } from "./dialect.ts";
import type { GrammarName } from "./grammar_packages.ts";
import type { Language } from "../files/languages.ts";

export type { GrammarName } from "./grammar_packages.ts";

/** Each dialect is loaded with the first file of its language. */
const DIALECTS = {
  bash: async () => (await import("./dialects/bash.ts")).bash,
  c: async () => (await import("./dialects/c.ts")).c,
  c_sharp: async () => (await import("./dialects/csharp.ts")).csharp,
  cpp: async () => (await import("./dialects/c.ts")).c,
  go: async () => (await import("./dialects/go.ts")).go,
  java: async () => (await import("./dialects/java.ts")).java,
  javascript: async () => (await import("./dialects/javascript.ts")).javascript,
  kotlin: async () => (await import("./dialects/kotlin.ts")).kotlin,
  php: async () => (await import("./dialects/php.ts")).php,
  python: async () => (await import("./dialects/python.ts")).python,
  ruby: async () => (await import("./dialects/ruby.ts")).ruby,
  rust: async () => (await import("./dialects/rust.ts")).rust,
  tsx: async () => (await import("./dialects/javascript.ts")).javascript,
  typescript: async () => (await import("./dialects/javascript.ts")).javascript,
} satisfies Record<GrammarName, () => Promise<Dialect>>;

export const GRAMMARS = Object.keys(DIALECTS) as readonly GrammarName[];

const OF_LANGUAGE: Readonly<Partial<Record<Language, GrammarName>>> = {
  bash: "bash",
  c: "c",
  cpp: "cpp",
  csharp: "c_sharp",
  go: "go",
  java: "java",
  javascript: "javascript",
  kotlin: "kotlin",
  php: "php",
  python: "python",
  ruby: "ruby",
  rust: "rust",
  typescript: "typescript",
};

const CPP_LINE =
  /^\s*(?:(?:inline\s+)?namespace\b|template\s*<|class\s+\w|(?:public|private|protected)\s*:|using\s+\w)/m;

/**
 * The grammar a file is parsed with; undefined where there is none. JSX is a grammar of its own: in it `<T>x` is no cast. A header's name does not
 * tell C from C++, so its text has to.
 */
export function grammarOf(language: Language, path: string, text: string): GrammarName | undefined {
  if (language === "typescript" && /\.tsx$/i.test(path)) return "tsx";
  if (language === "c" && /\.h$/i.test(path) && CPP_LINE.test(text)) return "cpp";
  return OF_LANGUAGE[language];
}

/** Whether files of a language can be parsed. */
export function hasGrammar(language: Language): boolean {
  return OF_LANGUAGE[language] !== undefined;
}

export async function dialectOf(grammar: GrammarName): Promise<Dialect> {
  return await DIALECTS[grammar]();
}
