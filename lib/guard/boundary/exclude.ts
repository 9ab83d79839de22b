import { attempt } from "../../settings/attempt.ts";
import { EXCLUDE_CEILING } from "../../settings/defaults.ts";

/** Stands for any number of what may stand in its place: `**` among segments, `*` among the letters of one. */
const ANY_NUMBER = null;
/** One letter of a segment. */
type Letter = RegExp | string;
type Segment = readonly (Letter | typeof ANY_NUMBER)[];

interface Glob {
  parts: readonly (Segment | typeof ANY_NUMBER)[];
  /** Only what lies below a match is meant, as in `build/` and `build/**`. */
  below: boolean;
}

/**
 * Compiles gitignore-like globs into one test of paths relative to the root.
 *
 * `*` and `?` stay within a segment, `**` crosses segments, `[a-z]` and `[!a-z]` are classes, `\` quotes. A glob without a slash holds at any depth;
 * with one it is anchored at the root. What matches a folder holds for everything below it. Exclusions only add up: a glob that begins with `!`, an empty
 * one and one that is too long are without effect. Letters with accents match however they are composed. Never throws, and takes time proportional to the length of glob times path.
 */
export function excludeMatcher(globs: readonly string[]): (path: string) => boolean {
  const compiled = globs.slice(0, EXCLUDE_CEILING.globs).map((glob) => compile(glob.normalize("NFC")))
    .filter((glob) => glob !== undefined);
  if (compiled.length === 0) return () => false;
  return (path) => {
    const segments = composed(path).split("/").filter((segment) => segment !== "" && segment !== ".");
    return compiled.some(({ parts, below }) => {
      const matched = matchedBy(parts, segments.length, (part, at) => fits(part, segments[at] ?? ""));
      return below ? matched < segments.length : matched <= segments.length;
    });
  };
}

/** macOS hands out names in parts, people type them whole. */
function composed(path: string): string {
  return /^[\0-\x7f]*$/.test(path) ? path : path.normalize("NFC");
}

function compile(text: string): Glob | undefined {
  let glob = text.trim();
  if (glob === "" || glob.length > EXCLUDE_CEILING.chars || glob.startsWith("!") || glob.startsWith("#")) {
    return undefined;
  }
  if (glob.startsWith("./")) glob = glob.slice(2);
  const anchored = glob.replace(/\/+$/, "").includes("/");
  const segments = glob.split("/").filter((segment) => segment !== "");
  let below = glob.endsWith("/");
  while (segments.length > 1 && segments.at(-1) === "**") {
    segments.pop();
    below = true;
  }
  if (segments.length === 0) return undefined;
  if (!anchored && segments[0] !== "**") segments.unshift("**");
  return { parts: segments.map((segment) => segment === "**" ? ANY_NUMBER : lettersOf(segment)), below };
}

function lettersOf(segment: string): Segment {
  return Array.from(
    segment.matchAll(/\*+|\?|\[([!^]?)([^][^\]]*)\]|\\?([^])/g),
    ([written, not, members, letter]) => {
      if (letter !== undefined) return letter;
      if (members === undefined) return written === "?" ? /[^]/ : ANY_NUMBER;
      const escaped = members.replace(/[\\[\]^]/g, "\\$&");
      // A class whose range runs backwards has nothing in it.
      return attempt(() => new RegExp(`[${not === "" ? "" : "^"}${escaped}]`)) ?? /(?!)/;
    },
  );
}

function fits(segment: Segment, name: string): boolean {
  const accepts = (letter: Letter, at: number) =>
    typeof letter === "string" ? letter === name[at] : letter.test(name[at] ?? "");
  return matchedBy(segment, name.length, accepts, true) === name.length;
}

/**
 * How many of the items, from the first on, a pattern matches at least; Infinity where it matches none of their beginnings, or, where `whole` is asked for, not all.
 * One step back to the last part that stands for any number is enough, so it takes time proportional to parts times items.
 */
function matchedBy<Part>(
  parts: readonly (Part | typeof ANY_NUMBER)[],
  items: number,
  accepts: (part: Part, at: number) => boolean,
  whole = false,
): number {
  let part = 0, at = 0, star = -1, from = 0;
  while (part < parts.length || whole && at < items) {
    const here = parts[part];
    if (here === ANY_NUMBER) {
      star = part++;
      from = at;
    } else if (here !== undefined && at < items && accepts(here, at)) {
      part++;
      at++;
    } else if (star >= 0 && from < items) {
      at = ++from;
      part = star + 1;
    } else return Infinity;
  }
  return at;
}
