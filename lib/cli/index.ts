import { setPriority } from "node:os";
import { buildIndex, type Built, clearIndex } from "../codebase/index/build_index.ts";
import type { Phase, Progress } from "../codebase/index/index_refresh.ts";
import type { CodebaseOptions } from "../codebase/codebase.ts";
import { indexDir } from "../codebase/index/index_dir.ts";
import { indexReport } from "../codebase/index/index_report.ts";
import { EXIT } from "../contract/error_codes.ts";
import { limitsText } from "../contract/limits.ts";
import { findNoRepository } from "../guard/git/git_hardening.ts";
import { prepare } from "../kernel/prepare.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { locations } from "../settings/locations.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { coloured, paint, print, printError } from "./output.ts";
import { didYouMean } from "./nearest.ts";
import { readOptions } from "./options.ts";
import { UsageError } from "./usage_error.ts";
import { visible } from "./visible.ts";

export const HELP = `Usage: codex-auto index status|build|clear [--repo DIR] [--background]

The code index of a repository: what makes a prompt's search fast and exact. It is built by itself after the first prompt and follows the
tree from then on; nothing has to be done. It lies in the cache folder and can be deleted at any time.

  status         what is indexed, how big it is, what was not read and why
  build          build it now, or bring it up to date
  clear          delete it

  --repo DIR     the repository; default: the one of the working directory
  --background   quiet and at low priority; ends at once where another build runs

Examples:
  codex-auto index status
  codex-auto index build --repo ~/src/project

Exit codes: 0 done, 2 usage, 20 no such repository or no cache folder, 40 it could not be built or deleted, or another build is running.
`;

const ACTIONS = ["status", "build", "clear"];

/** Lowest priority: a build never slows what a person waits for. */
const NICE = 19;
/** ms between two lines of progress. */
const PROGRESS_MS = 100;

const DOING: Readonly<Record<Phase, string>> = {
  text: "indexing",
  history: "reading the history",
  symbols: "parsing",
};

/** Why a file was not read, as a person reads it. */
const UNREAD: Readonly<Record<string, string>> = {
  large: "large, over 1 MiB",
  minified: "minified, or with lines too long to read",
  generated: "generated, as they say themselves",
};

interface Place {
  options: CodebaseOptions;
  dir: string;
  /** What is to be known of the place, for [Limits]. */
  limits: string[];
}

/** `codex-auto index`. Throws `UsageError`, and `AutoToolsError` `E_REPO_ROOT` where there is no repository. */
export async function run(args: string[]): Promise<number> {
  const options = readOptions(args, { help: HELP, flags: ["background"], values: ["repo"], words: true });
  if (options.has("help")) {
    print(HELP);
    return EXIT.ok;
  }
  const [action = "status", ...rest] = options.words;
  if (rest.length > 0 || !ACTIONS.includes(action)) {
    const wrong = (rest[0] ?? action).slice(0, 60);
    throw new UsageError(`${wrong} is not understood${didYouMean(wrong, ACTIONS)}`, HELP);
  }
  const world = systemWorld();
  const place = await placeOf(options.value("repo") ?? Deno.cwd(), world);
  if (typeof place === "string") {
    printError(`codex-auto: ${place}\n`);
    return EXIT.config;
  }
  if (place.limits.length > 0) printError(`${limitsText(place.limits)}\n`);
  if (action === "status") return status(place);
  if (action === "clear") return clear(place);
  return await build(place, options.has("background"), world);
}

async function placeOf(cwd: string, world: World): Promise<Place | string> {
  const places = locations(world);
  const { root, rootError, gitDir, gitCommonDir, commit, settings, limits } = await prepare(
    { cwd },
    readSwitches(world),
    world,
    places,
  );
  if (rootError) return rootError.message;
  if (gitDir === undefined) findNoRepository();
  if (places.cache === undefined) {
    return "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set; set one";
  }
  const dir = indexDir(places.cache, root);
  const options: CodebaseOptions = {
    root,
    ...(gitDir === undefined ? {} : { gitDir }),
    ...(gitCommonDir === undefined ? {} : { gitCommonDir }),
    ...(commit === undefined ? {} : { commit }),
    cacheDir: dir,
    exclude: settings.exclude,
    time: world.now().toISOString(),
  };
  return { options, dir, limits };
}

function status({ options, dir }: Place): number {
  const { state, problem, files, bytes, commit, time, unread, parsed, unparsed, missingGrammars } =
    indexReport(
      dir,
    );
  const strong = (text: string) => paint(text, 1, coloured(Deno.stdout));
  const lines = [`${strong(printable(options.root))}: ${state}`];
  const line = (name: string, text: string) => lines.push(`  ${name.padEnd(12)}${text}`);
  if (problem !== undefined) line("not used", printable(problem));
  if (time === undefined) {
    if (state === "missing") {
      lines.push("  it is built after the next prompt, or now by: codex-auto index build");
    }
  } else {
    line("files", String(files));
    line("on disk", `${megabytes(bytes)} in ${printable(dir)}`);
    if (commit !== undefined) {
      line(
        "commit",
        `${commit.slice(0, 12)}${commit === options.commit ? "" : " (the tree is at another one)"}`,
      );
    }
    line("refreshed", time);
    line("parsed", `${parsed}; the definitions of other files are found by patterns`);
    const list = (name: string, groups: typeof unread) => {
      for (const { why, count, examples } of groups) {
        const more = count > examples.length ? ", …" : "";
        line(name, `${count} ${UNREAD[why] ?? why}: ${examples.map(printable).join(", ")}${more}`);
      }
    };
    list("not parsed", unparsed);
    for (const [language, why] of Object.entries(missingGrammars)) {
      line("no parser", printable(`for ${language}: ${why}`));
    }
    list("not read", unread);
  }
  print(lines.join("\n") + "\n");
  return EXIT.ok;
}

function clear({ dir }: Place): number {
  const { state, problem } = indexReport(dir);
  const there = state !== "missing" || problem !== undefined;
  try {
    if (!clearIndex(dir)) {
      printError("codex-auto: a build is running; try again when it has ended\n");
      return EXIT.toolsFailed;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    printError(`codex-auto: the index could not be deleted: ${error.message}\n`);
    return EXIT.toolsFailed;
  }
  print(there ? `Deleted the index in ${printable(dir)}\n` : "There was no index to delete\n");
  return EXIT.ok;
}

async function build({ options, dir }: Place, background: boolean, world: World): Promise<number> {
  if (background) lowerPriority();
  const watch = !background && Deno.stderr.isTerminal();
  const began = world.elapsed();
  const seconds = () => ((world.elapsed() - began) / 1000).toFixed(2);
  const show = watch ? progressLine(world) : undefined;
  let text: string | undefined;
  let built: Built;
  try {
    built = await buildIndex(dir, options, {
      now: () => world.now().getTime(),
      progress: (phase, done, total) => {
        if (phase === "history") text ??= seconds();
        show?.(phase, done, total);
      },
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!background) {
      printError(`${watch ? "\n" : ""}codex-auto: the index could not be built: ${error.message}\n`);
    }
    return EXIT.toolsFailed;
  }
  if (background) return EXIT.ok;
  if (built.kind === "busy") {
    printError("codex-auto: another build is running\n");
    return EXIT.toolsFailed;
  }
  print(
    `${built.files} files, ${built.read} read, ${built.removed} removed; ` +
      `text after ${text ?? seconds()} s, all after ${seconds()} s\n`,
  );
  return EXIT.ok;
}

/** Where the system does not let a process be nice, it works all the same. */
function lowerPriority(): void {
  try {
    setPriority(NICE);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

/** One line on the terminal that says what is done and counts up, and is wiped when all is done. */
function progressLine(world: World): Progress {
  let last = -Infinity;
  return (phase, done, total) => {
    const now = world.elapsed();
    if (phase === "history") printError(`\r\u001b[K${DOING[phase]}`);
    else if (done === total) printError("\r\u001b[K");
    else if (now - last >= PROGRESS_MS) {
      last = now;
      printError(`\r\u001b[K${DOING[phase]} ${done} of ${total} files`);
    }
  };
}

/** File names come from the repository. */
function printable(path: string): string {
  return visible(path.slice(0, 200));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
