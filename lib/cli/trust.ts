import { EXIT } from "../contract/error_codes.ts";
import { resolveRepoRoot } from "../guard/boundary/repo_root.ts";
import { locations } from "../settings/locations.ts";
import { PROJECT_SERVERS } from "../settings/mcp_servers/all_servers.ts";
import { readRepoSmallFile, REPO_CONFIG } from "../settings/small_file.ts";
import { forget, isTrusted, trust } from "../settings/trust.ts";
import { command, folderOf, oneOf } from "./command.ts";
import { Failure, needed } from "./failure.ts";
import { print, visible } from "./output.ts";
import { needPerson, saysYes } from "./person.ts";

/** Files of a repository that can name programs to start. */
const TRUSTABLE: readonly string[] = [REPO_CONFIG, PROJECT_SERVERS];

export const run = command({
  name: "trust",
  flags: ["yes", "remove"],
  values: ["repo"],
  words: 1,
}, async (options, world) => {
  const name = oneOf(TRUSTABLE, options.words[0] ?? REPO_CONFIG);
  const places = locations(world);
  needed("config", places);
  const { root } = await resolveRepoRoot({ cwd: folderOf(options.value("repo")) });
  const file = `${root}/${name}`;
  const shown = visible(file);
  if (options.has("remove")) {
    const was = await Promise.try(forget, file, places).catch(notKept);
    return print(was ? `No longer trusted: ${shown}\n` : `Was not trusted: ${shown}\n`);
  }
  const text = readRepoSmallFile(root, name);
  if (text === undefined) throw new Failure(`There is no ${shown}`, EXIT.config);
  if (await isTrusted(text, file, places)) return print(`Already trusted: ${shown}\n`);
  needPerson("trust a file", "Nothing was changed.", world);
  if (!options.has("yes")) {
    // Control characters are shown, not obeyed: a file must not rewrite the terminal on which it is judged.
    const question = "It may start the programs named above. Trust exactly this content?";
    if (!saysYes(`${shown}:\n\n${visible(text, "\n\t")}\n\n${question}`)) {
      throw new Failure("Not trusted. Nothing was changed.", EXIT.usage);
    }
  }
  await trust(text, file, places, world.now()).catch(notKept);
  print(`Trusted: ${shown}\n`);
});

function notKept(error: Error): never {
  throw new Failure(`the decision could not be kept, nothing was changed: ${error.message}`, EXIT.config);
}
