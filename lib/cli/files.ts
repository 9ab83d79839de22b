import { artifactText, listArtifacts, type StoredArtifact } from "../context_files/store.ts";
import { prune, type RETENTION } from "../context_files/retention.ts";
import { EXIT } from "../contract/error_codes.ts";
import { prepare } from "../kernel/prepare.ts";
import { problemText, readSwitches } from "../settings/control_plane.ts";
import { locations } from "../settings/locations.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { Failure, needed } from "./failure.ts";
import { command, oneOf, type Options } from "./command.ts";
import { print, printError, visible } from "./output.ts";
import { UsageError } from "./usage_error.ts";

const HELP = `Usage: codex-auto files list [--conversation ID]
       codex-auto files show ID [--conversation ID]
       codex-auto files prune [--all] [--conversation ID]

Context files hold what did not fit into a client's context, redacted, readable by you alone: outputs of the tools behind the gateway,
and what was found for a prompt. They are kept for 14 days and up to 200 MB in all, or as long and as much as context_files in
~/.config/auto-tools/auto-tools.yaml says.

  --conversation ID  only this conversation
  --all              remove every context file, not only what is too old or too much

Example: codex-auto files show docs-search-1f09ab | less
`;

const ACTIONS = ["list", "show", "prune"] as const;

type FileOptions = Options<"all", "conversation">;

/** `codex-auto files`: what is in the store behind context files. Exit 0, or 2 for wrong usage and for an id that names nothing. */
export const run = command({
  help: HELP,
  flags: ["all"],
  values: ["conversation"],
  words: 2,
}, async (options) => {
  const [word, id] = options.words;
  const action = word === undefined ? undefined : oneOf(ACTIONS, word);
  if (action === undefined || (id !== undefined) !== (action === "show")) {
    throw new UsageError("say list, show ID or prune");
  }
  const world = systemWorld();
  const data = needed("data", locations(world));
  switch (action) {
    case "list":
      return list(data, options);
    case "show":
      return show(data, id ?? "", options);
    case "prune":
      return await pruneFiles(data, options, world);
  }
});

function list(data: string, options: FileOptions): number {
  const files = listArtifacts(data, options.value("conversation"));
  if (files.length === 0) printError("There are no context files.\n");
  print(files.map(lineOf).join(""));
  return EXIT.ok;
}

function lineOf({ createdAt, byteSize, conversation, id, hint }: StoredArtifact): string {
  const size = String(byteSize).padStart(10);
  return `${createdAt}  ${size} bytes  ${conversation}  ${id}  ${visible(hint.slice(0, 100))}\n`;
}

function show(data: string, id: string, options: FileOptions): number {
  const found = listArtifacts(data, options.value("conversation")).filter((file) => file.id === id);
  const named = id.slice(0, 100);
  const [file] = found;
  if (file === undefined) {
    throw new Failure(`There is no context file ${named}; codex-auto files list names all`, EXIT.usage);
  }
  if (found.length > 1) {
    const conversations = found.map(({ conversation }) => conversation).join(", ");
    const what = `${named} is in more than one conversation`;
    throw new Failure(`${what}; say --conversation with one of ${conversations}`, EXIT.usage);
  }
  const text = artifactText(file);
  if (text === undefined) throw new Failure(`${named} holds no text; its file is ${file.path}`, EXIT.usage);
  print(text);
  return EXIT.ok;
}

/** Where the user's file cannot be understood nothing is removed: it may say that what is there is to be kept. */
async function pruneFiles(data: string, options: FileOptions, world: World): Promise<number> {
  const conversation = options.value("conversation");
  const limits = options.has("all") ? { ageMs: -Infinity, bytes: -1 } : await retention(world);
  const gone = prune(data, world, conversation === undefined ? { limits } : { limits, conversation });
  print(`Removed ${gone.files} files, ${gone.bytes} bytes.\n`);
  return EXIT.ok;
}

/** As the user's file says it. Throws what the file system says, and `Failure` where the file cannot be understood. */
async function retention(world: World): Promise<typeof RETENTION> {
  const { settings } = await prepare({ cwd: Deno.cwd() }, readSwitches(world), world, locations(world));
  const problem = settings.problems.find(({ key }) => key === "(file)" || key.startsWith("context_files"));
  if (problem === undefined) return settings.retention;
  throw new Failure(`${problemText(problem)}; nothing was removed`, EXIT.config);
}
