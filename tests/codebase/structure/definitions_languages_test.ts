import { assertEquals } from "@std/assert";
import type { Definition } from "../../../lib/codebase/structure/definition.ts";
import { definitions } from "../../../lib/codebase/structure/definitions.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";

/** A sample a language. Behind `⟵` stands what a line defines: its last line, kind, container and name, and what it extends. */
const SAMPLES = new URL("../../fixtures/definitions/", import.meta.url);

function said({ endLine, kind, container, name, bases }: Definition): string {
  const holder = container === undefined ? "" : `${container}.`;
  return `${endLine} ${kind} ${holder}${name}${bases === undefined ? "" : ` < ${bases.join(", ")}`}`;
}

for (const { name: file } of Deno.readDirSync(SAMPLES)) {
  const language = file.replace(".txt", "") as Language;
  Deno.test(`definitions of ${language}: names, kinds, containers, bases and where they end`, () => {
    const lines = Deno.readTextFileSync(new URL(file, SAMPLES)).split("\n");
    const source = lines.map((line) => line.replace(/ *⟵.*/, "")).join("\n");
    const found = definitions(source, language);
    assertEquals(
      lines.map((_, at) => found.filter(({ line }) => line === at + 1).map(said).join(" ; ")),
      lines.map((line) => /⟵ (.*)/.exec(line)?.[1] ?? ""),
    );
  });
}
