/** CONTRACT 1.6: a swap between check and open. A program of its own swaps a file for links out of the repository in a tight loop while it is read. */
import { assert, assertEquals } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { readRepoText } from "../../lib/guard/boundary/repo_file.ts";
import { readRepoSmallFile, REPO_CONFIG } from "../../lib/settings/small_file.ts";
import { makeFolder, makeRepo } from "../acceptance/harness.ts";

const SECRET = "Quetzalcoatl";
/** ms of reading while it is swapped; on a machine that gives the other program no time longer, until it has been seen to swap. */
const READING = 300;
const MAX_READING = 20_000;

/** Swaps `file` for links to `target` until the end of the scope. */
async function swapping(file: string, target: string): Promise<AsyncDisposable> {
  const script = new URL("./swap.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-config", "--allow-all", "--quiet", script, file, target],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const output = child.stdout.getReader();
  await output.read();
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await output.cancel();
      await child.status;
    },
  };
}

/** Reads over and over, until there were so many kinds of refusals, and counts what came of it. */
function readWhileSwapped(kinds: number, read: () => string | undefined) {
  const seen = { read: 0, refused: 0, leaked: 0 };
  const refusals = new Set<string>();
  const began = performance.now();
  const isSeen = () => seen.read > 0 && refusals.size >= kinds;
  for (let ms = 0; ms < (isSeen() ? READING : MAX_READING); ms = performance.now() - began) {
    try {
      const text = read() ?? "";
      if (text.includes(SECRET)) seen.leaked++;
      else seen.read++;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      seen.refused++;
      refusals.add(error instanceof AutoToolsError ? error.message.split('" ')[1] ?? "" : error.name);
    }
  }
  return { seen, refusals };
}

const TEXT = "export const a = 1;\n";
const HIDDEN = `export const ${SECRET} = 1;\n`;
/** What is swapped for what; what is read meanwhile, how, and how many kinds of refusals it meets. */
const SWAPS: [place: string, target: string, path: string, read: typeof readRepoText, kinds: number][] = [
  ["src/a.ts", "secret.ts", "src/a.ts", readRepoText, 2],
  ["src", "", "src/a.ts", readRepoText, 2],
  ["deep", "above", "deep/er/a.ts", readRepoText, 2],
  [REPO_CONFIG, "auto-tools.yaml", REPO_CONFIG, readRepoSmallFile, 1],
  ["config", "", REPO_CONFIG, readRepoSmallFile, 1],
];
for (const [place, target, path, read, kinds] of SWAPS) {
  Deno.test(`while ${place} is swapped for a link out of the repository, nothing of ${path} is read from there`, async () => {
    await using repo = await makeRepo({ "src/a.ts": TEXT, "deep/er/a.ts": TEXT, [REPO_CONFIG]: "{}\n" });
    await using outside = await makeFolder({
      "secret.ts": HIDDEN,
      "a.ts": HIDDEN,
      "above/er/a.ts": HIDDEN,
      "auto-tools.yaml": `${SECRET}: 1\n`,
    });
    await using _swaps = await swapping(`${repo.path}/${place}`, `${outside.path}/${target}`);
    const { seen, refusals } = readWhileSwapped(kinds, () => read(repo.path, path));
    console.log(`  ${place}: ${JSON.stringify(seen)} (${[...refusals].join("; ")})`);
    assertEquals(seen.leaked, 0);
    assert(seen.read > 0 && refusals.size >= kinds, "nothing was swapped while it was read");
  });
}
