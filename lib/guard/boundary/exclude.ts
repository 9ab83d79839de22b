import { attempt } from "../../settings/attempt.ts";
import { EXCLUDE_CEILING } from "../../settings/defaults.ts";

/**
 * Compiles gitignore-like globs into one test of paths relative to the root: `*` and `?` stay within a segment, `**` crosses them, `[a-z]` and `[!a-z]`
 * are classes, `\` quotes. Exclusions only add up: a glob that begins with `!`, an empty one and one that is too long are without effect. Never throws;
 * linear in glob times path.
 */
export function excludeMatcher(globs: readonly string[]): (path: string) => boolean {
  // A class whose range runs backwards has nothing in it.
  const compiled = globs.slice(0, EXCLUDE_CEILING.globs).map((glob) => attempt(() => compile(glob)))
    .filter((glob) => glob !== undefined);
  if (compiled.length === 0) return () => false;
  return (path) => {
    // macOS hands out names in parts, people type them whole.
    const segments = path.normalize("NFC").split("/").filter((name) => name !== "" && name !== ".");
    const written = segments.map((name) => `${name}/`).join("");
    return compiled.some((glob) => glob.test(written));
  };
}

/** Matches the beginning of a path, each segment of which ends with a slash. */
function compile(written: string): RegExp | undefined {
  const glob = written.normalize("NFC").trim().replace(/^\.\//, "");
  if (glob.length > EXCLUDE_CEILING.chars || /^(?:[!#]|$)/.test(glob)) return undefined;
  const segments = glob.split("/").filter((segment) => segment !== "");
  if (segments.length === 0) return undefined;
  const isAnchored = glob.replace(/\/+$/, "").includes("/");
  const isOnlyBelow = glob.endsWith("/") || segments.length > 1 && segments.at(-1) === "**";
  let groups = 0;
  // The first place where what stands behind a `*` or `**` fits is as good as any later one: nothing is tried twice.
  const first = (source: string) => `(?=(?<first${++groups}>${source}))\\k<first${groups}>`;
  const source = [...(isAnchored ? [] : ["**"]), ...segments].join("/").split(/(?:^|\/)\*\*(?=\/|$)/)
    .map((part, at) => {
      const names = part.split("/").filter((segment) => segment !== "").map((each) => nameOf(each, first));
      return at === 0 ? names.join("") : first(`(?:[^/]+/)*?${names.join("")}`);
    });
  return new RegExp(`^${source.join("")}${isOnlyBelow ? "[^/]" : ""}`);
}

/** Stands for a `*` until a segment is put together; no path has it. */
const STAR = "\0";

function nameOf(segment: string, first: (source: string) => string): string {
  const letters = segment.replace(
    /\*+|\?|\[([!^]?)([^][^\]]*)\]|\\?([^])/g,
    (written, not?: string, members?: string, letter?: string) => {
      if (letter !== undefined) return letter.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
      if (members === undefined) return written === "?" ? "[^/]" : STAR;
      return `(?!/)[${not === "" ? "" : "^"}${members.replace(/[\\[\]^]/g, "\\$&")}]`;
    },
  );
  const [start = "", ...rest] = letters.split(STAR);
  const last = rest.pop();
  const between = rest.map((part) => first(`[^/]*?${part}`));
  return `${start}${between.join("")}${last === undefined ? "" : `[^/]*${last}`}/`;
}
