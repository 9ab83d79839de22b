import type { SourceFile } from "../files/source_file.ts";
import { escaped } from "./call_site.ts";
import type { Definition } from "./definition.ts";
import type { Defined, Hierarchy } from "./hierarchy.ts";

/** By an import of its name, where no other extension has it, and where others have. */
const SURE = { only: 0.85, oneOfSeveral: 0.6 };

/**
 * How surely a call on something means a Kotlin extension, 0..1: such a name has to be imported, or stand in the own package. Undefined where the target
 * is no extension or the file does not know it by its name, so that other reasons have to say.
 *
 * @param typeOf The type of what the call is made on; asked only where it matters.
 */
export function reachOfExtension(
  file: SourceFile,
  { file: home, definition }: Defined,
  hierarchy: Hierarchy,
  typeOf: () => string | undefined,
): number | undefined {
  if (file.language !== "kotlin" || home.language !== "kotlin") return undefined;
  const extended = extendedType(definition);
  if (extended === undefined || !knows(file, home, definition, extended)) return undefined;
  const type = typeOf();
  if (type === extended) return 1;
  if (type !== undefined && hierarchy.isType(type) && hierarchy.isType(extended)) {
    if (hierarchy.above(type).has(extended)) return 1;
    return hierarchy.above(extended).has(type) ? SURE.only : 0;
  }
  const types = hierarchy.index.definers(definition.name).map((each) => extendedType(each.definition));
  return types.some((each) => each !== undefined && each !== extended) ? SURE.oneOfSeveral : SURE.only;
}

/** `String` of `fun String.toHttpUrl()`; undefined for what extends nothing. */
function extendedType({ name, signature }: Definition): string | undefined {
  const at = signature.indexOf(`.${name}`);
  const head = at === -1 ? "" : signature.slice(0, at);
  if (!/\b(?:fun|va[lr])\b/.test(head)) return undefined;
  return /([A-Za-z_]\w*)(?:\.Companion)?(?:<.*>)?\??$/.exec(head)?.[1];
}

/** Whether a file imports an extension by its name, or stands in the package of one that is no member. */
function knows(
  file: SourceFile,
  home: SourceFile,
  { name, container }: Definition,
  extended: string,
): boolean {
  if (file === home) return true;
  const of = packageOf(home);
  if (of === undefined) return false;
  if (container === extended && packageOf(file) === of) return true;
  return file.text.includes(`import ${of}.`) &&
    new RegExp(`^import ${escaped(of)}\\.(?:[\\w.]+\\.)?(?:${escaped(name)}|\\*)\\s*$`, "m").test(
      headOf(file),
    );
}

/** Down to where the first definition begins, with the imports. */
function headOf({ lines, definitions }: SourceFile): string {
  return lines.slice(0, definitions[0]?.line ?? 0).join("\n");
}

function packageOf({ lines }: SourceFile): string | undefined {
  return lines.find((line) => line.startsWith("package "))?.split(/[\s;]+/)[1];
}
