import type { SourceFile } from "../files/source_file.ts";
import { escaped } from "./call_site.ts";
import type { Definition } from "./definition.ts";
import type { Defined, Hierarchy } from "./hierarchy.ts";
import { importsWithin, packageOf } from "./packages.ts";

/** By an import of its name, where no other extension has it, and where others have. */
const SURE = { only: 0.85, oneOfSeveral: 0.6 };

/**
 * How surely a call on something means an extension of Kotlin or C#, 0..1: such a name, in C# its
 * namespace, has to be imported, or stand in the own one. Undefined where the target
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
  const extended = extendedType(definition, home);
  if (extended === undefined || !knows(file, home, definition, extended)) return undefined;
  const type = typeOf();
  if (type === extended) return 1;
  if (type !== undefined && hierarchy.isType(type) && hierarchy.isType(extended)) {
    if (hierarchy.above(type).has(extended)) return 1;
    return hierarchy.above(extended).has(type) ? SURE.only : 0;
  }
  const types = hierarchy.index.definers(definition.name).map((each) =>
    extendedType(each.definition, each.file)
  );
  return types.some((each) => each !== undefined && each !== extended) ? SURE.oneOfSeveral : SURE.only;
}

/** `String` of `fun String.toHttpUrl()`, and of `static bool IsEmpty(this string text)`; undefined for what extends nothing. */
function extendedType({ name, signature }: Definition, { language }: SourceFile): string | undefined {
  if (language === "csharp") {
    const type = /\(\s*this\s+(?:[\w]+\.)*([A-Za-z_]\w*)/.exec(signature)?.[1];
    return type !== undefined && signature.includes(name) ? type : undefined;
  }
  if (language !== "kotlin") return undefined;
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
  if (file.language !== home.language) return false;
  if (file === home) return true;
  if (home.language === "csharp") return knowsNamespace(file, home);
  const of = packageOf(home);
  if (of === undefined) return false;
  if (container === extended && packageOf(file) === of) return true;
  return importsWithin(file, of, name);
}

/** Whether a file of C# stands in a namespace or below it, or uses it. */
function knowsNamespace(file: SourceFile, home: SourceFile): boolean {
  const of = namespaceOf(home);
  if (of === undefined) return false;
  const own = namespaceOf(file);
  return own === of || own?.startsWith(`${of}.`) === true ||
    new RegExp(`^\\s*(?:global\\s+)?using\\s+${escaped(of)}\\s*;`, "m").test(file.text);
}

function namespaceOf({ text }: SourceFile): string | undefined {
  return /^\s*namespace\s+([\w.]+)/m.exec(text)?.[1];
}
