/**
 * Prints the requests that are taken from commit messages, one JSON object a line: what `requests.jsonl` has under `commit`.
 *
 * The rule, so that nobody picks: of the commits between a repository's base and end, those without a merge whose subject has at least five
 * words and is not about documents, tests, formatting or versions, and which change one to three source files (no tests), all of them
 * there at the base, and add none; in the order of their hashes, the first ten that share no file with one taken before. Subject and body
 * are the request, without trailers and issue numbers, cut after 1,500 characters.
 */
import { parseArgs } from "node:util";
import { type Request, SUBJECTS } from "./requests.ts";

const TAKEN = 10;
const MAX_FILES = 3;
const MAX_CHARACTERS = 1500;
const MIN_WORDS = 5;
const SOURCE = /\.(?:ts|java|kt)$/;
const ASIDE =
  /(?:^|\/)(?:tests?|testFixtures|testdata|docs|framework-docs|_tools|_benches|buildSrc|jmh)\/|_test\.ts$|Tests?\.(?:java|kt)$|package-info|\.d\.ts$/;
const OTHER_WORK =
  /^(?:docs|chore|test|tests|style|refactor|ci|build|deprecation|revert|merge|polish\w*|upgrade|update|remove|next|release|clean\w*|document|revise|deprecate|start|rename|move)\b|javadoc|\bdocs?\b|documentation|typo|\btests?\b|nullab|copyright|contribution/i;
const TRAILER = /^(?:[\w-]+-by|closes|fixes|see|issue|co-authored|signed-off|ref)\b.*$/i;
const ISSUE = /\s*\(?(?:#|gh-)\d+\)?/gi;

interface Commit {
  hash: string;
  message: string;
  changes: { status: string; path: string }[];
}

async function git(dir: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args: ["-C", dir, ...args] }).output();
  if (!success) throw new Error(`git ${args[0]} in ${dir}: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout);
}

async function commits(mirror: string, range: string): Promise<Commit[]> {
  const log = await git(
    mirror,
    "log",
    "--no-merges",
    "--no-renames",
    "--name-status",
    "--format=%x01%H%x02%B%x02",
    range,
  );
  return log.split("\x01").slice(1).map((entry) => {
    const [hash = "", message = "", changed = ""] = entry.split("\x02");
    const changes = changed.trim().split("\n").filter(Boolean).map((line) => {
      const [status = "", path = ""] = line.split("\t");
      return { status, path };
    });
    return { hash, message: message.trim(), changes };
  });
}

/** The message as a person would have asked: no trailers, no issue numbers. */
function requestText(message: string): string {
  const lines = message.split("\n").filter((line) => !TRAILER.test(line.trim()));
  return lines.join("\n").replaceAll(ISSUE, "").replaceAll(/\n{3,}/g, "\n\n").trim().slice(0, MAX_CHARACTERS);
}

function goldOf({ message, changes }: Commit, atBase: ReadonlySet<string>): string[] | undefined {
  const subject = message.split("\n")[0] ?? "";
  if (OTHER_WORK.test(subject) || subject.split(/\s+/).length < MIN_WORDS) return undefined;
  const sources = changes.filter(({ path }) => SOURCE.test(path) && !ASIDE.test(path));
  if (sources.length < 1 || sources.length > MAX_FILES) return undefined;
  const allThere = sources.every(({ status, path }) => status === "M" && atBase.has(path));
  return allThere ? sources.map(({ path }) => path).toSorted() : undefined;
}

export async function commitRequests(mirrors: string): Promise<Request[]> {
  const requests: Request[] = [];
  for (const { repo, base, end, mirror } of SUBJECTS) {
    const dir = `${mirrors}/${mirror}/repo`;
    const atBase = new Set((await git(dir, "ls-tree", "-r", "-z", "--name-only", base)).split("\0"));
    const taken = new Set<string>();
    let count = 0;
    const inOrder = (await commits(dir, `${base}..${end}`)).toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
    for (const commit of inOrder) {
      const gold = goldOf(commit, atBase);
      if (gold === undefined || gold.some((path) => taken.has(path))) continue;
      for (const path of gold) taken.add(path);
      const id = `${repo.split("/")[1]}-commit-${commit.hash.slice(0, 10)}`;
      requests.push({ id, repo, kind: "commit", text: requestText(commit.message), gold });
      if (++count === TAKEN) break;
    }
  }
  return requests;
}

if (import.meta.main) {
  const { mirrors } = parseArgs({ options: { mirrors: { type: "string" } } }).values;
  if (mirrors === undefined) throw new Error("--mirrors DIR is missing: a folder of OWNER+NAME/repo");
  for (const request of await commitRequests(mirrors)) console.log(JSON.stringify(request));
}
