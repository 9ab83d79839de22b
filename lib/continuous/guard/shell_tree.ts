import type { Node } from "web-tree-sitter";
import { grammarModule, openLibrary } from "../../codebase/syntax/parser_library.ts";

/** A node of a parsed shell text, as tree-sitter's grammar of bash names it. */
export interface ShellNode {
  type: string;
  text: string;
  /** Named nodes and, of those without a name, none. */
  children: ShellNode[];
}

/** Characters of a text that is parsed, and brackets and pipes in it: more are nobody's honest work, and the parser's memory grows with them. */
const MAX_CHARS = 32 * 1024;
const MAX_MARKS = 1000;
/** Nodes in one another. */
const MAX_DEPTH = 150;
/** ms for one text. */
const PARSE_MS = 500;

/** A parsed text; `other` where the grammar does not understand it, `unreadable` where it is too much for the parser. */
export type Parsed = ShellNode | "other" | "unreadable";

/** Parses shell texts by the bash grammar that the program carries. */
export async function shellParser(): Promise<(text: string) => Parsed> {
  const [library, module] = await Promise.all([openLibrary(), grammarModule("bash")]);
  const parser = library.parser();
  parser.setLanguage(library.load(module));
  let isBroken = false;
  return (text) => {
    if (isBroken || text.length > MAX_CHARS || text.split(/[({`|<]/).length > MAX_MARKS) return "unreadable";
    try {
      const until = performance.now() + PARSE_MS;
      const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until });
      if (tree === null) {
        parser.reset();
        return "unreadable";
      }
      const root = tree.rootNode.hasError ? "other" : copied(tree.rootNode, 0) ?? "unreadable";
      tree.delete();
      return root;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // Its memory is no longer what it takes it for.
      isBroken = true;
      return "unreadable";
    }
  };
}

function copied(node: Node, depth: number): ShellNode | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const children: ShellNode[] = [];
  for (const child of node.namedChildren) {
    const copy = copied(child, depth + 1);
    if (copy === undefined) return undefined;
    children.push(copy);
  }
  return { type: node.type, text: node.text, children };
}
