/** Paths of the tree; `complete` is false where git or the walk was cut off. */
export interface Listing {
  readonly tracked: string[];
  readonly untracked: readonly string[];
  /** Whether a path is in one of the two, where that can be said without all of them. */
  has?(path: string): boolean;
  complete: boolean;
  /** Stands for `tracked`, as git printed it: equal marks mean that nothing was added or taken away. Absent where git did not. */
  mark?: string;
  /** True where it was kept from an earlier one and nothing has changed since. */
  kept?: boolean;
  /** For [Limits]: why it is not git's own, absent where it is or where there is no git. */
  limit?: string;
}
