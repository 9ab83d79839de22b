/** The packages that carry WebAssembly, by a file of each that Deno can name. */
const PACKAGES = {
  parser: () => import.meta.resolve("web-tree-sitter"),
  most: () => import.meta.resolve("@repomix/tree-sitter-wasms/package.json"),
  bash: () => import.meta.resolve("@vscode/tree-sitter-wasm/package.json"),
  kotlin: () => import.meta.resolve("@tree-sitter-grammars/tree-sitter-kotlin/package.json"),
};

const FILES = {
  "web-tree-sitter": ["parser", "web-tree-sitter.wasm"],
  bash: ["bash", "wasm/tree-sitter-bash.wasm"],
  c: ["most", "out/tree-sitter-c.wasm"],
  c_sharp: ["most", "out/tree-sitter-c_sharp.wasm"],
  cpp: ["most", "out/tree-sitter-cpp.wasm"],
  go: ["most", "out/tree-sitter-go.wasm"],
  java: ["most", "out/tree-sitter-java.wasm"],
  javascript: ["most", "out/tree-sitter-javascript.wasm"],
  kotlin: ["kotlin", "tree-sitter-kotlin.wasm"],
  php: ["most", "out/tree-sitter-php.wasm"],
  python: ["most", "out/tree-sitter-python.wasm"],
  ruby: ["most", "out/tree-sitter-ruby.wasm"],
  rust: ["most", "out/tree-sitter-rust.wasm"],
  tsx: ["most", "out/tree-sitter-tsx.wasm"],
  typescript: ["most", "out/tree-sitter-typescript.wasm"],
} as const satisfies Readonly<Record<string, readonly [keyof typeof PACKAGES, string]>>;

/** A grammar that is shipped, by its name, which is also its file's. */
export type GrammarName = Exclude<keyof typeof FILES, "web-tree-sitter">;

/** Where the packages keep the WebAssembly of the parser and of each grammar, from source only: a built program has no packages. */
export function packageFiles(): Map<string, URL> {
  const urls = Object.entries(FILES).map((
    [name, [from, file]],
  ): [string, URL] => [name, new URL(file, PACKAGES[from]())]);
  return new Map(urls);
}

/** Never called: names the packages where Deno looks for what it has to fetch. They hold no code. */
export const FETCHED = [
  () => import("@tree-sitter-grammars/tree-sitter-kotlin/package.json", { with: { type: "json" } }),
  () => import("@repomix/tree-sitter-wasms/package.json", { with: { type: "json" } }),
  () => import("@vscode/tree-sitter-wasm/package.json", { with: { type: "json" } }),
  () => import("web-tree-sitter"),
];
