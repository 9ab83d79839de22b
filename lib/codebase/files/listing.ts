/** Paths of the tree; `complete` is false where git or the walk was cut off. */
export interface Listing {
  tracked: string[];
  untracked: string[];
  complete: boolean;
}
