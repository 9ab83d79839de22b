/** CONTRACT 1.6: a swap between check and open. A program of its own swaps a file for links out of the repository in a tight loop while it is read. */
import { assert, assertEquals } from "@std/assert";
import { AutoToolsError } from "../../lib/contract/error_codes.ts";
import { readRepoText } from "../../lib/guard/boundary/repo_file.ts";
import { readRepoSmallFile, REPO_CONFIG } from "../../lib/settings/repo_file.ts";
import { contextOf } from "../acceptance/context_runs.ts";
import { makeFolder, makeHome, makeRepo } from "../acceptance/harness.ts";

const SECRET = "Quetzalcoatl";
const FILES = { "src/ferry.ts": "export function ferrySchedule(day: number) {\n  return day * 7;\n}\n" };
/** ms of reading while it is swapped; on a machine that gives the other program no time longer, until it has been seen to swap. */
const READING = 800;
const MAX_READING = 20_000;

/** Swaps `file` for links to `target` until the end of the scope. */
async function swapping(file: string, target: string): Promise<AsyncDisposable> {
  const script = new URL("../fixtures/guard/swap.ts", import.meta.url).pathname;
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

const SWAPS: Record<string, [place: string, target: string]> = {
  "the file": ["src/a.ts", "secret.ts"],
  "its folder": ["src", ""],
  "a folder above": ["deep", "above"],
};
for (const [what, [place, target]] of Object.entries(SWAPS)) {
  Deno.test(`while ${what} is swapped for a link out of the repository, nothing is read from there`, async () => {
    const text = "export const a = 1;\n";
    await using repo = await makeRepo({ ...FILES, "src/a.ts": text, "deep/er/a.ts": text });
    const hidden = `export const ${SECRET} = 1;\n`;
    await using outside = await makeFolder({ "secret.ts": hidden, "a.ts": hidden, "above/er/a.ts": hidden });
    await using _swaps = await swapping(`${repo.path}/${place}`, `${outside.path}/${target}`);
    const path = place === "deep" ? "deep/er/a.ts" : "src/a.ts";
    const { seen, refusals } = readWhileSwapped(2, () => readRepoText(repo.path, path));
    console.log(`  ${what}: ${JSON.stringify(seen)} (${[...refusals].join("; ")})`);
    assertEquals(seen.leaked, 0);
    assert(seen.read > 0 && refusals.size > 1, "nothing was swapped while it was read");
  });
}

for (const [what, place] of Object.entries({ "the file": REPO_CONFIG, "its folder": "config" })) {
  Deno.test(`while ${what} is swapped, no other file speaks as the repository's configuration`, async () => {
    await using repo = await makeRepo({ ...FILES, [REPO_CONFIG]: "exclude: []\n" });
    await using outside = await makeFolder({ "auto-tools.yaml": `${SECRET}: 1\n` });
    const target = what === "the file" ? `${outside.path}/auto-tools.yaml` : outside.path;
    await using _swaps = await swapping(`${repo.path}/${place}`, target);
    const { seen, refusals } = readWhileSwapped(1, () => readRepoSmallFile(repo.path, REPO_CONFIG));
    console.log(`  ${what}: ${JSON.stringify(seen)} (${[...refusals].join("; ")})`);
    assertEquals(seen.leaked, 0);
    assert(seen.read > 0 && seen.refused > 0, "nothing was swapped while it was read");
  });
}

Deno.test("while a file and a folder are swapped, prompts get their context and no word from outside", async () => {
  await using repo = await makeRepo({
    ...FILES,
    "src/a.ts": "export const a = 1;\n",
    "deep/b.ts": "export const b = 1;\n",
  });
  const hidden = `export const ${SECRET} = ferrySchedule(1);\n`;
  await using outside = await makeFolder({ "secret.ts": hidden, "b.ts": hidden });
  await using home = await makeHome();
  await using _file = await swapping(`${repo.path}/src/a.ts`, `${outside.path}/secret.ts`);
  await using _folder = await swapping(`${repo.path}/deep`, outside.path);
  for (let prompts = 0; prompts < 4; prompts++) {
    const { stdout, stderr } = await contextOf(
      { cwd: repo.path, home },
      "who calls ferrySchedule, also in src/a.ts and deep/b.ts?",
    );
    assert(!(stdout + stderr).includes(SECRET), stdout);
    assert(stdout.includes("src/ferry.ts"), stdout);
  }
});
