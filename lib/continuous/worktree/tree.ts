import { createHash } from "node:crypto";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { dropLinks, keepLinks, linksIn, type Nested, nestedAt, unborn } from "./nested.ts";
import { type PrivateGit, privateGit } from "./private_git.ts";

/** Exit code of `git add` that left out what it cannot read, such as a repository without a commit inside this one. */
const UNREADABLE = 1;
/** Repositories in one another, and of all those in one, that are looked into. Of others only their commit counts. */
const MAX_DEPTH = 3;
const MAX_NESTED = 100;
/** Hexadecimal digits that tell one set of commits from another. */
const MARK_DIGITS = 16;

interface Place {
  root: string;
  gitDir: string;
  gitCommonDir: string;
}

interface Tree {
  tree: string;
  /** A mark of the commits of all repositories inside; none where there are none. */
  commits: string[];
}

/**
 * Git's hash of a repository's files, in which repositories inside it stand with their files, where git alone would have their commits.
 *
 * @param folder a private place; what is there of an earlier look spares reading all files again.
 * @param objects where files are kept that are in no commit.
 */
export async function treeOf(
  place: Place,
  folder: string,
  objects = `${folder}/objects`,
  depth = 0,
): Promise<Tree> {
  const { root } = place;
  const own = privateGit({ root, folder, objects });
  const { links, others } = await addAll(own, place, folder);
  const plain = (await own.run(["write-tree"])).trim();
  const paths = [...links.map(({ path }) => path), ...others];
  if (paths.length === 0) return { tree: plain, commits: [] };
  Deno.copyFileSync(`${folder}/index`, `${folder}/${WHOLE}`);
  const whole = privateGit({ root, folder, objects, index: WHOLE });
  const marks: unknown[] = [links];
  for (const path of paths.slice(0, depth < MAX_DEPTH ? MAX_NESTED : 0)) {
    const nested = await nestedAt(root, path);
    if (nested === undefined) continue;
    const inside = await nestedTree(nested, folder, objects, depth + 1);
    marks.push(inside.commits);
    await dropLinks(whole, [{ path, commit: "" }]);
    await whole.run(["read-tree", "-i", `--prefix=${path}/`, inside.tree]);
  }
  return { tree: (await whole.run(["write-tree"])).trim(), commits: [digest(marks).slice(0, MARK_DIGITS)] };
}

const WHOLE = "index.whole";

async function nestedTree(nested: Nested, folder: string, objects: string, depth: number): Promise<Tree> {
  const inside = `${folder}/nested/${digest(nested.path).slice(0, MARK_DIGITS)}`;
  readAlso(objects, `${nested.gitCommonDir}/objects`);
  return await treeOf(nested, inside, objects, depth);
}

/** Has git read objects of another repository beside those in `objects`. */
function readAlso(objects: string, other: string): void {
  const file = `${objects}/info/alternates`;
  // One path a line, in quotes where it begins with one.
  if (/^"|\n/.test(other)) return;
  const known = exists(file) ? Deno.readTextFileSync(file) : "";
  if (known.split("\n").includes(other)) return;
  Deno.mkdirSync(`${objects}/info`, { recursive: true, mode: 0o700 });
  Deno.writeTextFileSync(file, `${known}${other}\n`);
}

/** Brings the private index up to the files. */
async function addAll(own: PrivateGit, { root, gitDir }: Place, folder: string) {
  const index = `${folder}/index`;
  // The repository's own index knows which files it has looked at already, and spares a look at all of them.
  if (!exists(index) && exists(`${gitDir}/index`)) Deno.copyFileSync(`${gitDir}/index`, index);
  try {
    return await add(own, root);
  } catch (error) {
    if (!(error instanceof AutoToolsError) || !exists(index)) throw error;
    for (const name of [index, `${index}.lock`]) if (exists(name)) Deno.removeSync(name);
    return await add(own, root);
  }
}

async function add(own: PrivateGit, root: string) {
  const before = await linksIn(own);
  await dropLinks(own, before);
  const code = await own.code(["add", "-A", "--ignore-errors", "--", "."], UNREADABLE);
  return {
    links: await keepLinks(own, root, before, await linksIn(own)),
    others: code === UNREADABLE ? await unborn(own) : [],
  };
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
