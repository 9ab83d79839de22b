import table from "../data/file_names.txt" with { type: "text" };
import patterns from "../data/file_patterns.txt" with { type: "text" };
import { patternsOf, sectionsOf } from "../rule_table.ts";
import { isKnownType, isTranslation, speaksOfCredentials } from "./file_types.ts";

/* Names whose content never leaves a repository; the user's own globs are in `exclude.ts`. */

const listed = sectionsOf(table);
/** Trees that hold no files of anybody, whatever they look like. */
const PSEUDO_TREES = ["/proc/", "/sys/", "/dev/"];

const named = patternsOf(patterns);
/** Characters of a name, from its end, as many as a file system takes. */
const MAX_NAME = 255;

/** Characters that some file systems drop from names, so that `.g\u200cit` is `.git` there. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/g;

/** Whether a path, relative to the root, is one whose content is never read, quoted or named: in any spelling that a file system would take for the same name. `.env.example` and source such as `lib/keys.ts` are not. */
export function isSensitivePath(path: string): boolean {
  const segments = spelled(path);
  const last = segments.length - 1;
  return segments.some((segment, index) => {
    const name = segment.replace(/[. ]+$/, "") || segment;
    if (
      listed("private-folders").has(name) || listed("private-places").has(`${segments[index - 1]}/${name}`)
    ) return true;
    if (index === last) return isPrivateFile(name, segments);
    return named("env-name").test(name) && isPrivateFile(name, segments);
  });
}

/** Whether a real path is, or lies in, what the system only shows as files. */
export function isPseudoTree(path: string): boolean {
  return PSEUDO_TREES.some((tree) => `${path}/`.startsWith(tree));
}

/** Whether an absolute path leads into a folder of keys and passwords, or into git's own: names there say nothing, so nothing there is searched. */
export function isPrivatePlace(path: string): boolean {
  // `~/projects/secrets/app` may be somebody's project.
  return spelled(path).some((segment) => listed("private-folders").has(segment) && segment !== "secrets");
}

/** The parts of a path as the most lenient file system takes them. */
function spelled(path: string): string[] {
  return path.normalize("NFKC").replace(INVISIBLE, "").toLowerCase().split(/[/\\]/);
}

function isPrivateFile(name: string, segments: readonly string[]): boolean {
  if (named("placeholder").test(name)) return false;
  if (listed("private-names").has(name)) return !isTranslation(segments.join("/"));
  if (named("env-name").test(name) || named("shell-history").test(name)) return true;
  if (listed("private-files").has(`${segments[segments.length - 2]}/${name}`)) return true;
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1);
  const stem = (dot <= 0 ? name : name.slice(0, dot)).slice(-MAX_NAME);
  if (listed("private-extensions").has(extension)) return !named("placeholder").test(stem);
  if (speaksOfCredentials(name) || named("placeholder").test(stem)) return false;
  if (named("key-name").test(name)) return true;
  if (named("structured").test(extension)) {
    if (named("store").test(stem) && !named("reference").test(stem) && !isTranslation(segments.join("/"))) {
      return true;
    }
  } else if (named("table").test(extension) || !isKnownType(name)) {
    if (named("list").test(stem) || named("env-variant").test(name)) return true;
  }
  const backup = named("backup").exec(name);
  return backup !== null && backup.index > 0 && isPrivateFile(name.slice(0, backup.index), segments);
}
