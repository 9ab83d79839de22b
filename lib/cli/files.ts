import { parseArgs } from "@std/cli";
import { listArtifacts, readArtifact, type StoredArtifact } from "../context_files/store.ts";
import { prune } from "../context_files/retention.ts";
import { EXIT } from "../contract/error_codes.ts";
import { locations } from "../settings/locations.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { print, printError } from "./output.ts";
import { UsageError } from "./usage_error.ts";

export const HELP = `Usage: codex-auto files list [--conversation ID] [--format text|json]
       codex-auto files show ID [--conversation ID] [--offset N] [--limit N]
       codex-auto files prune [--all]

Context files hold what did not fit into a client's context, redacted, readable by you alone. They are kept for 14 days and up to
200 MB in all.

  --conversation ID  only this conversation
  --offset, --limit  part of the text, in characters
  --all              remove every context file, not only what is too old or too much
`;

/** Characters that `show` prints when no limit is given: all of them. */
const WHOLE = Number.MAX_SAFE_INTEGER;

interface Options {
  conversation?: string;
  format: "text" | "json";
  offset: number;
  limit: number;
  all: boolean;
}

/** `codex-auto files`: what is in the store behind context files. Exit 0, or 2 for wrong usage and for an id that names nothing. */
export function run(args: string[]): Promise<number> {
  return Promise.resolve(runSync(args));
}

function runSync(args: string[]): number {
  const parsed = parseArgs(args, {
    boolean: ["help", "all"],
    string: ["conversation", "format", "offset", "limit"],
    alias: { h: "help" },
    unknown: (arg: string) => {
      if (arg.startsWith("-")) throw new UsageError(`unknown argument ${arg.slice(0, 60)}`, HELP);
      return true;
    },
  });
  if (parsed["help"] === true) {
    print(HELP);
    return EXIT.ok;
  }
  const [action, id, ...more] = parsed._.map(String);
  const wants = action === "show" ? id !== undefined && more.length === 0 : id === undefined;
  if (action === undefined || !wants) throw new UsageError("say list, show ID or prune", HELP);
  const options = readOptions(parsed);
  const world = systemWorld();
  const { data } = locations(world);
  if (data === undefined) {
    printError("There is no folder for context files: neither XDG_DATA_HOME nor HOME is set\n");
    return EXIT.config;
  }
  switch (action) {
    case "list":
      return list(data, options);
    case "show":
      return show(data, id ?? "", options);
    case "prune":
      return pruneAll(data, options, world);
    default:
      throw new UsageError(`unknown action ${action.slice(0, 40)}`, HELP);
  }
}

function readOptions(parsed: Record<string, unknown>): Options {
  const { conversation, format = "text" } = parsed;
  if (format !== "text" && format !== "json") throw new UsageError("--format is text or json", HELP);
  return {
    ...(typeof conversation === "string" && conversation !== "" ? { conversation } : {}),
    format,
    offset: count(parsed, "offset", 0),
    limit: count(parsed, "limit", WHOLE),
    all: parsed["all"] === true,
  };
}

function count(parsed: Record<string, unknown>, name: string, fallback: number): number {
  const value = parsed[name];
  if (value === undefined) return fallback;
  if (typeof value !== "string" || !/^\d{1,15}$/.test(value)) {
    throw new UsageError(`--${name} is a whole number`, HELP);
  }
  return Number(value);
}

function list(data: string, { conversation, format }: Options): number {
  const files = listArtifacts(data, conversation);
  if (format === "json") print(`${JSON.stringify(files, null, 2)}\n`);
  else if (files.length === 0) printError("There are no context files.\n");
  else print(files.map(lineOf).join(""));
  return EXIT.ok;
}

function lineOf({ createdAt, byteSize, conversation, id, hint }: StoredArtifact): string {
  return `${createdAt}  ${String(byteSize).padStart(10)} bytes  ${conversation}  ${id}  ${printable(hint)}\n`;
}

function show(data: string, id: string, { conversation, offset, limit }: Options): number {
  const found = listArtifacts(data, conversation).filter((file) => file.id === id);
  const [first, second] = found;
  if (second !== undefined) {
    const conversations = found.map((file) => file.conversation).join(", ");
    printError(
      `${printable(id)} is in more than one conversation; say --conversation with one of ${conversations}\n`,
    );
    return EXIT.usage;
  }
  const page = first === undefined ? undefined : readArtifact(data, first.conversation, id, offset, limit);
  if (page === undefined) {
    printError(`There is no context file ${printable(id)}; codex-auto files list names all\n`);
    return EXIT.usage;
  }
  print(page.text);
  if (page.nextOffset !== undefined) {
    printError(
      `\n${page.nextOffset} of ${page.totalChars} characters; go on with --offset ${page.nextOffset}\n`,
    );
  }
  return EXIT.ok;
}

function pruneAll(data: string, { all }: Options, world: World): number {
  const gone = prune(data, world, all ? { limits: { ageMs: -Infinity, bytes: -1 } } : {});
  print(`Removed ${gone.files} files, ${gone.bytes} bytes.\n`);
  return EXIT.ok;
}

/** An argument or hint without control characters and at a length that fits a line. */
function printable(text: string): string {
  return text.slice(0, 100).replace(/\p{C}/gu, "?");
}
