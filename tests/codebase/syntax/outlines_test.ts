/** One file a language with the constructs it has (`tests/fixtures/syntax/NAME.txt`), and what is to be found (`NAME.outline`). A line that a person would dispute is a defect of either. */
import { assertEquals } from "@std/assert";
import { language } from "../../../lib/codebase/files/languages.ts";
import type { Outline } from "../../../lib/codebase/structure/definition.ts";
import { outliner } from "../../../lib/codebase/syntax/outliner.ts";

const SAMPLES = new URL("../../fixtures/syntax/", import.meta.url);

function written({ definitions, calls, comments }: Outline): string {
  return [
    ...definitions.map(({ line, endLine, kind, container, name, bases }) =>
      `${line}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}` +
      (bases === undefined ? "" : ` < ${bases.join(", ")}`)
    ),
    ...calls.map(({ line, receiver, name }) =>
      `${line} calls ${receiver === undefined ? "" : `${receiver} . `}${name}`
    ),
    `comments ${comments.map((run) => run.join("-")).join(" ")}`,
    "",
  ].join("\n");
}

const names = Array.from(Deno.readDirSync(SAMPLES), ({ name }) => name).filter((name) =>
  name.endsWith(".txt")
);
for (const name of names.sort()) {
  const path = name.slice(0, -".txt".length);
  Deno.test(`outline of ${path}`, async () => {
    const parser = outliner();
    const outline = await parser.outline(
      await Deno.readTextFile(new URL(name, SAMPLES)),
      language(path),
      path,
    );
    parser.close();
    assertEquals([...parser.missing], []);
    assertEquals(outline && written(outline), await Deno.readTextFile(new URL(`${path}.outline`, SAMPLES)));
  });
}
