/** Paths of the tree; `complete` is false where git or the walk was cut off. */
export interface Listing {
  readonly tracked: string[];
  /** Whether one path is tracked, where that can be said without all of them. */
  isTracked?(path: string): boolean;
  untracked: string[];
  complete: boolean;
  /** Stands for `tracked`, as git printed it: equal marks mean that nothing was added or taken away. Absent where git did not. */
  mark?: string;
  /** For [Limits]: why it is not git's own, absent where it is or where there is no git. */
  limit?: string;
}
