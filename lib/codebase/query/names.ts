import { stackFrames } from "../structure/failure_clues.ts";
import { withoutLinks } from "./boilerplate.ts";
import { isCodeLike } from "./tokens.ts";

/** A file or folder that a text names. */
export interface NamedPath {
  /** With `/`, without what it begins with in the writer's own tree (`./`, `/`). */
  path: string;
  line?: number;
  /** The function around the line, as a trace names it. */
  symbol?: string;
  /** 1, less for an outer frame of a trace. */
  weight: number;
  /** Whether it can be nothing else: it has a file's ending, or is written as a path from somewhere. */
  isPlain: boolean;
}

/** Places that a text spells out: paths, frames of stack traces, dotted modules. */
export interface NamedPlaces {
  paths: NamedPath[];
  /** `["a", "b", "c"]` of `a.b.c` or `a::b::c`, `["A", "b"]` of `A#b`. */
  modules: string[][];
}

const MAX_TEXT = 60_000;
const MAX_PLACES = 60;
/** The last frame of a trace is where it broke; each one before it counts this much less. */
const FRAME_DECAY = 0.7;

/** From where a run of such characters begins: one that is longer than a path is tried once. Letters of any script, as long as they have an ending. */
const PATH =
  /(?<![\p{L}\p{N}@_.+~/\\-])~?@?(?:[A-Za-z]:)?(?:[\p{L}\p{N}@_.+-]{0,80}[/\\]){0,20}[\p{L}\p{N}@_+.-][\p{L}\p{N}@_.+-]{0,80}/gu;
const MODULE = /\b[A-Za-z_]\w{0,80}(?:(?:\.|::|#|->)[A-Za-z_]\w{0,80}){1,8}/g;
const JOINT = /\.|::|->|#/;

/** Endings of files people name without a folder; `foo.bar` is a member otherwise. */
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|pyi?|ipynb|go|rs|java|kts?|scala|groovy|rb|php|pl|cs|fs|swift|[ch]|cc|hh|[ch](?:pp|xx)|mm?|vue|svelte|astro|lua|(?:ba|z|fi)?sh|ps1|bat|sql|graphql|proto|thrift|s?css|sass|less|html?|ya?ml|toml|ini|cfg|conf|env|lock|json[c5]?|mdx?|rst|txt|csv|exs?|erl|dart|zig|nim|r|jl|hs|mli?|clj[s]?|gradle|cmake|mk|nix|xml|tf|hcl|patch|diff|log|properties|ejs|hbs|erb|tmpl)$/i;
const WHOLE_FILE =
  /(?:^|\/)(?:Dockerfile|Makefile|Gemfile|Rakefile|Procfile|Jenkinsfile|\.(?:env|gitignore|npmrc|eslintrc|prettierrc|dockerignore|editorconfig|nvmrc)[\w.]{0,20})$/;
/** Projects whose own name ends like a file's. */
const PROJECT = /^(?:node|vue|next|nuxt|express|three|d3)\.js$/i;
/** Without one of these signs a text names no place and no symbol; most short prompts have none, and no pattern is compiled for them. */
const SIGN = /[./\\:#>_`(@]|file|[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z]\d/;

export function namedPlaces(text: string): NamedPlaces {
  if (!SIGN.test(text)) return { paths: [], modules: [] };
  const read = withoutLinks(text.slice(0, MAX_TEXT));
  const paths = new Map<string, NamedPath>();
  const add: Add = (written, place) => {
    const path = written.replaceAll("\\", "/").replace(/^file:\/\//, "").replace(/[.,:]+$/, "")
      .replace(/^[~@]?(?:[A-Za-z]:)?(?:\.{0,2}\/)*/, "");
    const known = paths.get(path);
    if (path.length < 3 || paths.size >= MAX_PLACES || (known && known.weight >= place.weight)) return;
    paths.set(path, { ...known, ...place, path });
  };
  let rest = read;
  const frames = stackFrames(read).filter(({ symbol }) => symbol);
  for (const [depth, { path, line, symbol, written }] of frames.entries()) {
    add(path, { weight: FRAME_DECAY ** depth, line, isPlain: true, ...symbol && { symbol } });
    rest = rest.replace(written, " ");
  }
  for (const match of rest.matchAll(PATH)) addWritten(match[0], rest, match.index, add);
  const modules = new Map<string, string[]>();
  for (const match of rest.matchAll(MODULE)) {
    if (modules.size < MAX_PLACES) modules.set(match[0], match[0].split(JOINT));
  }
  return { paths: [...paths.values()], modules: [...modules.values()] };
}

type Add = (written: string, place: Omit<NamedPath, "path">) => void;

/** Adds the path that a run of characters is, or that is in it: Chinese goes on without a blank, so what stands around ASCII letters may be none of it. */
function addWritten(run: string, text: string, from: number, add: Add): void {
  const wide = run.replace(/(?<=\.[A-Za-z]{1,7})[^\0-\x7f].*$/s, "");
  const ascii = /[\0-\x7f]{2,}/.exec(wide);
  const path = (ascii?.[0] ?? "").replace(/[.,:]+$/, "");
  const isFile = WHOLE_FILE.test(path) ||
    /\w\.\w+$/.test(path) && FILE_ENDING.test(path) && !PROJECT.test(path);
  const isSlashed = /[/\\]/.test(path) && /[A-Za-z]{2}/.test(path);
  const isRooted = /^(?:[.~@]|[A-Za-z]:[/\\]|[/\\])/.test(path) || path.split(/[/\\]/).length > 3;
  const lineBehind = (end: number) => {
    const [, line] = /^:(\d{1,7})\b/.exec(text.slice(end, end + 9)) ?? [];
    return line === undefined ? {} : { line: Number(line) };
  };
  const line = lineBehind(from + (ascii?.index ?? 0) + path.length);
  const isWide = wide.length > path.length && /[^\0-\x7f]/.test(wide) && FILE_ENDING.test(wide);
  if (isWide) add(wide, { weight: 1, ...lineBehind(from + wide.length), isPlain: !isFile });
  if (isFile || isSlashed && !isWide) add(path, { weight: 1, ...line, isPlain: isFile || isRooted });
}

const ENDINGS = new RegExp(`(?<=\\w)${FILE_ENDING.source.replace("$", "")}(?!\\.?\\w)`, "gi");

/** A text without the endings of the files that it names: `py` is no word of a request. */
export const withoutEndings = (text: string) => text.replace(ENDINGS, "");

const BACKTICKED = /`([^`\n]{1,120})`/g;
const IDENTIFIER = /[A-Za-z_$][\w$]{1,199}(?:(?:\.|::|->|#)[A-Za-z_$][\w$]{0,199}){0,8}(\(\))?/g;
const SITE = /\.(?:com|org|net|io|dev|edu|gov|app|ai|co|uk|de|cn)$/i;
const MAX_SYMBOLS = 20;

/** Identifiers that a text names, in its order, each once: `parseConfig`, `user_id`, `app.config`, backticked words, `foo()`. At most 20. */
export function symbolsIn(text: string): string[] {
  if (!SIGN.test(text)) return [];
  const rest = withoutLinks(text).replace(PATH, (it) => FILE_ENDING.test(it) && !PROJECT.test(it) ? " " : it);
  const found: { at: number; name: string }[] = [];
  for (const { 1: inner = "", index } of rest.matchAll(BACKTICKED)) {
    const name = inner.trim().replace(/\(.{0,100}\)$/, "");
    if (/^[\w$.:#@\-]{2,100}[?!]?$/.test(name) && /[A-Za-z]/.test(name)) found.push({ at: index, name });
  }
  for (const { 0: whole, 1: call, index } of rest.matchAll(IDENTIFIER)) {
    const name = whole.replace(/\(\)$/, "");
    if (call !== undefined || isSymbol(name)) found.push({ at: index, name });
    else if (JOINT.test(name)) {
      for (const part of name.split(JOINT)) {
        if (part.length > 2 && isCodeLike(part)) found.push({ at: index, name: part });
      }
    }
  }
  found.sort((a, b) => a.at - b.at);
  return [...new Set(found.map(({ name }) => name))].slice(0, MAX_SYMBOLS);
}

function isSymbol(name: string): boolean {
  const parts = name.split(JOINT);
  if (parts.length < 2) return isCodeLike(name);
  if (parts.some((part) => part.length < 2) || SITE.test(name) || FILE_ENDING.test(name)) return false;
  return parts.some(isCodeLike) || /::|->|#/.test(name) || name === name.toLowerCase() ||
    /^[A-Z]\w*[a-z]\w*\.[a-z]/.test(name);
}

/** Words before a title's colon that say what kind of change it is, not where. */
const CHANGES =
  /^(?:fix(?:e[sd])?|feat(?:ure)?|perf|bug(?:fix)?|hotfix|improve(?:ment)?|enhance(?:ment)?|impr|chore|docs?|style|ci|build|tests?|refactor|release|types?|deps|revert|wip|error|warning|note|todo|question|request|rfc|proposal|issue|add|update|security|regression|breaking)$/i;

const LABELS = /^(?:\[[^\]]{0,40}\]\s*)+/;
/** `fix(date-picker): …`, `修复（登录）：…` */
const IN_BRACKETS = /^[A-Za-z\u4e00-\u9fff]{1,20}\s*[(（]([^)）]{1,60})[)）]!?\s*[:：]/;
/** `urlapi: …`, `net/http: …`; also behind the kind: `fix: urlapi: …` */
const BEFORE_COLON = /^(?:[A-Za-z]{1,20}!?\s*[:：]\s+)?([\w./@-]{2,40})(?:\(\))?\s*[:：]\s/;

/** The places that a title's prefix names, as in commit messages: `fix(table): …` is about `table`. Lower case, without `_` and `-`. */
export function scopesIn(text: string): string[] {
  const title = (text.trimStart().split("\n", 1)[0] ?? "").slice(0, 200).replace(LABELS, "");
  const scope = IN_BRACKETS.exec(title)?.[1] ?? BEFORE_COLON.exec(title)?.[1];
  if (scope === undefined) return [];
  return scope.split(/[,，、/\s]+/).map((part) =>
    part.replace(/\.[a-z]{1,4}$/i, "").toLowerCase().replace(/[^a-z0-9]/g, "")
  ).filter((name) => name.length >= 2 && !CHANGES.test(name));
}

/** Names followed in one call. */
const MAX_ASKED = 3;
const QUERY_CHARS = 20_000;
/** A plain word that the question ends in, or a part of it: `who calls sell?`, `谁调用了 sell`, `what breaks if I change sell`, `sell 被谁调用`. */
const SPOKEN =
  /(?:\b(?:calls?|invokes?|call(?:er|ee)s of|called (?:by|from)|uses|changes? to|(?:I|we) (?:change|rename|remove|delete|modify))\s+|(?:调用|修改|改动|改|使用|删除|重命名)了?\s*)([A-Za-z_]\w{1,79})(?=\s{0,9}(?:$|[?!.,;？！。，；\n]|\p{Script=Han}))|(?<!\w)([A-Za-z_]\w{1,79})\s{0,9}(?:被(?:谁|哪)|的(?:调用|被调))/gu;
const POINTING =
  /^(?:it|this|that|these|those|them|what|which|who|whom|here|there|something|anything|nothing|you|me|us)$/i;

/** A name to be followed: `login` of the class `User`, where the request says `User.login`. */
export interface AskedSymbol {
  name: string;
  container?: string;
}

/**
 * Which names a call is about: those given as `symbol` or `symbols`, else the names in backticks, before parentheses and the code-like words of
 * the query, in this order; where it has none of these, the plain words that it asks about. At most three.
 */
export function symbolsAsked(
  args: { symbol?: string; symbols: readonly string[]; query: string },
): AskedSymbol[] {
  const given = [...(args.symbol === undefined ? [] : [args.symbol]), ...args.symbols];
  const query = args.query.slice(0, QUERY_CHARS);
  const symbols = given.length > 0 ? given : symbolsIn(query);
  const plain = [...query.matchAll(SPOKEN)].map(([, before, behind]) => before ?? behind ?? "")
    .filter((word) => !POINTING.test(word));
  const found = new Map<string, AskedSymbol>();
  for (const text of symbols.length > 0 ? symbols : plain) {
    const parts = text.trim().replace(/\(.*$/, "").split(/\.|::|#|->/).filter((part) => part !== "");
    const name = parts.at(-1);
    const container = parts.at(-2);
    if (name === undefined || !/^[\p{L}_$][\p{L}\p{N}_$?!-]*$/u.test(name) || found.has(name)) continue;
    found.set(name, container === undefined ? { name } : { name, container });
  }
  return [...found.values()].slice(0, MAX_ASKED);
}
