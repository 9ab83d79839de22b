/** Places that a request spells out: paths, frames of stack traces, dotted modules, `Class.method` pairs. */
export interface NamedPlaces {
  /** Paths as written, with the line where one was given; weight 1. */
  paths: { path: string; line?: number; weight: number }[];
  /** `["a", "b", "c"]` of `a.b.c` or `a::b::c`. */
  modules: string[][];
  /** `[A, b]` of `A.b`, `A::b`, `A#b`. */
  members: [string, string][];
}

const MAX_TEXT = 60_000;
const MAX_PLACES = 60;
/** The last frame of a trace is where it broke; each one before it counts this much less. */
const FRAME_DECAY = 0.7;

const PYTHON_FRAME = /File "([^"\n]{1,300})", line (\d{1,7})/g;
const JAVA_FRAME =
  /\bat ([\w.$]{3,200})\.[\w$<>]{1,100}\(([\w$]{1,100}\.(?:java|kt|scala|groovy)):(\d{1,7})\)/g;
const SCRIPT_FRAME =
  /\bat [^\n]{0,200}?\(?((?:file:\/\/)?[\w./\\@-]{1,300}\.[cm]?[jt]sx?):(\d{1,7}):\d{1,5}\)?/g;
const PATH = /(?:[\w@.+-]{1,80}[/\\]){1,20}[\w@+-][\w@.+-]{0,80}|\b[\w-]{2,80}\.[A-Za-z]{1,6}\b/g;
/** A path with letters of any script. From where a run of them begins: one that is longer than a path is tried once. */
const WIDE_PATH =
  /(?<![\p{L}\p{N}@_.+/\\-])(?:[\p{L}\p{N}@_.+-]{1,80}[/\\]){0,20}[\p{L}\p{N}@_+-][\p{L}\p{N}@_.+-]{0,80}/gu;
/** What is quoted may have blanks, too. */
const QUOTED = /[`"“「]([^`"“”「」\n]{3,200})[`"”」]/g;
const MODULE = /\b[A-Za-z_]\w{0,80}(?:(?:\.|::)[A-Za-z_]\w{0,80}){1,8}/g;
const MEMBER = /\b([A-Za-z_]\w{1,80})(?:\.|::|#|->)([A-Za-z_]\w{1,80})/g;

/** Endings of files people name without a folder; `foo.bar` is a member otherwise. */
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kt|scala|rb|php|cs|swift|c|h|cc|cpp|hpp|cxx|m|mm|vue|svelte|lua|sh|sql|proto|css|scss|less|html|ya?ml|toml|json|md|ex|exs|dart|zig|nim|r|jl|hs|ml|clj|gradle|xml)$/;

export function namedPlaces(text: string): NamedPlaces {
  const read = text.slice(0, MAX_TEXT);
  const paths = new Map<string, { path: string; line?: number; weight: number }>();
  const add = (path: string, weight: number, line?: string) => {
    const clean = path.replaceAll("\\", "/").replace(/^file:\/\//, "").replace(/^(?:\.{0,2}\/)+/, "").replace(
      /[.,:]+$/,
      "",
    );
    const known = paths.get(clean);
    if (clean.length < 3 || paths.size >= MAX_PLACES || (known && known.weight >= weight)) return;
    const number = line === undefined ? known?.line : Number(line);
    paths.set(clean, number === undefined ? { path: clean, weight } : { path: clean, weight, line: number });
  };
  const python = [...read.matchAll(PYTHON_FRAME)].reverse();
  python.forEach((frame, index) => add(frame[1] ?? "", FRAME_DECAY ** index, frame[2]));
  // A Java or JavaScript trace has the innermost frame first.
  [...read.matchAll(JAVA_FRAME)].forEach((frame, index) => {
    const folder = (frame[1] ?? "").split(".").slice(0, -1).join("/");
    add(`${folder}/${frame[2] ?? ""}`, FRAME_DECAY ** index, frame[3]);
  });
  [...read.matchAll(SCRIPT_FRAME)].forEach((frame, index) =>
    add(frame[1] ?? "", FRAME_DECAY ** index, frame[2])
  );
  const unframed = read.replace(PYTHON_FRAME, " ").replace(JAVA_FRAME, " ").replace(SCRIPT_FRAME, " ");
  const rest = unframed.replace(QUOTED, (all, quoted: string) => {
    if (!/\s/.test(quoted) || !FILE_ENDING.test(quoted)) return all;
    add(quoted, 1);
    return " ";
  });
  const lineBehind = (end: number) => /^:(\d{1,7})\b/.exec(rest.slice(end, end + 9))?.[1];
  for (const match of rest.matchAll(WIDE_PATH)) {
    // Chinese goes on without a blank.
    const path = match[0].replace(/(?<=\.[A-Za-z]{1,7})[^\0-\x7f].*$/s, "");
    if (/[^\0-\x7f]/.test(path) && FILE_ENDING.test(path)) {
      add(path, 1, lineBehind(match.index + path.length));
    }
  }
  for (const match of rest.matchAll(PATH)) {
    const path = match[0];
    const slashed = /[/\\]/.test(path);
    if (!slashed && !FILE_ENDING.test(path)) continue;
    add(path, 1, lineBehind(match.index + path.length));
  }
  const modules = new Map<string, string[]>();
  const members = new Map<string, [string, string]>();
  for (const match of rest.matchAll(MODULE)) {
    if (modules.size < MAX_PLACES) modules.set(match[0], match[0].split(/\.|::/));
  }
  for (const match of rest.matchAll(MEMBER)) {
    if (members.size < MAX_PLACES) members.set(match[0], [match[1] ?? "", match[2] ?? ""]);
  }
  return { paths: [...paths.values()], modules: [...modules.values()], members: [...members.values()] };
}
