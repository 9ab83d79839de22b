import { GRAMMARS } from "./dialect.ts";

/** The packages that carry WebAssembly, by a file of each that Deno can name. */
const PACKAGES = {
  parser: () => import.meta.resolve("web-tree-sitter"),
  most: () => import.meta.resolve("@repomix/tree-sitter-wasms/package.json"),
  bash: () => import.meta.resolve("@vscode/tree-sitter-wasm/package.json"),
  kotlin: () => import.meta.resolve("@tree-sitter-grammars/tree-sitter-kotlin/package.json"),
};

/** Where the packages keep the WebAssembly of the parser and of each grammar, from source only: a built program has no packages. */
export function packageFiles(): Map<string, URL> {
  const most = GRAMMARS.map((name) =>
    [name, new URL(`out/tree-sitter-${name}.wasm`, PACKAGES.most())] as const
  );
  return new Map([
    ...most,
    ["web-tree-sitter", new URL("web-tree-sitter.wasm", PACKAGES.parser())],
    ["bash", new URL("wasm/tree-sitter-bash.wasm", PACKAGES.bash())],
    ["kotlin", new URL("tree-sitter-kotlin.wasm", PACKAGES.kotlin())],
  ]);
}

/** Never called: names the packages where Deno looks for what it has to fetch. They hold no code. */
export const FETCHED = [
  () => import("@tree-sitter-grammars/tree-sitter-kotlin/package.json", { with: { type: "json" } }),
  () => import("@repomix/tree-sitter-wasms/package.json", { with: { type: "json" } }),
  () => import("@vscode/tree-sitter-wasm/package.json", { with: { type: "json" } }),
  () => import("web-tree-sitter"),
];
