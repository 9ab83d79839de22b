import { standing } from "../../settings/small_file.ts";
import { NotAsGitWrites, plainText } from "./plain_file.ts";

/** Of a list of other object stores, and of all those they name in turn, as far as git follows them. */
const MAX_LIST_BYTES = 64 * 1024;
const MAX_STORES = 100;
const MAX_DEPTH = 5;

/**
 * Sees that git will find objects where they should be. Other stores may be named (`git clone --shared`), as to read an object needs its hash, and the
 * hash of HEAD is the repository's own; their lists are bounded, since git reads them whole. Throws `NotAsGitWrites`.
 */
export function checkObjects(objects: string): void {
  if (standing(objects)?.isDirectory !== true) throw new NotAsGitWrites("its objects are a link");
  for (const { isSymlink } of Deno.readDirSync(objects)) {
    if (isSymlink) throw new NotAsGitWrites("its objects are links");
  }
  let stores = [objects];
  for (let depth = 0, seen = 0; stores.length > 0; depth++) {
    seen += stores.length;
    if (seen > MAX_STORES || depth > MAX_DEPTH) throw new NotAsGitWrites("it names too many object stores");
    stores = stores.flatMap(alternates);
  }
}

function alternates(objects: string): string[] {
  const list = plainText(`${objects}/info/alternates`, MAX_LIST_BYTES, "the list of its object stores");
  const named = (list ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return named.map((path) => path.startsWith("/") ? path : `${objects}/${path}`);
}
