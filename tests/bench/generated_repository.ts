/** A repository of TypeScript files that is the same on every machine: what the figures at 1,200 files are measured on. */

const SEED = 20_260;
const AREAS = [
  "billing",
  "catalog",
  "delivery",
  "identity",
  "inventory",
  "messaging",
  "payments",
  "reporting",
  "search",
  "sessions",
];
const THINGS = [
  "Invoice",
  "Order",
  "Token",
  "Parcel",
  "Customer",
  "Ledger",
  "Quota",
  "Webhook",
  "Template",
  "Snapshot",
  "Voucher",
  "Queue",
];
const ACTIONS = [
  "load",
  "store",
  "retry",
  "validate",
  "merge",
  "expire",
  "publish",
  "settle",
  "refund",
  "render",
  "resolve",
  "archive",
];
const ROLES = ["gateway", "repository", "service", "policy", "worker", "mapper"];
/** Functions of a file: about 5 kB of source, so that 1,200 files are about 6 MB. */
const FUNCTIONS_A_FILE = 14;

/** A linear congruential generator: numbers from 0 to below `limit`, the same for the same seed. */
function generator(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function fileAt(index: number): string {
  const area = AREAS[index % AREAS.length] ?? "";
  const role = ROLES[Math.floor(index / AREAS.length) % ROLES.length] ?? "";
  return `src/${area}/${role}_${String(index).padStart(4, "0")}.ts`;
}

/** Text of a file, and the name of one of its functions. */
function source(
  index: number,
  files: number,
  next: (limit: number) => number,
): { text: string; name: string } {
  let name = "";
  const pick = (from: readonly string[]): string => from[next(from.length)] ?? "";
  const thing = `${pick(THINGS)}${index}`;
  const lines: string[] = [];
  const neighbours = new Set([next(files), next(files), next(files)].filter((each) => each !== index));
  for (const each of neighbours) {
    const depth = fileAt(each).split("/");
    lines.push(`import { open${each} } from "../${depth.slice(1).join("/")}";`);
  }
  lines.push(
    "",
    `export interface ${thing} {`,
    "  id: string;",
    "  amount: number;",
    "  attempts: number;",
    "}",
    "",
  );
  lines.push(
    `export function open${index}(id: string): ${thing} {`,
    "  return { id, amount: 0, attempts: 0 };",
    "}",
    "",
  );
  for (let each = 0; each < FUNCTIONS_A_FILE; each++) {
    const action = pick(ACTIONS);
    const other = pick(THINGS);
    name = `${action}${other}${index}x${each}`;
    lines.push(
      `/** Tries to ${action} the ${other.toLowerCase()} of this ${thing}, at most ${2 + next(6)} times. */`,
      `export function ${name}(value: ${thing}, limit = ${10 + next(90)}): ${thing} {`,
      `  if (value.attempts > limit) throw new RangeError("cannot ${action} ${other.toLowerCase()}: too many attempts");`,
      `  const amount = value.amount + ${next(1000)};`,
      `  return { ...value, amount, attempts: value.attempts + 1 };`,
      "}",
      "",
    );
  }
  for (const each of neighbours) lines.push(`export const link${index}to${each} = open${each}("${thing}");`);
  return { text: `${lines.join("\n")}\n`, name };
}

async function git(dir: string, ...args: string[]): Promise<void> {
  const identity = [
    "-c",
    "user.name=bench",
    "-c",
    "user.email=bench@localhost",
    "-c",
    "commit.gpgsign=false",
  ];
  const { success, stderr } = await new Deno.Command("git", {
    args: ["-C", dir, ...identity, ...args],
    stdout: "null",
  }).output();
  if (!success) throw new Error(`git ${args[0]} failed: ${new TextDecoder().decode(stderr)}`);
}

export interface GeneratedRepository {
  /** Bytes of source. */
  bytes: number;
  /** A function somewhere in the middle, to ask for. */
  example: { path: string; name: string };
}

/** Writes and commits a repository of `files` TypeScript files below `dir`, which must not exist. */
export async function generateRepository(dir: string, files: number): Promise<GeneratedRepository> {
  const next = generator(SEED);
  let bytes = 0;
  const example = { path: fileAt(Math.floor(files / 2)), name: "" };
  for (const area of AREAS) await Deno.mkdir(`${dir}/src/${area}`, { recursive: true });
  for (let index = 0; index < files; index++) {
    const { text, name } = source(index, files, next);
    bytes += text.length;
    if (fileAt(index) === example.path) example.name = name;
    await Deno.writeTextFile(`${dir}/${fileAt(index)}`, text);
  }
  await git(dir, "init", "-q", "-b", "main");
  await git(dir, "add", "-A");
  await git(dir, "commit", "-q", "-m", "Generated sources");
  return { bytes, example };
}

/** Changes a line in each of `count` files, as a person's work between two prompts does. `turn` makes each time differ. */
export async function editFiles(dir: string, count: number, turn: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const path = `${dir}/${fileAt(index * 7)}`;
    await Deno.writeTextFile(path, `${await Deno.readTextFile(path)}export const edit${turn} = ${index};\n`);
  }
}
