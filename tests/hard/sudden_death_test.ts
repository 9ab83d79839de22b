/** `kill -9` of the hook and of the run in the background at instants that chance names: nothing is lost but what the killed were at. */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import { inspect, LATE, onlyIndex, payloadOf } from "../acceptance/context_runs.ts";
import { binary, type Home, makeRepo, type Repo, scaled } from "../acceptance/harness.ts";
import * as faults from "./faults.ts";
import { seeded } from "../fixtures/guard/seeded.ts";
import { noiseMs } from "../acceptance/in_time.ts";

const KILLS = scaled(200);
/** Lanes with a repository and a home of their own. */
const LANES = Math.min(3, Math.ceil(KILLS / 20));
/** Kills after which a hook must answer in time and a build must end, with an index that knows every file. */
const WHOLE_EVERY = 15;
/** ms after which nobody is left to kill, where this machine is not overrun. */
const LONGEST_MS = 1200;
const QUAYS = 12;
/** ms that a build may take where others work as well; it promises no time. */
const BUILD_MS = 60_000;

interface Lane {
  repo: Repo;
  home: Home;
  random: () => number;
  /** ms that what is killed would take: a hook to the end of the run in the background that it starts, and a build. */
  whole: { hook: number; build: number };
}

const done = { killed: 0, processes: 0, checked: 0, damaged: 0, whole: 0 };

Deno.test(`kill -9 of hook and background index at ${KILLS} seeded instants never damages the index nor blocks the next hook`, async () => {
  await noiseMs();
  await Promise.all(
    Array.from({ length: LANES }, (_, lane) => killing(Math.ceil(KILLS / LANES), 20_261_122 + lane)),
  );
  assertEquals(done.damaged, 0);
  assert(done.killed >= KILLS / 2, `only ${done.killed} of ${KILLS} kills found somebody to kill`);
});

async function killing(kills: number, seed: number): Promise<void> {
  await using repo = await makeRepo(faults.FILES);
  await using home = await faults.faultHome();
  await faults.hook({ cwd: repo.path, home });
  await faults.backgroundEnds(home);
  // With an index and an edit, as most of them will be.
  const timed = async (edit: string, act: () => Promise<unknown>): Promise<number> => {
    repo.write("src/quay/crane0.ts", `${faults.FILES["src/quay/crane0.ts"]}// ${edit}\n`);
    const began = performance.now();
    await act();
    return Math.min(performance.now() - began, LONGEST_MS);
  };
  const build = await timed(
    "one",
    () => faults.run(["index", "build"], { cwd: repo.path, home, wallMs: BUILD_MS }),
  );
  const whole = await timed("two", async () => {
    await faults.hook({ cwd: repo.path, home });
    await faults.backgroundEnds(home);
  });
  const lane: Lane = { repo, home, random: seeded(seed).next, whole: { hook: whole, build } };
  for (let kill = 1; kill <= kills; kill++) {
    await killOnce(lane, kill);
    if (kill % WHOLE_EVERY === 0 || kill === kills) await assertWhole(lane);
  }
}

/** Edits, starts a hook (which starts a run in the background) and ends both at a chance instant; the index is looked at then. */
async function killOnce({ repo, home, random, whole }: Lane, kill: number): Promise<void> {
  const dir = onlyIndex(home);
  // What there is to do: now and then all of it, else a few files.
  if (kill % 25 === 0) Deno.removeSync(`${dir}/index.db`);
  for (let file = 0; file < 8; file++) {
    const at = Math.floor(random() * QUAYS);
    repo.write(`src/quay/crane${at}.ts`, `${faults.FILES[`src/quay/crane${at}.ts`]}// ${kill}\n`);
  }
  const isBuild = kill % 2 === 0;
  const child = new Deno.Command(binary(), {
    args: isBuild ? ["index", "build"] : ["hook"],
    cwd: repo.path,
    clearEnv: true,
    env: home.env,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(payloadOf(repo.path, { prompt: faults.PROMPT }))).catch(
    ignoreBrokenPipe,
  );
  await writer.close().catch(ignoreBrokenPipe);
  await faults.pause(random() * (isBuild ? whole.build : whole.hook));
  const met = faults.endAll(home);
  if (met > 0) done.killed++;
  done.processes += met;
  // Whoever forks between the look and the kill is met by the next look.
  while (faults.endAll(home) > 0);
  await child.status;
  if (!existsSync(`${dir}/index.db`)) return;
  done.checked++;
  if (integrity(dir) !== "ok") done.damaged++;
}

/** What SQLite says of the index as it was left; of a copy, so that the next prompt meets what we met. */
function integrity(dir: string): string {
  const copy = Deno.makeTempDirSync({ prefix: "auto-tools-copy-" });
  try {
    for (const { name } of Deno.readDirSync(dir)) Deno.copyFileSync(`${dir}/${name}`, `${copy}/${name}`);
    const database = new DatabaseSync(`${copy}/index.db`);
    try {
      return String(database.prepare("PRAGMA integrity_check").get()?.["integrity_check"]);
    } finally {
      database.close();
    }
  } finally {
    Deno.removeSync(copy, { recursive: true });
  }
}

/** The next hook is answered in its time, the next build takes the lock over and ends, and the index is what the tree is. */
async function assertWhole({ repo, home }: Lane): Promise<void> {
  const answer = await faults.hook({ cwd: repo.path, home });
  const said = `${answer.systemMessage}\n${answer.context}`;
  // On a machine that is overrun a prompt's time may be over first; then it says so.
  assert(answer.context.includes(faults.FOUND) || LATE.test(said), said);
  await faults.backgroundEnds(home);
  // It ends the log that SQLite keeps beside a database whose writer was killed.
  const { code, stderr } = await faults.run(["index", "build"], { cwd: repo.path, home, wallMs: BUILD_MS });
  assertEquals(code, 0, stderr);
  await faults.assertNothingLeft(home);
  const { check, files } = inspect(onlyIndex(home));
  assertEquals([check, files], ["ok", Object.keys(faults.FILES).length]);
  const { paths, limits } = await faults.context({ cwd: repo.path, home });
  assert(paths.includes(faults.FOUND) || LATE.test(limits), limits);
  assert(!limits.includes("index is used"), limits);
  done.whole++;
}

function ignoreBrokenPipe(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}
