import { assertEquals } from "@std/assert";
import type { Place } from "./context_runs.ts";
import { assertOfTheTree, build, contextOnce, holdWriterLock, LATE, onlyIndex } from "./context_runs.ts";
import { makeRepo, runBinary, type Setting, setting } from "./harness.ts";

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
  "src/rope.ts": fn("ropeLength"),
  "src/sail.ts": fn("sailCloth"),
  "src/mast.ts": fn("mastHeight"),
  "README.md": "# Harbour\n\nTariffs, ferries, lanterns and cranes.\n",
  ".gitignore": "*.log\n",
};

/** Where each symbol must be found; null for one that is nowhere. */
type Truth = Record<string, string | null>;

interface Change {
  name: string;
  /** Before the index is built. */
  before?: (at: Setting) => Promise<unknown> | void;
  /** After it: what the index does not know of. */
  change: (at: Setting) => Promise<unknown> | void;
  truth: Truth;
}

const CHANGES: Change[] = [
  {
    name: "another branch is checked out",
    async before({ git, write }) {
      await git("checkout", "-q", "-b", "other");
      await git("rm", "-q", "src/lantern.ts");
      write("src/buoy.ts", fn("buoyLight"));
      write("src/tariff.ts", `// One line more\n\n\n${fn("grainTariff", 5)}`);
      await git("add", "-A");
      await git("commit", "-q", "-m", "Other");
      await git("checkout", "-q", "main");
    },
    change: ({ git }) => git("checkout", "-q", "other"),
    truth: { buoyLight: "src/buoy.ts", lanternOil: null, grainTariff: "src/tariff.ts" },
  },
  {
    name:
      "files moved, deleted, edited without git add or to the same size and time, ignored, made folders, files or links",
    async before({ cwd, write }) {
      write("src/scratch.ts", fn("scratchPaper"));
      // In the year 2100.
      await Deno.utime(`${cwd}/src/rope.ts`, 4_102_444_800, 4_102_444_800);
    },
    async change({ cwd, git, write }) {
      await Deno.mkdir(`${cwd}/lib`);
      await git("mv", "src/lantern.ts", "lib/lamp.ts");
      await Deno.remove(`${cwd}/src/ferry.ts`);
      await Deno.symlink("ferry.ts", `${cwd}/src/ferry.ts`);
      write("src/tariff.ts", `// Above\n// it\n${fn("wickTrimming")}\n${fn("grainTariff", 6)}`);
      write("src/new/anchor.ts", fn("anchorWeight"));
      write("src/rope.ts", fn("ropeLength").replace("input += 1", "input -= 7"));
      await Deno.utime(`${cwd}/src/rope.ts`, 4_102_444_800, 4_102_444_800);
      await git("rm", "-q", "--cached", "src/sail.ts");
      write(".gitignore", "*.log\nsail.ts\nscratch.ts\n");
      await Deno.remove(`${cwd}/src/quay`, { recursive: true });
      write("src/quay", "no folder any more\n");
      await Deno.remove(`${cwd}/src/mast.ts`);
      write("src/mast.ts/inside.ts", fn("boomLength"));
    },
    truth: {
      lanternOil: "lib/lamp.ts",
      wickTrimming: "src/tariff.ts",
      anchorWeight: "src/new/anchor.ts",
      ropeLength: "src/rope.ts",
      boomLength: "src/mast.ts/inside.ts",
      ferrySchedule: null,
      sailCloth: null,
      scratchPaper: null,
      craneSwing: null,
      mastHeight: null,
    },
  },
];

for (const { name, before, change, truth } of CHANGES) {
  Deno.test(`The answer is of the tree as it is now: ${name}`, async () => {
    await using at = await setting(FILES);
    await before?.(at);
    await build(at);
    await change(at);
    {
      using _noRefresh = holdWriterLock(onlyIndex(at.home));
      await assertTrue(at, truth);
    }
    // While it is built, and a prompt may start another build, and after.
    await Promise.all([runBinary(["index", "build"], at), assertTrue(at, truth)]);
  });
}

Deno.test("The answer is of the tree as it is now: in a worktree of another branch, and in the main one", async () => {
  await using at = await setting(FILES);
  await build(at);
  await using tree = inFolder(at, `${at.cwd}-tree`);
  await at.git("worktree", "add", "-q", "-b", "other", tree.cwd);
  await Deno.writeTextFile(`${tree.cwd}/src/lantern.ts`, fn("wickTrimming"));
  await assertTrue(tree, { wickTrimming: "src/lantern.ts", lanternOil: null });
  await assertTrue(at, { lanternOil: "src/lantern.ts", wickTrimming: null });
});

Deno.test("The answer is of the tree as it is now: a folder becomes a submodule, whose files are its own", async () => {
  await using quay = await makeRepo({ "crane.ts": fn("craneSwing"), "winch.ts": fn("winchRope") });
  await using at = await setting(FILES);
  await build(at);
  await at.git("rm", "-q", "-r", "src/quay");
  await at.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", quay.path, "src/quay");
  await assertTrue(at, { lanternOil: "src/lantern.ts", craneSwing: null });
  await using inside = inFolder(at, `${at.cwd}/src/quay`);
  await assertTrue(inside, { winchRope: "winch.ts", lanternOil: null });
});

/** Another folder that git knows, which goes with the repository. */
function inFolder({ home, git }: Setting, cwd: string) {
  return {
    cwd,
    home,
    git: (...args: string[]) => git("-C", cwd, ...args),
    [Symbol.asyncDispose]: () => Deno.remove(cwd, { recursive: true }),
  };
}

/** Symbols that one prompt asks for. */
const ASKED = 4;

async function assertTrue(at: Place & Pick<Setting, "git">, truth: Truth, tries = 5): Promise<void> {
  const all = Object.entries(truth);
  if (all.length > ASKED) {
    for (let from = 0; from < all.length; from += ASKED) {
      await assertTrue(at, Object.fromEntries(all.slice(from, from + ASKED)), tries);
    }
    return;
  }
  const symbols = Object.keys(truth);
  const answer = await contextOnce(at, `where are ${symbols.join(", ")} defined?`);
  // On a busy machine a prompt's time may be over before all was compared; then it says so.
  if (tries > 1 && LATE.test(answer.limits)) return await assertTrue(at, truth, tries - 1);
  await assertOfTheTree({ path: at.cwd, git: at.git }, answer);
  const shown = Object.fromEntries(symbols.map((symbol) => {
    const quoting = answer.items.filter(({ snippet }) => snippet?.text.includes(`function ${symbol}(`));
    return [symbol, quoting.length === 0 ? null : [...new Set(quoting.map(({ path }) => path))].join(" ")];
  }));
  assertEquals([answer.code, shown], [0, truth], answer.limits);
  for (const symbol of symbols) {
    if (truth[symbol] === null) assertEquals(answer.stdout.includes(`function ${symbol}(`), false, symbol);
  }
}
