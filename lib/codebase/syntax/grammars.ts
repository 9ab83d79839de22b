import type { Dialect } from "./dialect.ts";
import type { Language } from "../files/languages.ts";

/** A grammar that is shipped, by its name, which is also its file's. */
export type GrammarName =
  | "go"
  | "java"
  | "javascript"
  | "python"
  | "rust"
  | "tsx"
  | "typescript";

const OF_LANGUAGE: Readonly<Partial<Record<Language, GrammarName>>> = {
  go: "go",
  java: "java",
  javascript: "javascript",
  python: "python",
  rust: "rust",
  typescript: "typescript",
};

/** Each dialect is loaded with the first file of its language. */
const DIALECTS: Readonly<Record<GrammarName, () => Promise<Dialect>>> = {
  go: async () => (await import("./dialects/go.ts")).go,
  java: async () => (await import("./dialects/java.ts")).java,
  javascript: async () => (await import("./dialects/javascript.ts")).javascript,
  python: async () => (await import("./dialects/python.ts")).python,
  rust: async () => (await import("./dialects/rust.ts")).rust,
  tsx: async () => (await import("./dialects/javascript.ts")).javascript,
  typescript: async () => (await import("./dialects/javascript.ts")).javascript,
};

/** The grammar a file is parsed with; undefined where there is none. JSX is a grammar of its own: in it `<T>x` is no cast. */
export function grammarOf(language: Language, path: string): GrammarName | undefined {
  return language === "typescript" && /\.tsx$/i.test(path) ? "tsx" : OF_LANGUAGE[language];
}

/** Whether files of a language can be parsed. */
export function hasGrammar(language: Language): boolean {
  return OF_LANGUAGE[language] !== undefined;
}

export async function dialectOf(grammar: GrammarName): Promise<Dialect> {
  return await DIALECTS[grammar]();
}
