/** Paths of the tree; `complete` is false where git or the walk was cut off. */
export interface Listing {
  tracked: string[];
  untracked: string[];
  complete: boolean;
  /** For [Limits]: why it is not git's own, absent where it is or where there is no git. */
  limit?: string;
}
