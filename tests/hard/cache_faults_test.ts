/** Our own folders, and what lies in them, in every state a disk, another program or another version can leave them in. */
import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { assertOfTheTree, build, inspect, LATE, rebuilt } from "../acceptance/context_runs.ts";
import { type Home, makeRepo, type Repo, sampled, scaled } from "../acceptance/harness.ts";
import { indexDir } from "../../lib/kernel/open_tools.ts";
import { seeded } from "../fixtures/guard/seeded.ts";
import * as faults from "./faults.ts";

interface Place {
  repo: Repo;
  home: Home;
  /** Folder of the repository's index. */
  dir: string;
}

/** A home with an index of `repo` that is a copy of `from`. */
async function indexedHome(repo: Repo, from: Home): Promise<Place & AsyncDisposable> {
  const home = await faults.faultHome();
  const { success } = await new Deno.Command("cp", { args: ["-Rp", `${from.path}/.cache`, home.path] })
    .output();
  assert(success);
  const dir = indexDir(`${home.env["XDG_CACHE_HOME"]}/auto-tools`, repo.path);
  return { repo, home, dir, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

/** The prompt is answered in time; what is quoted stands in the tree, whatever stands in the index. */
async function answered({ repo, home }: Place): Promise<{ found: boolean; limits: string }> {
  const answer = await faults.context({ cwd: repo.path, home });
  const { paths, limits } = answer;
  await assertOfTheTree(repo, answer);
  // On a machine that is overrun a prompt's time may be over first; then it says so.
  return { found: paths.includes(faults.FOUND) || LATE.test(limits), limits };
}

interface Damage {
  name: string;
  make(place: Place): void;
  /** What [Limits] says of it, where that is what the person can go by. */
  says?: RegExp;
  /** SQLite cannot tell, or it is not ours to take away: the prompt is answered, and nothing is built. */
  stays?: boolean;
  /** Bytes that nobody can miss may be hit, or those that all else stands on. */
  mayLose?: true;
}

/** What is done to `index.db` by SQL. */
const BY_SQL = {
  "is of another version": `PRAGMA user_version = ${2 ** 31 - 1}`,
  "has none of its tables": ["files", "segments", "postings", "meta", "outlines", "listing"]
    .map((table) => `DROP TABLE ${table};`).join(" "),
};
const BY_SQL_UNSEEN = {
  "has nothing but random blobs, and names files that lead out of the repository":
    "UPDATE listing SET value = randomblob(200); UPDATE history SET log = randomblob(200); UPDATE commit_postings SET commits = randomblob(64); UPDATE postings SET documents = randomblob(64); UPDATE outlines SET outline = randomblob(64); UPDATE meta SET value = randomblob(64) WHERE key = 'listed'; UPDATE files SET path = '../../../etc/passwd' || id",
};
/** Indexes that have a few bytes flipped at seeded places. */
const FLIPS = scaled(12);

const DAMAGE: Damage[] = [
  {
    name: "index.db is cut to its header",
    make: ({ dir }) => Deno.truncateSync(`${dir}/index.db`, 100),
  },
  {
    name: "index.db is overwritten from its third page on",
    make({ dir }) {
      using file = Deno.openSync(`${dir}/index.db`, { write: true });
      file.seekSync(2 * 4096, Deno.SeekMode.Start);
      file.writeSync(new Uint8Array(file.statSync().size - 2 * 4096).fill(0xa5));
    },
    says: /index is used: .*damaged/,
  },
  {
    name: "a FIFO stands in the place of index.db",
    make({ dir }) {
      Deno.removeSync(`${dir}/index.db`);
      assert(new Deno.Command("mkfifo", { args: [`${dir}/index.db`] }).outputSync().success);
    },
    says: /index is used: .*(not a regular file|a symbolic link)/,
  },
  {
    name: "index.db has lost its second half",
    make: ({ dir }) =>
      Deno.truncateSync(`${dir}/index.db`, Math.floor(Deno.statSync(`${dir}/index.db`).size / 2)),
  },
  ...[BY_SQL, BY_SQL_UNSEEN].flatMap((statements) =>
    Object.entries(statements).map(([what, sql]) => ({
      name: `index.db ${what}`,
      make: ({ dir }: Place) => withDatabase(dir, sql),
      ...(sql.includes("version") && { says: /index is used: .*another version/ }),
      stays: statements === BY_SQL_UNSEEN,
    }))
  ),
  {
    name: "the WAL of another database is left over",
    make({ dir }) {
      const other = new DatabaseSync(`${dir}/other.db`);
      other.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (zeroblob(20000))");
      Deno.copyFileSync(`${dir}/other.db-wal`, `${dir}/index.db-wal`);
      other.close();
      Deno.removeSync(`${dir}/other.db`);
    },
  },
  {
    name: "folders stand in the places of index.db and lock.db",
    make({ dir }) {
      for (const file of ["index.db", "lock.db"]) {
        Deno.removeSync(`${dir}/${file}`);
        Deno.mkdirSync(`${dir}/${file}/full`, { recursive: true });
      }
    },
  },
  {
    name: "a file stands in the place of the index's folder",
    make({ dir }) {
      Deno.removeSync(dir, { recursive: true });
      Deno.writeTextFileSync(dir, "a file");
    },
    stays: true,
  },
  ...Array.from({ length: FLIPS }, (_, flip): Damage => ({
    name: `${1 + flip} bytes are flipped`,
    make: ({ dir }) => flipBytes(`${dir}/${flip % 8 === 7 ? "lock.db" : "index.db"}`, 1 + flip),
    mayLose: true,
  })),
];

function flipBytes(file: string, many: number): void {
  const [random, bytes] = [seeded(4_711 + many).next, Deno.readFileSync(file)];
  for (let at = 0; at < many && bytes.length > 0; at++) {
    const place = Math.floor(random() * bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ (1 + Math.floor(random() * 255));
  }
  Deno.writeFileSync(file, bytes);
}

function withDatabase(dir: string, sql: string): void {
  const database = new DatabaseSync(`${dir}/index.db`);
  database.exec(sql);
  database.close();
}

Deno.test("A damaged index costs findings, never the prompt; what is quoted stands in the tree, and a build makes it good", async (t) => {
  await using repo = await makeRepo(faults.FILES);
  await using first = await faults.faultHome();
  await build({ cwd: repo.path, home: first });
  const cases = sampled(DAMAGE);
  let lost = 0;
  await faults.steps(t, cases, async ({ make, says, stays, mayLose }) => {
    await using place = await indexedHome(repo, first);
    make(place);
    const { found, limits } = await answered(place);
    if (says && !LATE.test(limits)) assertMatch(limits, says);
    if (mayLose && !found) lost++;
    assert(found || stays || mayLose, "the place was not found");
    await faults.backgroundEnds(place.home);
    if (stays || mayLose) return;
    await rebuilt({ cwd: repo.path, home: place.home });
    assertEquals([inspect(place.dir).check, inspect(place.dir).files], [
      "ok",
      Object.keys(faults.FILES).length,
    ]);
    await faults.assertNothingLeft(place.home);
  }, 2);
  assert(lost <= FLIPS * 0.1, `${lost} of ${FLIPS} with flipped bytes had not the right place`);
});

/** What another process does for as long as the prompts run. */
const LOCKS: { name: string; sql: string; file: string; says?: RegExp }[] = [
  { name: "the build lock, for ever", file: "lock.db", sql: "BEGIN EXCLUSIVE" },
  {
    name: "the index, for ever",
    file: "index.db",
    sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; INSERT OR REPLACE INTO meta VALUES ('x', '1')",
    says: /index is used: .*locked/,
  },
];

Deno.test("An index that another process holds locked for ever costs findings, never the prompt", async (t) => {
  await using repo = await makeRepo(faults.FILES);
  await using first = await faults.faultHome();
  await build({ cwd: repo.path, home: first });
  await faults.steps(t, LOCKS, async ({ file, sql, says }) => {
    await using place = await indexedHome(repo, first);
    repo.write("src/quay/crane3.ts", `${faults.FILES["src/quay/crane3.ts"]}// ${file}\n`);
    const holder = new DatabaseSync(`${place.dir}/${file}`);
    try {
      holder.exec(sql);
      const { found, limits } = await answered(place);
      assertEquals(found, true);
      if (says && !LATE.test(limits)) assertMatch(limits, says);
      // A person's build would wait for the other.
      const build = ["index", "build", ...file === "lock.db" ? ["--background"] : []];
      const { code, stderr } = await faults.run(build, { cwd: repo.path, home: place.home, wallMs: 60_000 });
      // It ends at once, says that it cannot, or puts a new index in the place of one that nobody can open.
      assert(code === 0 || (code === 40 && file === "index.db"), stderr);
    } finally {
      holder.close();
    }
    await faults.backgroundEnds(place.home);
    await rebuilt({ cwd: repo.path, home: place.home });
    await faults.assertNothingLeft(place.home);
  });
});

/** A folder of ours that cannot be used, by its variable; what [Limits] says where something was to be kept there. */
const FOLDERS: { variable: string; says?: RegExp }[] = [
  { variable: "XDG_CACHE_HOME", says: /\[Limits\].*(index|cache)/i },
  { variable: "XDG_STATE_HOME", says: /not written|no folder for state/ },
  { variable: "XDG_DATA_HOME" },
  { variable: "XDG_CONFIG_HOME" },
];

const STATES: { name: string; make(path: string): void; undo?(path: string): void }[] = [
  { name: "is a file", make: (path) => Deno.writeTextFileSync(path, "a file") },
  {
    name: "is read-only",
    make: (path) => Deno.mkdirSync(path, { mode: 0o555 }),
    undo: (path) => Deno.chmodSync(path, 0o755),
  },
  { name: "is below /proc", make: (path) => Deno.symlinkSync("/proc/self/fd", path) },
];

Deno.test("A folder of ours that cannot be used costs what is kept in it, and is told", async (t) => {
  const cases = sampled(
    FOLDERS.flatMap(({ variable, says }) =>
      STATES.map((state) => ({ ...state, variable, says, name: `${variable} ${state.name}` }))
    ),
    STATES.length,
  );
  await using repo = await makeRepo(faults.FILES);
  await faults.steps(t, cases, async ({ variable, says, make, undo }) => {
    await using home = await faults.faultHome();
    const path = `${home.path}/spoilt`;
    make(path);
    const env = { [variable]: path };
    try {
      const { limits, paths } = await faults.context({ cwd: repo.path, home, env, launcher: faults.BOUND });
      faults.assertFound({ systemMessage: limits, context: paths.join("\n") });
      if (says) assertMatch(limits, says);
      await faults.backgroundEnds(home);
    } finally {
      undo?.(path);
    }
    await faults.assertNothingLeft(home, [/^spoilt/]);
  }, 2);
});

/** Shells in which no file may grow beyond so many blocks of 1 KiB: what SQLite sees is a write that fails. */
const DISKS = { "full from the start": 0, "full in the middle of the index": 8 };

Deno.test("A disk that is full, before or in the middle, costs what would be kept there, and is told", async (t) => {
  await using repo = await makeRepo(faults.FILES);
  const disks = Object.entries(DISKS).map(([name, blocks]) => ({ name, blocks }));
  await faults.steps(t, disks, async ({ blocks }) => {
    await using home = await faults.faultHome();
    const free = { cwd: repo.path, home, wallMs: 60_000 };
    const full = { cwd: repo.path, home, before: `trap '' XFSZ; ulimit -f ${blocks};` };
    faults.assertFound(await faults.hook(full));
    await faults.backgroundEnds(home);
    const { limits } = await faults.context(full);
    assertMatch(limits, /full|space|I\/O|too large|not written|no folder|did not end/i);
    await faults.backgroundEnds(home);
    assertEquals(faults.filesBelow(home.path).filter((path) => path.endsWith(".tmp")), []);
    // One that is there already is not lost.
    await rebuilt(free);
    const { code, stderr } = await faults.run(["index", "build"], { ...full, wallMs: 60_000 });
    assert(code === 0 || (code === 40 && /could not be built: .*(full|I\/O|large)/.test(stderr)), stderr);
    await rebuilt(free);
    assertEquals(inspect(indexDir(`${home.env["XDG_CACHE_HOME"]}/auto-tools`, repo.path)).check, "ok");
  });
});
