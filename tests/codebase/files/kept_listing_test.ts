import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { buildIndex } from "../../../lib/codebase/index/build_index.ts";
import { openIndex } from "../../../lib/codebase/index/index_state.ts";
import type { Listing } from "../../../lib/codebase/files/git_listing.ts";
import { standing } from "../../../lib/codebase/files/file_system.ts";
import { gitListing } from "../../../lib/codebase/files/listing.ts";
import { repoFiles } from "../../../lib/codebase/files/repo_files.ts";
import { seeded } from "../../fixtures/guard/seeded.ts";
import { type IndexedRepository, indexedRepository } from "../indexed_repository.ts";

const FILES = {
  "a/one.ts": "export const one = 1;\n",
  "a/b/two.ts": "export const two = 2;\n",
  "c/three.ts": "export const three = 3;\n",
  "top.ts": "export const top = 0;\n",
  ".gitignore": "ignored/\n*.o\n",
};
const LIST_MS = 20_000;
/** ms after which what was written counts as settled, and some; where its time is a whole second, as one in a thousand is, that of a file system that knows no other. */
const SETTLED_MS = { fine: 60, coarse: 2100 };

/** As prompts and builds call it, at this moment. */
function optionsNow({ context }: IndexedRepository) {
  return { ...context(), time: new Date().toISOString() };
}

async function build(indexed: IndexedRepository): Promise<void> {
  const built = await buildIndex(indexed.cacheDir, optionsNow(indexed), { now: () => Date.now() });
  assertEquals(built.kind, "built");
}

/** What the index keeps makes of the tree, beside what git says: files that are there, and whether git was spared. */
async function listings(indexed: IndexedRepository) {
  const { stored } = openIndex(indexed.cacheDir);
  const options = optionsNow(indexed);
  const files = repoFiles(options);
  const kept = await repoFiles(options, stored?.keptListing()).list(LIST_MS);
  const asked = await files.list(LIST_MS);
  const there = ({ tracked, untracked }: Listing) =>
    [...tracked, ...untracked].filter((path) => files.stat(path) !== undefined).sort();
  const both = { kept: there(kept), asked: there(asked), isKept: kept.kept };
  stored?.close();
  return both;
}

function settle({ repository: { root } }: IndexedRepository): Promise<void> {
  const watched = ["", "a", "a/b", "c", ".gitignore", ".git/info/exclude"];
  const isCoarse = watched.some((path) => Number(standing(`${root}/${path}`)?.mtime ?? 1) % 1000 === 0);
  return new Promise((resolve) => setTimeout(resolve, isCoarse ? SETTLED_MS.coarse : SETTLED_MS.fine));
}

Deno.test("git's list is kept while nothing changes; where a folder has other entries git lists anew", async () => {
  using indexed = indexedRepository(FILES);
  indexed.repository.write({ "loose.ts": "", "ignored/x.ts": "" });
  await settle(indexed);
  await build(indexed);
  const first = await listings(indexed);
  assertEquals([first.isKept, first.kept], [true, first.asked]);
  indexed.repository.write({ "new/deep/found.ts": "", "a/b/new.ts": "", "ignored/y.ts": "", "c/z.o": "" });
  Deno.removeSync(`${indexed.repository.root}/loose.ts`);
  const later = await listings(indexed);
  assertEquals([later.isKept, later.kept], [undefined, later.asked]);
  assertEquals(later.kept.includes("new/deep/found.ts"), true);
});

Deno.test("a kept list is believed for an hour, and for the same settings; a refresh has git list anew after ten minutes", async () => {
  using indexed = indexedRepository(FILES);
  await settle(indexed);
  const options = { ...optionsNow(indexed), exclude: ["c/**"] };
  await buildIndex(indexed.cacheDir, options, { now: () => Date.now() });
  const { stored } = openIndex(indexed.cacheDir);
  const kept = stored?.keptListing();
  const listed = async (more: Partial<typeof options>) =>
    (await repoFiles({ ...options, ...more }, kept).list(LIST_MS)).kept;
  const later = (minutes: number) => ({
    time: new Date(Date.parse(options.time) + minutes * 60_000).toISOString(),
  });
  assertEquals(await listed(later(59)), true);
  assertEquals(await listed(later(61)), undefined);
  assertEquals(await listed({ exclude: [] }), undefined);
  stored?.close();
  const listedAt = async (minutes: number) => {
    const now = Date.parse(options.time) + minutes * 60_000;
    await buildIndex(indexed.cacheDir, { ...options, ...later(minutes) }, { now: () => now });
    const { stored } = openIndex(indexed.cacheDir);
    const { time = NaN } = stored?.keptListing() ?? {};
    stored?.close();
    return Math.round((time - Date.parse(options.time)) / 60_000);
  };
  assertEquals([await listedAt(9), await listedAt(11)], [0, 11]);
});

Deno.test("of a conflicted file git prints each side; it is listed once, and what is not tracked beside it", async () => {
  using indexed = indexedRepository(FILES);
  const { repository, git } = indexed;
  const start = git("rev-parse", "HEAD");
  for (const branch of ["one", "other"]) {
    git("checkout", "-q", "-b", branch, start);
    repository.write({ "c/three.ts": `export const three = "${branch}";\n` });
    git("commit", "-q", "-a", "-m", branch);
  }
  assertThrows(() => git("merge", "-q", "one"));
  repository.write({ "ü b.ts": "" });
  const { tracked, untracked, complete } = await repoFiles(optionsNow(indexed)).list(LIST_MS);
  assertEquals([tracked, untracked, complete], [Object.keys(FILES).sort(), ["ü b.ts"], true]);
});

Deno.test("what git tracks is listed without a walk, and what was not looked at is said; without git the folders are walked", async () => {
  using indexed = indexedRepository(FILES);
  indexed.repository.write({ "new.ts": "" });
  const listed = await gitListing(indexed.repository.root, performance.now() + LIST_MS, true);
  assertEquals([listed.tracked, listed.untracked], [Object.keys(FILES).sort(), []]);
  assertStringIncludes(listed.limit ?? "", "untracked");
  Deno.removeSync(`${indexed.repository.root}/.git`, { recursive: true });
  const walked = await gitListing(indexed.repository.root, performance.now() + LIST_MS, true);
  assertEquals([walked.tracked, walked.untracked], [[], [...Object.keys(FILES), "new.ts"].sort()]);
  assertStringIncludes(walked.limit ?? "", "the folders were walked");
});

const FOLDERS = ["", "a/", "a/b/", "c/", "d/", "d/e/", "ignored/", "ignored/f/", "a/ignored/"];
const NAMES = ["one.ts", "new.ts", "x.txt", "two.ts", "空.ts"];
/** None that ignores one file of a folder: what comes into one without any other is seen later. */
const RULES = ["ignored/\n", "*\n", "d/\n", ""];

/** One thing that a person, a tool or git does to a tree. */
function act(indexed: IndexedRepository, random: (below: number) => number): string {
  const { root } = indexed.repository;
  const folder = FOLDERS[random(FOLDERS.length)] ?? "";
  const path = `${folder}${NAMES[random(NAMES.length)]}`;
  const other = `${FOLDERS[random(FOLDERS.length)]}${NAMES[random(NAMES.length)]}`;
  const rule = RULES[random(RULES.length)] ?? "";
  const acts: Record<string, () => void> = {
    [`write ${path}`]: () => indexed.repository.write({ [path]: `export const v = ${random(1000)};\n` }),
    [`remove ${path}`]: () => Deno.removeSync(`${root}/${path}`),
    [`remove all of ${folder}`]: () => Deno.removeSync(`${root}/${folder || "d"}`, { recursive: true }),
    [`move ${path} to ${other}`]: () => Deno.renameSync(`${root}/${path}`, `${root}/${other}`),
    [`move ${folder} to moved`]: () =>
      Deno.renameSync(`${root}/${folder || "c"}`, `${root}/moved${random(3)}`),
    [`folder in the place of ${path}`]: () => {
      Deno.removeSync(`${root}/${path}`);
      indexed.repository.write({ [`${path}/inside.ts`]: "" });
    },
    [`rules of ${folder}`]: () => indexed.repository.write({ [`${folder}.gitignore`]: rule }),
    [`no rules of ${folder}`]: () => Deno.removeSync(`${root}/${folder}.gitignore`),
    "rules of the clone": () => Deno.writeTextFileSync(`${root}/.git/info/exclude`, rule),
    [`repository in ${folder}`]: () => void indexed.git("init", "-q", folder === "" ? "inner" : folder),
    [`no repository in ${folder}`]: () =>
      Deno.removeSync(`${root}/${folder === "" ? "inner/" : folder}.git`, { recursive: true }),
    "git add": () => void indexed.git("add", "-A"),
    [`git add ${path}`]: () => void indexed.git("add", "-f", path),
    [`git rm --cached ${path}`]: () => void indexed.git("rm", "-q", "--cached", path),
    "git checkout": () => void indexed.git("checkout", "-q", "-f", random(2) === 0 ? "HEAD~1" : "-"),
  };
  const names = Object.keys(acts);
  const name = names[random(names.length)] ?? "";
  try {
    acts[name]?.();
    return name;
  } catch (error) {
    // There was nothing to be done: no such file, or git refused.
    assert(error instanceof Error);
    return `${name}: nothing`;
  }
}

const SEEDS = 1;
const STEPS = 40;

Deno.test("whatever happens to a tree, a kept list says what git says", async () => {
  let kept = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = seeded(seed).below;
    using indexed = indexedRepository(FILES);
    const done: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      if (random(3) === 0) {
        await settle(indexed);
        await build(indexed);
        done.push("build");
      }
      if (random(2) === 0) await settle(indexed);
      for (let acts = random(3); acts > 0; acts--) done.push(act(indexed, random));
      const both = await listings(indexed);
      assertEquals(both.kept, both.asked, `seed ${seed}: ${done.join("; ")}`);
      if (both.isKept === true) kept++;
    }
  }
  // Else nothing was tried.
  assert(kept > SEEDS * STEPS / 10, `kept ${kept} times`);
});
