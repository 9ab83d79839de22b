/** A secret that its surroundings give away. `keyword` (lower case) must occur for the pattern to be tried; group 1 stays, `label` follows it. */
export interface Structure {
  kind: string;
  keywords: readonly string[];
  pattern: RegExp;
  label: string;
}
