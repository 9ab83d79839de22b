import { artifactText, listArtifacts } from "../context_files/store.ts";
import { prune, type Retention } from "../context_files/retention.ts";
import { EXIT } from "../contract/error_codes.ts";
import { prepare } from "../kernel/prepare.ts";
import { problemText } from "../settings/control_plane.ts";
import { locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { Failure, needed } from "./failure.ts";
import { command, oneOf, UsageError } from "./command.ts";
import { print, printError, visible } from "./output.ts";

const ACTIONS = ["list", "show", "prune"] as const;

/** `codex-auto files`: what is in the store behind context files. Exit 0, or 2 for wrong usage and for an id that names nothing. */
export const run = command({ name: "files", words: 2 }, async ({ words: [word, id] }, world) => {
  const action = word === undefined ? undefined : oneOf(ACTIONS, word);
  if (action === undefined || (id !== undefined) !== (action === "show")) {
    throw new UsageError("say list, show ID or prune");
  }
  const data = needed("data", locations(world));
  if (action === "list") list(data);
  else if (action === "show") show(data, id ?? "");
  else {
    const gone = prune(data, world, await retention(world));
    print(`Removed ${gone.files} files, ${gone.bytes} bytes.\n`);
  }
});

function list(data: string): void {
  const files = listArtifacts(data);
  if (files.length === 0) printError("There are no context files.\n");
  for (const { createdAt, byteSize, conversation, id, hint } of files) {
    const size = String(byteSize).padStart(10);
    print(`${createdAt}  ${size} bytes  ${conversation}  ${id}  ${visible(hint.slice(0, 100))}\n`);
  }
}

function show(data: string, id: string): void {
  const [file] = listArtifacts(data).filter((each) => each.id === id)
    .sort((a, b) => a.createdAt < b.createdAt ? 1 : -1);
  const named = id.slice(0, 100);
  if (file === undefined) {
    throw new Failure(`There is no context file ${named}; codex-auto files list names all`, EXIT.usage);
  }
  const text = artifactText(file);
  if (text === undefined) throw new Failure(`${named} holds no text; its file is ${file.path}`, EXIT.usage);
  print(text);
}

/** As the user's file says it; where that cannot be understood it may say that what is there is to be kept. Throws what the file system says, and `Failure` where the file cannot be understood. */
async function retention(world: World): Promise<Retention> {
  const { settings } = await prepare(Deno.cwd(), world);
  const problem = settings.problems.find(({ key }) => key === "" || key.startsWith("context_files"));
  if (problem === undefined) return settings.retention;
  throw new Failure(`${problemText(problem)}; nothing was removed`, EXIT.config);
}
