import type { SourceFile } from "../files/source_file.ts";
import type { Hierarchy } from "./hierarchy.ts";

/** What is known of a repository when calls are told apart. */
export interface Ties {
  hierarchy: Hierarchy;
  imports(file: SourceFile): readonly string[];
}

/** How surely a call means a definition: 1 it does, 0 it does not; `through` is the other type by which it may. */
export interface Reach {
  sure: number;
  through?: string;
}

export const YES: Reach = { sure: 1 };
export const NO: Reach = { sure: 0 };
/** By a type above or below, whose method may be the one, or by a variable named like the type. */
export const LIKELY = 0.85;
/** By the name alone: in a file that names the type; of several words, which nothing else in the repository has; and otherwise. */
export const NAMED = 0.6;
export const UNIQUE = 0.5;
export const GUESSED = 0.35;
