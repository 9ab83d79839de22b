import { assertEquals } from "@std/assert";
import type { Place } from "./context_runs.ts";
import { makeHome, makeRepo, type Repo, runBinary } from "./harness.ts";
import { LATE } from "./context_runs.ts";
import { ask, assertOfTheTree, build, holdWriterLock, onlyIndex } from "./indexed_home.ts";

/** A function whose name no other file has. */
function fn(name: string, lines = 3): string {
  return `/** Works out the ${name}. */\nexport function ${name}(input: number): number {\n${
    "  input += 1;\n".repeat(lines)
  }  return input;\n}\n`;
}

const FILES: Record<string, string> = {
  "src/tariff.ts": fn("grainTariff"),
  "src/ferry.ts": `import { grainTariff } from "./tariff.ts";\n${
    fn("ferrySchedule")
  }export const fare = grainTariff(2);\n`,
  "src/lantern.ts": fn("lanternOil"),
  "src/quay/crane.ts": fn("craneSwing"),
  "README.md": "# Harbour\n\nTariffs, ferries, lanterns and cranes.\n",
  ".gitignore": "*.log\n",
};

interface Ask {
  symbol: string;
  /** Where it must be found; nowhere by default. */
  in?: string;
}

interface Change {
  name: string;
  /** Before the index is built. */
  before?: (repo: Repo) => Promise<void>;
  /** After it: what the index does not know of. */
  change: (repo: Repo) => Promise<void> | void;
  asks: Ask[];
}

const CHANGES: Change[] = [
  {
    name: "another branch is checked out",
    async before(repo) {
      await repo.git("checkout", "-q", "-b", "other");
      await repo.git("rm", "-q", "src/lantern.ts");
      repo.write("src/buoy.ts", fn("buoyLight"));
      repo.write("src/tariff.ts", `// One line more\n\n\n${fn("grainTariff", 5)}`);
      await repo.git("add", "-A");
      await repo.git("commit", "-q", "-m", "Other");
      await repo.git("checkout", "-q", "main");
    },
    change: async (repo) => void await repo.git("checkout", "-q", "other"),
    asks: [
      { symbol: "buoyLight", in: "src/buoy.ts" },
      { symbol: "lanternOil" },
      { symbol: "grainTariff", in: "src/tariff.ts" },
    ],
  },
  {
    name: "files are moved with git mv, deleted, edited without git add, written anew",
    async change(repo) {
      await Deno.mkdir(`${repo.path}/lib`);
      await repo.git("mv", "src/lantern.ts", "lib/lamp.ts");
      await Deno.remove(`${repo.path}/src/ferry.ts`);
      repo.write("src/tariff.ts", `// Above\n// it\n${fn("wickTrimming")}\n${fn("grainTariff", 6)}`);
      repo.write("src/new/anchor.ts", fn("anchorWeight"));
    },
    asks: [
      { symbol: "lanternOil", in: "lib/lamp.ts" },
      { symbol: "ferrySchedule" },
      { symbol: "wickTrimming", in: "src/tariff.ts" },
      { symbol: "anchorWeight", in: "src/new/anchor.ts" },
    ],
  },
  {
    name: "a file is edited to the same size and time",
    async change(repo) {
      const file = `${repo.path}/src/lantern.ts`;
      const { atime, mtime } = await Deno.stat(file);
      repo.write("src/lantern.ts", fn("lanternOil").replace("input += 1", "input -= 7"));
      await Deno.utime(file, atime ?? 0, mtime ?? 0);
    },
    asks: [{ symbol: "lanternOil", in: "src/lantern.ts" }],
  },
  {
    name: "an untracked file becomes ignored, and a tracked one untracked and ignored",
    before: (repo) => Promise.resolve(repo.write("src/scratch.ts", fn("scratchPaper"))),
    async change(repo) {
      await repo.git("rm", "-q", "--cached", "src/lantern.ts");
      repo.write(".gitignore", "*.log\nlantern.ts\nscratch.ts\n");
    },
    asks: [{ symbol: "scratchPaper" }, { symbol: "lanternOil" }, {
      symbol: "craneSwing",
      in: "src/quay/crane.ts",
    }],
  },
  {
    name: "a folder becomes a file, a file a folder, another a link, another a loop",
    async change(repo) {
      const at = (path: string) => `${repo.path}/${path}`;
      await Deno.remove(at("src/quay"), { recursive: true });
      repo.write("src/quay", "no folder any more\n");
      await Deno.remove(at("src/lantern.ts"));
      repo.write("src/lantern.ts/inside.ts", fn("anchorWeight"));
      await Deno.remove(at("src/ferry.ts"));
      await Deno.symlink("ferry.ts", at("src/ferry.ts"));
    },
    asks: [
      { symbol: "craneSwing" },
      { symbol: "lanternOil" },
      { symbol: "ferrySchedule" },
      { symbol: "anchorWeight", in: "src/lantern.ts/inside.ts" },
    ],
  },
];

for (const { name, before, change, asks } of CHANGES) {
  Deno.test(`The answer is of the tree as it is now: ${name}`, async () => {
    await using repo = await makeRepo(FILES);
    await using home = await makeHome();
    const place = { cwd: repo.path, home };
    await before?.(repo);
    await build(place);
    await change(repo);
    {
      using _noRefresh = holdWriterLock(onlyIndex(home));
      await assertAnswer(place, repo, asks);
    }
    await Promise.all([runBinary(["index", "build"], place), assertAnswer(place, repo, asks)]);
    await assertAnswer(place, repo, asks);
  });
}

Deno.test("The answer is of the tree as it is now: in a worktree of another branch, and in the main one", async () => {
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  await build({ cwd: repo.path, home });
  const path = `${repo.path}/../${repo.path.split("/").at(-1)}-tree`;
  await repo.git("worktree", "add", "-q", "-b", "other", path);
  try {
    const tree = { path: await Deno.realPath(path), git: inFolder(repo, path) };
    await Deno.writeTextFile(`${path}/src/lantern.ts`, fn("wickTrimming"));
    await assertAnswer({ cwd: tree.path, home }, tree, [
      { symbol: "wickTrimming", in: "src/lantern.ts" },
      { symbol: "lanternOil" },
    ]);
    await assertAnswer({ cwd: repo.path, home }, repo, [
      { symbol: "lanternOil", in: "src/lantern.ts" },
      { symbol: "wickTrimming" },
    ]);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
});

Deno.test("The answer is of the tree as it is now: a folder becomes a submodule, whose files are its own", async () => {
  await using quay = await makeRepo({ "crane.ts": fn("craneSwing"), "winch.ts": fn("winchRope") });
  await using repo = await makeRepo(FILES);
  await using home = await makeHome();
  await build({ cwd: repo.path, home });
  await repo.git("rm", "-q", "-r", "src/quay");
  await repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", quay.path, "src/quay");
  await assertAnswer({ cwd: repo.path, home }, repo, [
    { symbol: "lanternOil", in: "src/lantern.ts" },
    { symbol: "craneSwing" },
  ]);
  const inside = `${repo.path}/src/quay`;
  await assertAnswer({ cwd: inside, home }, { path: inside, git: inFolder(repo, inside) }, [
    { symbol: "winchRope", in: "winch.ts" },
    { symbol: "lanternOil" },
  ]);
});

/** git as the repository's own, in another folder. */
function inFolder(repo: Repo, folder: string): Repo["git"] {
  return (...args) => repo.git("-C", folder, ...args);
}

async function assertAnswer(
  place: Place,
  repo: Pick<Repo, "path" | "git">,
  asks: readonly Ask[],
  tries = 5,
): Promise<void> {
  const answer = await ask(place, `where are ${asks.map(({ symbol }) => symbol).join(", ")} defined?`);
  await assertOfTheTree(repo, answer);
  const shown = (symbol: string) =>
    new Set(
      answer.items.filter(({ snippet }) => snippet?.text.includes(`function ${symbol}(`)).map(({ path }) =>
        path
      ),
    );
  const missing = asks.filter(({ symbol, in: path }) => path !== undefined && shown(symbol).size === 0);
  // On a busy machine a prompt's time may be over before all was compared; then it says so.
  if ((answer.code === 50 || missing.length > 0) && tries > 1 && LATE.test(answer.limits)) {
    return await assertAnswer(place, repo, asks, tries - 1);
  }
  assertEquals(answer.code, 0, answer.limits);
  for (const { symbol, in: path } of asks) {
    assertEquals([...shown(symbol)], path === undefined ? [] : [path], `${symbol}; ${answer.limits}`);
    if (path === undefined) assertEquals(answer.stdout.includes(`function ${symbol}(`), false, symbol);
  }
}
