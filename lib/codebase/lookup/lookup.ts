import type { SourceFile } from "../files/source_file.ts";
import type { FileIndex } from "../imports/file_index.ts";
import type { TypeIndex } from "../structure/hierarchy.ts";
import type { References } from "../structure/references.ts";

/** How often another file changed in the commits that changed a file. */
export interface ChangedWith {
  path: string;
  together: number;
  /** Commits of the file that were asked. */
  of: number;
}

/** Who names, defines, extends and imports what: from the index where one is there, else from git grep and the files that were read. */
export interface Lookup extends TypeIndex {
  /** Whether all definitions are known, and not only those of the files that were read. */
  readonly indexed: boolean;
  read(path: string): SourceFile | undefined;
  /**
   * Lines that hold one of the names as a word; the files most likely to be tied to their definitions first. `calls`: where a parser has told the
   * calls, those lines alone, of fewer files.
   */
  naming(names: readonly string[], only?: "calls"): Promise<Naming>;
  /** Reads the files that define one of these names or extend one of these types, where it is not known otherwise. */
  learn(names: readonly string[]): Promise<void>;
  /** Paths that a file imports. */
  imports(file: SourceFile): readonly string[];
  /** Files that import one, where that is known without reading them. */
  importers(path: string): readonly string[] | undefined;
  /** Tests whose name says that they test a file. */
  testsOf(path: string): readonly string[];
  /** Other files in the commits of a file, most often first; none where no history is stored. */
  changedWith(path: string): ChangedWith[];
  /** All paths of the tree. */
  files(): Promise<FileIndex>;
}

export interface Naming extends References {
  /** Source files that name one of them, whether or not they were read. */
  files: number;
}
