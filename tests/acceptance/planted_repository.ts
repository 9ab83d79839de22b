/** A repository with secrets of every kind, wherever a text of somebody's can stand, and what lies on the disk after a run. */
import { inflateSync } from "node:zlib";
import { DatabaseSync } from "node:sqlite";
import { redact } from "../../lib/guard/secrets/redact.ts";
import { attempt } from "../../lib/settings/attempt.ts";
import { SECRETS_IN_CODE, SECRETS_IN_CONFIGURATION } from "../fixtures/guard/corpus/corpora.ts";
import { type Sample, spell } from "../fixtures/guard/corpus/spell.ts";
import { folded, Traces } from "../fixtures/guard/corpus/traces.ts";
import { makeRepo, type Repo, runProgram } from "./harness.ts";

/** Secrets of every kind, in code and in configuration. */
export function plantedSamples(): Sample[] {
  return spell([...SECRETS_IN_CODE, ...SECRETS_IN_CONFIGURATION], 5)
    .map((sample, at) => ({ ...sample, id: `${at} ${sample.id}` }));
}

/** Ways in which a text stands in a file, each with the file's ending. */
const FORMS: readonly (readonly [ending: string, written: (text: string) => string])[] = [
  ["ts", (text) => text],
  ["py", (text) => text],
  ["ts", (text) => text.split("\n").map((line) => `// ${line}`).join("\n")],
  ["go", (text) => `var kept = ${JSON.stringify(text)}`],
  ["yaml", (text) => text],
  ["md", (text) => `Lantern:\n\n${text}`],
];

export interface Planted {
  repo: Repo;
  /** Those of which redaction knows each text that was planted. */
  known: Sample[];
  /** Prompts with secrets in them. */
  prompts: string[];
}

/** Every sample in a file and in a commit's message, some in names of files and branches. */
export async function plantedRepository(samples: readonly Sample[]): Promise<Planted> {
  const repo = await makeRepo({});
  const unknown = new Set<string>();
  const plant = (sample: Sample, text: string) => {
    if (new Traces([sample]).in(folded(redact(text).text)).size > 0) unknown.add(sample.id);
    return text;
  };
  let stream = "";
  const commit = (message: string, path: string, text: string) => {
    stream += `commit refs/heads/main\ncommitter Test <test@localhost> 1767323045 +0000\n${data(message)}` +
      `M 100644 inline ${path}\n${data(text)}`;
  };
  samples.forEach((sample, at) => {
    const [ending, written] = FORMS[at % FORMS.length] ?? ["txt", String];
    const text = plant(sample, `Lantern ${at}\n${written(sample.text)}\n`);
    commit(plant(sample, `Light lantern ${at}\n\n${sample.text}\n`), `src/lantern${at}.${ending}`, text);
  });
  const names = samples.filter(({ secret: [secret = ""] }) =>
    /^[\w-]{16,80}$/.test(secret) && !redact(`src/${secret}.ts`).text.includes(secret)
  ).slice(0, 20);
  for (const { secret } of names) {
    commit("Name a lantern", `src/${secret[0]}.ts`, "export const lantern = 1;\n");
  }
  const done = await runProgram("git", ["fast-import", "--quiet"], {
    cwd: repo.path,
    env: { PATH: Deno.env.get("PATH") ?? "" },
    stdin: stream,
  });
  if (done.code !== 0) throw new Error(done.stderr);
  await repo.git("reset", "-q", "--hard", "main");
  await repo.git("checkout", "-q", "-b", `fix-${names[0]?.secret[0]}`);
  const known = samples.filter(({ id }) => !unknown.has(id));
  const asked = known.filter(({ text }) => !text.includes("\n")).slice(0, 2);
  const prompts = asked.map(({ text }) => `why does lantern12 in src/lantern12.ts fail with ${text} today?`);
  return { repo, known, prompts };
}

function data(text: string): string {
  return `data ${new TextEncoder().encode(text).length}\n${text}\n`;
}

export interface KeptFile {
  path: string;
  /** Its bytes, `folded`; of a database what its rows say unpacked, too. */
  text: string;
}

/** Every file below a folder. */
export function* keptFiles(folder: string): Generator<KeptFile> {
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* keptFiles(path);
    else if (entry.isFile) {
      const bytes = bytesOf(path);
      yield { path, text: folded(bytes) };
      if (entry.name === "index.db" && bytes.length > 0) {
        yield { path: `${path}, unpacked`, text: unpacked(path) };
      }
    }
  }
}

/** Empty where it is gone: a run in the background still takes its own files away. */
function bytesOf(path: string): Uint8Array {
  return attempt(() => Deno.readFileSync(path), Deno.errors.NotFound) ?? new Uint8Array();
}

/** All values of all tables that were packed. */
function unpacked(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const texts = tables.flatMap(({ name }) =>
    database.prepare(`SELECT * FROM ${String(name)}`).all().flatMap((row) =>
      Object.values(row).flatMap((value) => value instanceof Uint8Array ? inflated(value) : [])
    )
  );
  database.close();
  return texts.join("\n");
}

/** Nothing where it is not packed: then its bytes are what they are. */
function inflated(bytes: Uint8Array): string[] {
  return attempt(() => [folded(inflateSync(bytes))]) ?? [];
}
