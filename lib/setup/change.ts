/** One line of the report: what was done to which file. */
export interface Change {
  action: "made" | "wrote" | "changed" | "kept" | "removed" | "restored" | "already set up";
  path: string;
  note?: string;
}
