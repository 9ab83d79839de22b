import { indexReport } from "../../codebase/index/index_report.ts";
import { limitsText } from "../../contract/limits.ts";
import { redact } from "../../guard/secrets/redact.ts";
import { codebaseOptions, indexDir } from "../../kernel/open_tools.ts";
import { prepare } from "../../kernel/prepare.ts";
import { isKeptWarm } from "../../kernel/warm.ts";
import { locations } from "../../settings/locations.ts";
import { checkOwnFolder } from "../../settings/own_files.ts";
import type { World } from "../../settings/world.ts";
import { needed } from "../failure.ts";
import { paint, print, printError, visible } from "../output.ts";

export { indexReport };

export type Place = Awaited<ReturnType<typeof placeOf>>;

/** The index of the repository that `cwd` is in; says its limits. Throws `AutoToolsError`, `NotOurs` or `Failure` where there is none. */
export async function placeOf(cwd: string, world: World) {
  const places = locations(world);
  const prepared = await prepare(cwd, world, places);
  const { root, rootError, limits } = prepared;
  if (rootError) throw rootError;
  const dir = indexDir(needed("cache", places), root);
  checkOwnFolder(dir);
  if (limits.length > 0) printError(`${limitsText(limits)}\n`);
  const isWarm = isKeptWarm(prepared, places, world);
  return { options: codebaseOptions(prepared, dir, world), dir, isWarm };
}

const UNREAD: Readonly<Record<string, string>> = {
  large: "large, over 1 MiB",
  minified: "minified, or with lines too long to read",
  generated: "generated, as they say themselves",
  unrecognized: "of no known type",
};

/** Prints what is indexed, how big it is, and what was not read and why. */
export function status({ options, dir, isWarm }: Place): void {
  const { state, problem, held } = indexReport(dir);
  const line = (name: string, text: string) => print(`  ${name.padEnd(12)}${text}\n`);
  print(`${paint(printable(options.root), 1)}: ${state}\n`);
  if (problem !== undefined) line("not used", printable(problem));
  if (held === undefined) {
    const next = options.gitDir === undefined ? "outside of git only by" : "after the next prompt, or now by";
    if (state === "missing") print(`  it is built ${next}: codex-auto index build\n`);
    return;
  }
  const { files, bytes, commit, time, unread, parsed, unparsed } = held;
  line("files", String(files));
  line("on disk", `${(bytes / 1e6).toFixed(1)} MB in ${printable(dir)}`);
  const moved = commit === options.commit ? "" : " (the tree is at another one)";
  if (commit !== undefined) line("commit", `${commit.slice(0, 12)}${moved}`);
  line("refreshed", time);
  if (isWarm) line("warm", "a daemon answers its prompts");
  line("parsed", `${parsed}; the definitions of other files are found by patterns`);
  for (const [name, groups] of [["not parsed", unparsed], ["not read", unread]] as const) {
    for (const { why, count, examples } of groups) {
      const more = count > examples.length ? ", …" : "";
      line(name, `${count} ${UNREAD[why] ?? why}: ${examples.map(printable).join(", ")}${more}`);
    }
  }
}

/** File names come from the repository. Half a secret is known to no rule, so they are cut last. */
function printable(path: string): string {
  return visible(redact(path).text.slice(0, 200));
}
