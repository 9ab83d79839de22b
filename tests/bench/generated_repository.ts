/** Repositories that are the same on every machine, with history: what the figures at 1,200, 10,000 and 70,000 files are measured on. */
import { draw } from "./generated/random.ts";
import type { Language, Source, Subject } from "./generated/source.ts";
import { functionOf, sourceOf, subjectOf } from "./generated/source.ts";

const SEED = 20_260;
const NEIGHBOURS = 3;
const EXAMPLES = 8;
const MAX_COMMITS = 400;
/** One commit more for each so many files. */
const FILES_A_COMMIT = 20;
const MAX_CHANGED = 4;
/** Seconds since 1970 of the first commit, and between two. */
const FIRST_COMMIT = 1_750_000_000;
const COMMIT_EVERY = 7_200;

/** A function to ask for, and the file that has it. */
export interface Example {
  path: string;
  name: string;
  /** Verb, adjective and noun that the name is made of. */
  words: string[];
  area: string;
}

export interface GeneratedRepository {
  /** Bytes of source. */
  bytes: number;
  commits: number;
  examples: Example[];
  /** Paths of all files, in the order of their numbers. */
  paths: string[];
}

interface File {
  subject: Subject;
  source: Source;
}

/** Writes a repository of `files` source files and its commits into `dir`, which must not exist. */
export async function generateRepository(
  dir: string,
  files: number,
  languages: readonly Language[],
): Promise<GeneratedRepository> {
  await git(["init", "--quiet", "--initial-branch", "main", dir]);
  const stream = new Deno.Command("git", {
    args: ["-C", dir, "fast-import", "--quiet"],
    stdin: "piped",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const writer = stream.stdin.getWriter();
  const write = (text: string): Promise<void> => writer.write(new TextEncoder().encode(text));
  const fileAt = (index: number): File => generatedFile(index, files, languages);

  // One apart besides, so that each language has its turn.
  const asked = new Set(
    Array.from({ length: EXAMPLES }, (_, each) => Math.floor((files * (each + 0.5)) / EXAMPLES) + each),
  );
  const examples: Example[] = [];
  const paths: string[] = [];
  let bytes = 0;
  await write(commit(0, "Generated sources"));
  for (let index = 0; index < files; index++) {
    const { subject, source } = fileAt(index);
    bytes += source.text.length;
    paths.push(subject.path);
    if (asked.has(index)) examples.push(exampleOf({ subject, source }));
    await write(change(subject.path, source.text));
  }
  const commits = Math.min(MAX_COMMITS, Math.ceil(files / FILES_A_COMMIT));
  for (let number = 1; number < commits; number++) await write(laterCommit(number, files, fileAt));
  await writer.close();
  if (!(await stream.status).success) throw new Error(`git fast-import failed in ${dir}`);
  await git(["-C", dir, "reset", "--quiet", "--hard"]);
  return { bytes, commits, examples, paths };
}

/** Changes a line in each of `count` files, as a person's work between two prompts does. `turn` makes each time differ. */
export async function editFiles(
  dir: string,
  paths: readonly string[],
  count: number,
  turn: number,
): Promise<void> {
  const step = Math.max(1, Math.floor(paths.length / count));
  for (const [at, path] of paths.filter((_path, index) => index % step === 0).slice(0, count).entries()) {
    await Deno.writeTextFile(`${dir}/${path}`, `\n// edit ${at} of turn ${turn}\n`, { append: true });
  }
}

function generatedFile(index: number, files: number, languages: readonly Language[]): File {
  const random = draw(SEED + index);
  const subject = subjectOf(index, languages, random);
  const neighbours: Subject[] = [];
  for (let each = 0; each < NEIGHBOURS; each++) {
    const other = random.below(files);
    const neighbour = subjectOf(other, languages, draw(SEED + other));
    if (other !== index && neighbour.language === subject.language) neighbours.push(neighbour);
  }
  return { subject, source: sourceOf(subject, neighbours, random) };
}

function exampleOf({ subject, source }: File): Example {
  const { name, words } = source.functions[Math.floor(source.functions.length / 2)] ??
    { name: "", words: [] };
  return { path: subject.path, name, words, area: subject.area };
}

/** A commit that adds a function to some files of one area, and says so. */
function laterCommit(number: number, files: number, fileAt: (index: number) => File): string {
  const random = draw(SEED * 7 + number);
  const first = random.below(files);
  const changes: string[] = [];
  let message = "";
  for (let each = 0; each <= random.below(MAX_CHANGED); each++) {
    const { subject, source } = fileAt((first + each) % files);
    const added = functionOf(subject, random);
    message ||= `${random.below(2) === 0 ? "Fix" : "Let"} ${subject.area} ${
      added.words.join(" ")
    } in the ${subject.role}`;
    changes.push(change(subject.path, source.text + added.text));
  }
  return commit(number, message) + changes.join("");
}

/** A command of `git fast-import`; lengths are in bytes, and all our texts are ASCII. */
function commit(number: number, message: string): string {
  const time = `${FIRST_COMMIT + number * COMMIT_EVERY} +0000`;
  return `commit refs/heads/main\ncommitter bench <bench@localhost> ${time}\ndata ${message.length}\n${message}\n`;
}

function change(path: string, text: string): string {
  return `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
}

async function git(args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("git", { args, stdout: "null" }).output();
  if (!success) throw new Error(`git ${args.join(" ")} failed: ${new TextDecoder().decode(stderr)}`);
}
