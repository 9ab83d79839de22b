import type { Definition } from "../structure/definition.ts";

/** A call as it is written: the last part of what is called, and where. */
export interface Call {
  name: string;
  /** 1-based. */
  line: number;
  /** What stands before the name's dot, arrow or colons, where it is one plain name: `this`, `self`, a variable, a type. */
  receiver?: string;
}

/** What a parser finds in one file. Lines are 1-based. */
export interface Outline {
  /** In order of lines, outer before inner; `line` and `endLine` are exact. */
  definitions: Definition[];
  /** In order of lines; calls of constructors and macros among them. */
  calls: Call[];
  /** Lines that hold nothing but comment (a Python docstring is one), as first and last line of each run. */
  comments: [number, number][];
}
