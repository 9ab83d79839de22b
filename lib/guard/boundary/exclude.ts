import { EXCLUDE_CEILING } from "../../settings/defaults.ts";

interface Glob {
  segments: string[];
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
  const looked = globs.slice(0, EXCLUDE_CEILING.globs).map((glob) => compile(glob.normalize("NFC")));
  const compiled = looked.filter((glob) => glob !== undefined);
  if (compiled.length === 0) return () => false;
  return (path) => {
    const segments = composed(path).split("/").filter((segment) => segment !== "" && segment !== ".");
    return compiled.some((glob) => matches(glob, segments));
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
  const folderOnly = glob.endsWith("/");
  const anchored = glob.replace(/\/+$/, "").includes("/");
  const segments = glob.split("/").filter((segment) => segment !== "");
  let below = folderOnly;
  while (segments.length > 1 && segments.at(-1) === "**") {
    segments.pop();
    below = true;
  }
  if (segments.length === 0) return undefined;
  if (!anchored && segments[0] !== "**") segments.unshift("**");
  return { segments, below };
}

/** Walks glob and path with one step back to the last `**`; a match of any leading part of the path is a match. */
function matches({ segments: glob, below }: Glob, path: string[]): boolean {
  let g = 0, p = 0, starAt = -1, starPath = 0;
  while (true) {
    if (g === glob.length) return below ? p < path.length : true;
    if (glob[g] === "**") {
      starAt = g++;
      starPath = p;
      if (g === glob.length) return path.length > 0;
      continue;
    }
    if (p < path.length && segmentMatches(glob[g] ?? "", path[p] ?? "")) {
      g++;
      p++;
      continue;
    }
    if (starAt < 0 || starPath >= path.length) return false;
    p = ++starPath;
    g = starAt + 1;
  }
}

function segmentMatches(glob: string, name: string): boolean {
  let g = 0, n = 0, starAt = -1, starName = 0;
  while (n < name.length) {
    const token = g < glob.length ? tokenAt(glob, g) : undefined;
    if (token?.star) {
      starAt = g = token.next;
      starName = n;
    } else if (token?.accepts(name.charCodeAt(n))) {
      g = token.next;
      n++;
    } else if (starAt >= 0) {
      g = starAt;
      n = ++starName;
    } else return false;
  }
  while (glob[g] === "*") g++;
  return g === glob.length;
}

interface Token {
  star: boolean;
  next: number;
  accepts(code: number): boolean;
}

function tokenAt(glob: string, at: number): Token {
  const char = glob[at] ?? "";
  if (char === "*") return { star: true, next: at + 1, accepts: () => true };
  if (char === "?") return { star: false, next: at + 1, accepts: () => true };
  const end = char === "[" ? glob.indexOf("]", at + (/[!^]/.test(glob[at + 1] ?? "") ? 3 : 2)) : -1;
  if (end > 0) {
    return {
      star: false,
      next: end + 1,
      accepts: (code) => inClass(glob.slice(at + 1, end), code),
    };
  }
  const quoted = char === "\\" && at + 1 < glob.length;
  const code = glob.charCodeAt(quoted ? at + 1 : at);
  return { star: false, next: at + (quoted ? 2 : 1), accepts: (other) => other === code };
}

function inClass(body: string, code: number): boolean {
  const negated = body.startsWith("!") || body.startsWith("^");
  const members = negated ? body.slice(1) : body;
  for (let i = 0; i < members.length; i++) {
    const isRange = members[i + 1] === "-" && i + 2 < members.length;
    const from = members.charCodeAt(i);
    const to = isRange ? members.charCodeAt(i + 2) : from;
    if (code >= from && code <= to) return !negated;
    if (isRange) i += 2;
  }
  return negated;
}
