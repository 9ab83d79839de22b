/**
 * CONTRACT 1.6: nothing is quoted from outside the root, from sensitive names or from what is no plain file. One repository that tries every way there is;
 * each forbidden place holds a word of its own, looked for in every output and in everything the program has written.
 */
import { assert, assertEquals } from "@std/assert";
import { contextOf, hookOf, rebuilt } from "../acceptance/context_runs.ts";
import { makeFolder, makeHome, makeRepo, type Repo, runBinary } from "../acceptance/harness.ts";
import { installFakeCodex } from "../fixtures/codex/fake_codex.ts";
import { keptFiles } from "../acceptance/planted_repository.ts";
import { BUILT_IN_NAMES } from "../../lib/tools/registry.ts";

/** Stands in each forbidden text, whose way is its number. */
const WORD = "Quetzalcoatl";
const GOOD = "src/ferry.ts";

/** Ways by which `hidden` (a text) could be taken for the repository's. `outside`: a folder that is not to be read. */
type Way = (repo: Repo, hidden: string, outside: string) => void | Promise<void>;

const put = (path: string, text: string | Uint8Array) => {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  if (typeof text === "string") Deno.writeTextFileSync(path, text);
  else Deno.writeFileSync(path, text);
};
const named = (name: string): Way => (repo, hidden) => put(`${repo.path}/${name}`, hidden);
const sh = async (script: string, ...args: string[]) =>
  (await new Deno.Command("sh", { args: ["-c", script, "sh", ...args], stderr: "null" }).output()).success;

const WAYS: Record<string, Way> = {
  "a link to a file": (repo, hidden, outside) => {
    put(`${outside}/a.ts`, hidden);
    Deno.symlinkSync(`${outside}/a.ts`, `${repo.path}/src/link.ts`);
  },
  "a relative link": (repo, hidden, outside) => {
    put(`${outside}/rel.ts`, hidden);
    Deno.symlinkSync(`../../${outside.split("/").at(-1)}/rel.ts`, `${repo.path}/src/rel.ts`);
  },
  "a linked folder": (repo, hidden, outside) => {
    put(`${outside}/folder/b.ts`, hidden);
    Deno.symlinkSync(`${outside}/folder`, `${repo.path}/src/linked`);
  },
  "a folder on record, become a link": async (repo, hidden, outside) => {
    put(`${repo.path}/moved/c.ts`, "export const c = 1;\n");
    await repo.git("add", "moved/c.ts");
    Deno.removeSync(`${repo.path}/moved`, { recursive: true });
    put(`${outside}/moved/c.ts`, hidden);
    Deno.symlinkSync(`${outside}/moved`, `${repo.path}/moved`);
  },
  "a chain of links": (repo, hidden, outside) => {
    put(`${outside}/chain.ts`, hidden);
    Deno.symlinkSync(`${outside}/chain.ts`, `${repo.path}/chain1.ts`);
    Deno.symlinkSync("chain1.ts", `${repo.path}/chain2.ts`);
    Deno.symlinkSync("chain2.ts", `${repo.path}/src/chain3.ts`);
  },
  "a link to a sensitive file": (repo, hidden) => {
    put(`${repo.path}/keys/server.pem`, hidden);
    Deno.symlinkSync("../keys/server.pem", `${repo.path}/src/server.ts`);
  },
  "a hard link to a sensitive file": (repo, hidden) => {
    put(`${repo.path}/.env.production`, hidden);
    Deno.linkSync(`${repo.path}/.env.production`, `${repo.path}/src/production.ts`);
  },
  ".env": named(".env"),
  ".ENV in capitals": named("conf/.ENV.Local"),
  "a key in capitals": named("conf/Server.KEY"),
  "full-width letters": named("\uff0eenv"),
  "an invisible character": named(".e\u200bnv"),
  "a folder in capitals": named("Secrets/top.ts"),
  "letters composed by parts": named("\u212aeys/ID_RSA"),
  "a key's backup": named("deploy/tls.key.bak"),
  ".npmrc": named("web/.npmrc"),
  ".ssh": named("home/.ssh/config"),
  "excluded": named("hush/excluded.ts"),
  "excluded, in accents by parts": named("geheimnisse-cafe\u0301/x.ts"),
  "another repository's file": async (repo, hidden) => {
    put(`${repo.path}/nested/inner.ts`, hidden);
    await sh('cd "$1" && git init -q && git add -A', `${repo.path}/nested`);
  },
  "a submodule": async (repo, hidden, outside) => {
    put(`${outside}/sub/d.ts`, hidden);
    await sh(
      'cd "$1/sub" && git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm x && cd "$2" && ' +
        'git -c protocol.file.allow=always submodule add -q "$1/sub" submodule',
      outside,
      repo.path,
    );
  },
  "a FIFO": async (repo) =>
    void await sh('mkfifo "$1/src/pipe.ts" && cd "$1" && mkfifo config.pipe', repo.path),
  "a socket": (repo) => Deno.listen({ transport: "unix", path: `${repo.path}/src/socket.ts` }).close(),
  "a device": async (repo) => void await sh('mknod "$1/src/zero.ts" c 1 5', repo.path),
  "/proc": (repo) => {
    Deno.symlinkSync("/proc/self/environ", `${repo.path}/src/environ.ts`);
    Deno.symlinkSync("/proc/self/root/etc/passwd", `${repo.path}/src/passwd.ts`);
    Deno.symlinkSync("/proc/self/fd/0", `${repo.path}/src/stdin.ts`);
    Deno.symlinkSync("/dev/stdin", `${repo.path}/src/stdin2.ts`);
  },
  "a sparse file of 1 TiB": async (repo) => void await sh('truncate -s 1T "$1/src/sparse.ts"', repo.path),
  "a huge file": (repo, hidden) => put(`${repo.path}/src/huge.ts`, hidden.repeat(20_000)),
  "a binary file": (repo, hidden) => put(`${repo.path}/src/binary.ts`, `\0${hidden}`),
  "a line break in a name": named("src/two\nlines.ts"),
  "terminal escapes in a name": named("src/\u001b[31mred\u001b[0m.ts"),
  "a name turned around": named("src/\u202eevil.ts"),
  "a name that is no UTF-8": async (repo, hidden) => {
    await sh('printf %s "$2" > "$1/src/$(printf \'bad\\377\\376\').ts"', repo.path, hidden);
  },
  "a name of dots and blanks": named("secrets./ x.ts"),
  "the past": async (repo, hidden) => {
    put(`${repo.path}/past/secrets/e.ts`, hidden);
    await repo.git("add", "-f", "past");
    await repo.git("commit", "-q", "-m", "Add");
    await repo.git("rm", "-q", "-r", "past");
    await repo.git("commit", "-q", "-m", "Remove");
  },
};

/** Of an ordinary file, next to what is asked for: it must come out, or nothing could be said of the others. */
const OPEN = "openHarbourWord";
const SOUND: Record<string, string> = {
  [GOOD]: `export function ferrySchedule(day: number): number {\n  return day * 7;\n}\n`,
  "src/main.ts":
    `import { ferrySchedule } from "./ferry.ts";\nexport function ${OPEN}() {\n  return ferrySchedule(1);\n}\n`,
};

Deno.test("from a repository that tries every way past the boundary, no forbidden word gets out or is kept", async () => {
  await using repo = await makeRepo(SOUND);
  await using outer = await makeFolder();
  await using home = await makeHome();
  const codex = installFakeCodex(home);
  put(`${repo.path}/config/auto-tools.yaml`, 'exclude: ["hush/**", "geheimnisse-caf\u00e9/**"]\n');
  const words: Record<string, string> = {};
  for (const [at, [way, make]] of Object.entries(WAYS).entries()) {
    const word = `${WORD}${String(at).padStart(2, "0")}`;
    words[word] = way;
    await make(
      repo,
      `export function ${word}() { return ferrySchedule(${at}); } // ferry schedule\n`,
      outer.path,
    );
  }
  await sh('cd "$1" && git add -A -f 2>/dev/null', repo.path);
  const place = { cwd: repo.path, home, env: { CI_AUTO_TOOLS_TIER_MAX: "2", ...codex.env } };
  const texts: string[] = [];
  const ask = async (prompt: string, args: string[] = []) => {
    const { stderr, envelope } = await contextOf(place, prompt, args);
    // The prompt is the asker's own word.
    texts.push(stderr, JSON.stringify({ ...envelope, inputs: {} }));
  };
  const beside = `../${outer.path.split("/").at(-1)}/a.ts`;
  const any =
    `who calls ferrySchedule, in .env, src/link.ts, src/linked/b.ts, ${beside}, ${outer.path}/a.ts, src/pipe.ts or src/zero.ts? where is it defined, why does it fail?`;
  const cold = await hookOf(place, { prompt: any });
  assert(cold.context.includes(GOOD), cold.context || cold.systemMessage);
  texts.push(cold.context);
  await rebuilt(place);
  const status = await runBinary(["index", "status"], place);
  texts.push(status.stdout, status.stderr);
  await ask(any);
  await ask("ferrySchedule ferry schedule day", [...BUILT_IN_NAMES].flatMap((tool) => ["--tool", tool]));
  for (const format of ["text", "paths"]) {
    const { stdout, stderr } = await runBinary(["context", "--format", format, any], place);
    texts.push(stdout, stderr);
  }
  await runBinary(["who calls ferrySchedule?"], place);
  texts.push(...codex.calls().map(({ stdin }) => stdin));
  for (const command of [["why"], ["files", "list"]]) {
    const { stdout, stderr } = await runBinary(command, place);
    texts.push(stdout, stderr);
  }
  const got = texts.join("\n");
  assert(got.includes("ferrySchedule"));
  assert(got.includes(OPEN), "what may be quoted is not: nothing would be found");
  assertEquals(found(got, words), []);
  // deno-lint-ignore no-control-regex
  assertEquals(/[\u0000-\u0008\u000b-\u001f\u007f\u202e\u200b]/.exec(got)?.[0], undefined);
  // What the fake codex was told is kept beside all else.
  const kept = [...keptFiles(home.path)].filter(({ path }) => !path.includes("/codex-log/"));
  const text = kept.map((file) => file.text).join("\n");
  assertEquals(found(text, words), []);
  assert(text.includes(OPEN.toLowerCase()), "the index does not show its words");
});

/** The ways whose word stands in a text, whatever its case. */
function found(text: string, words: Record<string, string>): string[] {
  const lower = text.toLowerCase();
  return Object.entries(words).filter(([word]) => lower.includes(word.toLowerCase())).map(([, way]) => way);
}
