/** The tree is copied out of the parser's memory: what is read there must be what the parser's own cursor says, node for node. */
import { assert, assertEquals } from "@std/assert";
import { Language, Parser, type Tree } from "web-tree-sitter";
import { language } from "../../../lib/codebase/files/languages.ts";
import { grammarBytes } from "../../../lib/codebase/syntax/parser_library.ts";
import { GRAMMARS } from "../../../lib/codebase/syntax/dialect.ts";
import { grammarOf } from "../../../lib/codebase/syntax/grammars.ts";
import { NONE, SyntaxTree } from "../../../lib/codebase/syntax/syntax_tree.ts";
import { Vocabulary } from "../../../lib/codebase/syntax/vocabulary.ts";

const SAMPLES = new URL("../../fixtures/syntax/", import.meta.url);

/** A node as one line: type, field, offsets, parent, and the node behind all that is in it. */
function nodesOf(tree: SyntaxTree): string[] {
  return Array.from(
    { length: tree.size },
    (_, node) =>
      [tree.typeIds, tree.fieldIds, tree.starts, tree.ends, tree.parents, tree.afters].map((all) => all[node])
        .join(" "),
  );
}

function nodesByCursor(tree: Tree, { kept }: Vocabulary): string[] {
  const nodes: number[][] = [];
  const cursor = tree.walk();
  const pass = (parent: number): void => {
    const node = kept[cursor.nodeTypeId] === 0 ? NONE : nodes.length;
    if (node !== NONE) {
      nodes.push([
        cursor.nodeTypeId,
        cursor.currentFieldId,
        cursor.startIndex,
        cursor.endIndex,
        parent,
      ]);
    }
    if (cursor.gotoFirstChild()) {
      do pass(node); while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    nodes[node]?.push(nodes.length);
  };
  pass(NONE);
  cursor.delete();
  return nodes.map((each) => each.join(" "));
}

Deno.test("a tree read out of memory is the one that the cursor walks, in every grammar, of sound texts and of broken ones", async () => {
  const memory = new WebAssembly.Memory({ initial: 512, maximum: 8192 });
  await Parser.init({ wasmBinary: await grammarBytes("web-tree-sitter"), wasmMemory: memory });
  const vocabularies = new Map<string, [Language, Vocabulary]>();
  for (const name of GRAMMARS) {
    const grammar = await Language.load(await grammarBytes(name));
    vocabularies.set(name, [grammar, new Vocabulary(grammar, memory)]);
  }
  const parser = new Parser();
  const seen = new Set<string>();
  let compared = 0;
  for (const { name } of Deno.readDirSync(SAMPLES)) {
    if (!name.endsWith(".txt")) continue;
    const path = name.slice(0, -".txt".length);
    const whole = await Deno.readTextFile(new URL(name, SAMPLES));
    const grammar = grammarOf(language(path), path, whole);
    const loaded = grammar && vocabularies.get(grammar);
    assert(grammar && loaded, path);
    seen.add(grammar);
    parser.setLanguage(loaded[0]);
    const texts = [
      whole,
      whole.slice(0, whole.length * 0.6),
      whole.slice(whole.length * 0.3),
      whole.replaceAll(/[;)]/g, "").replaceAll("{", "("),
      whole.replaceAll(/\w/g, (letter) => letter === "e" ? "漢🎉" : letter),
      "",
    ];
    for (const text of texts) {
      const parsed = parser.parse(text);
      assert(parsed);
      const tree = new SyntaxTree(parsed, text, loaded[1]);
      assertEquals(nodesOf(tree), nodesByCursor(parsed, loaded[1]), path);
      compared += tree.size;
      parsed.delete();
    }
  }
  assertEquals([...seen].sort(), [...GRAMMARS].sort());
  assert(compared > 10_000, `${compared} nodes were compared`);
});
