import { GRAMMARS } from "./dialect.ts";

/** Where the packages keep the WebAssembly of the parser and of each grammar, from source only: a built program has no packages. */
export function packageFiles(): Map<string, URL> {
  const most = import.meta.resolve("@repomix/tree-sitter-wasms/package.json");
  const bash = import.meta.resolve("@vscode/tree-sitter-wasm/package.json");
  const kotlin = import.meta.resolve("@tree-sitter-grammars/tree-sitter-kotlin/package.json");
  return new Map([
    ...GRAMMARS.map((name) => [name, new URL(`out/tree-sitter-${name}.wasm`, most)] as const),
    ["web-tree-sitter", new URL("web-tree-sitter.wasm", import.meta.resolve("web-tree-sitter"))],
    ["bash", new URL("wasm/tree-sitter-bash.wasm", bash)],
    ["kotlin", new URL("tree-sitter-kotlin.wasm", kotlin)],
  ]);
}

/** Never called: names the packages where Deno looks for what it has to fetch. They hold no code. */
export const FETCHED = [
  () => import("@tree-sitter-grammars/tree-sitter-kotlin/package.json", { with: { type: "json" } }),
  () => import("@repomix/tree-sitter-wasms/package.json", { with: { type: "json" } }),
  () => import("@vscode/tree-sitter-wasm/package.json", { with: { type: "json" } }),
  () => import("web-tree-sitter"),
];
