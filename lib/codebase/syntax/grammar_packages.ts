import type { GrammarName } from "./grammars.ts";

/** What is not in `@repomix/tree-sitter-wasms`. */
const ELSEWHERE: Readonly<Partial<Record<GrammarName, string>>> = {};

/** Where the packages keep the WebAssembly of the parser and of a grammar. */
export function packageFile(name: GrammarName | "web-tree-sitter"): URL {
  if (name === "web-tree-sitter") {
    return new URL("./web-tree-sitter.wasm", import.meta.resolve("web-tree-sitter"));
  }
  const other = ELSEWHERE[name];
  return other === undefined
    ? new URL(
      `./out/tree-sitter-${name}.wasm`,
      import.meta.resolve("@repomix/tree-sitter-wasms/package.json"),
    )
    : new URL(`./wasm/${other}`, import.meta.resolve("@vscode/tree-sitter-wasm/package.json"));
}

/** Names the packages where Deno looks for what to fetch; they hold no code. Never called. */
export const PACKAGES = [
  () => import("@repomix/tree-sitter-wasms/package.json", { with: { type: "json" } }),
  () => import("@vscode/tree-sitter-wasm/package.json", { with: { type: "json" } }),
];
