-- `listing`: what of all files is needed at once, a row for each kind of it (`fileTable`). `segments`: batches of files, whose numbers begin with
-- `first`, by which `postings` name them. `term` and `stem`: a `fingerprint`. `outlines`: by the number of the file; `unparsed` says why there is none.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE files (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, opaque TEXT NOT NULL, unparsed TEXT NOT NULL,
  imports TEXT NOT NULL);
-- Few are: a refresh need not go through all files for them.
CREATE INDEX unparsed ON files (path, unparsed) WHERE unparsed <> '';
CREATE TABLE listing (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE segments (first INTEGER PRIMARY KEY, count INTEGER NOT NULL);
CREATE TABLE postings (
  segment INTEGER NOT NULL, term INTEGER NOT NULL, documents BLOB NOT NULL, PRIMARY KEY (segment, term)) WITHOUT ROWID;
CREATE TABLE outlines (id INTEGER PRIMARY KEY, outline BLOB NOT NULL);
CREATE TABLE stems (stem INTEGER NOT NULL, term INTEGER NOT NULL, PRIMARY KEY (stem, term)) WITHOUT ROWID;
CREATE TABLE history (log BLOB NOT NULL);
CREATE TABLE commit_postings (term INTEGER PRIMARY KEY, commits BLOB NOT NULL);
