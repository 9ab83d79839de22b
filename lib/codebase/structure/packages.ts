import { escaped } from "./call_site.ts";
import type { SourceFile } from "../files/source_file.ts";

/** Whether a file of Kotlin knows a top-level name of another: it stands in its package, or imports the name or all of the package. */
export function knowsOfPackage(file: SourceFile, home: SourceFile, name: string): boolean {
  const of = packageOf(home);
  return packageOf(file) === of || (of !== undefined && imports(file, of, `${escaped(name)}|\\*`));
}

/** Whether a file of Kotlin imports a name of a package, or of something in it. */
export function importsWithin(file: SourceFile, of: string, name: string): boolean {
  return imports(file, of, `(?:[\\w.]+\\.)?(?:${escaped(name)}|\\*)`);
}

/** The package that a file of Java, Kotlin or Scala says it is of. */
export function packageOf({ lines }: SourceFile): string | undefined {
  return lines.find((line) => line.startsWith("package "))?.split(/[\s;]+/)[1];
}

function imports(file: SourceFile, of: string, what: string): boolean {
  return file.text.includes(`import ${of}.`) &&
    new RegExp(`^import ${escaped(of)}\\.(?:${what})\\s*;?\\s*$`, "m").test(headOf(file));
}

/** Down to where the first definition begins, with the imports. */
function headOf({ lines, definitions }: SourceFile): string {
  return lines.slice(0, definitions[0]?.line ?? lines.length).join("\n");
}
