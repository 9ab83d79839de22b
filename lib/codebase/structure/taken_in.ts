import type { SourceFile } from "../files/source_file.ts";
import { imports } from "../imports/imports.ts";
import type { Defined } from "./hierarchy.ts";
import { onceAFile } from "./once_a_file.ts";

/**
 * Whether a file of Python takes a name in, and from nowhere near a definition: from another package than those that the definition stands in. What
 * a package hands on may stand anywhere in it.
 */
export function isTakenElsewhere(file: SourceFile, { file: home, definition: { name } }: Defined): boolean {
  if (file.language !== "python" || home.language !== "python" || file === home) return false;
  const packages = packagesOf(file, name);
  const folders = home.path.replace(/\.\w+$/, "").split("/");
  return packages.length > 0 && packages.every((each) => each !== "" && !folders.includes(each));
}

/** The packages at the top that a name is imported from; "" for one that is told from where the file is. */
const packagesOf = onceAFile(({ text }: SourceFile, name): string[] =>
  imports(text, "python").filter((each) => each.endsWith(`.${name}`)).map((each) => each.split(".")[0] ?? "")
);
