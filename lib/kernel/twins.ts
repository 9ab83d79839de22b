import type { FusedItem } from "./fuse.ts";
import { saysSomething } from "./telling_lines.ts";

/** Share of the shorter snippet's lines that the other has too, for both to say the same. */
const SAME_SHARE = 0.7;
/** Different lines from which on a snippet can be compared. */
const LEAST_LINES = 3;
/** Names that a folder gives its meaning, so that files of one name have nothing in common. */
const HUB = /^(?:__init__|index|mod|lib|main|package|setup|readme)$/i;
const BEFORE_NAME =
  /^(?:(?:abstract|default|base|mock|fake|stub|test)[_-]|(?:Abstract|Default|Base|Mock|Fake|Stub|I)(?=[A-Z][a-z]))/;
const AFTER_NAME =
  /(?:[_-](?:impl|tests?|spec|mock|fake|stub|pb2?|gen|generated)|(?<=[a-z\d])(?:Impl|Tests?|TestCase|Spec|IT|Mock|Fake|Stub))$/;
/** Between name and ending: `a.spec.ts`, `a.d.ts`, `a.pb.go`. */
const ROLE = /^(?:test|spec|mock|d|pb|gen|generated|min|cy|e2e)$/i;
const DECLARING = /^(?:pyi|h|hh|hpp|hxx)$/;
const SCRIPT = /^[cm]?[jt]sx?$/;
const C_SOURCE = /^(?:c|cc|cpp|cxx|m|mm|h|hh|hpp|hxx)$/;

/** What the name of a file says: `FooServiceImpl.java` is `fooservice`, of two words, in the role `Impl`. */
interface Name {
  base: string;
  words: number;
  role: string;
  family: string;
}

/**
 * Whether two places say much the same, so that quoting one is enough: a thing and its test, its interface, its implementation or its declarations; copies
 * of one file; files of one name that tells something, such as a reactive and a blocking variant.
 */
export function areTwins(one: FusedItem, other: FusedItem): boolean {
  if (saySame(one, other)) return true;
  if (one.path === undefined || other.path === undefined || one.path === other.path) return false;
  const a = nameOf(one.path);
  const b = nameOf(other.path);
  if (a.base === "" || a.base !== b.base || a.family !== b.family) return false;
  return a.role !== b.role || a.words > 1 || (one.symbol !== undefined && one.symbol === other.symbol);
}

/** Places that are twins of one before them. */
export function laterTwins(items: readonly FusedItem[]): Set<FusedItem> {
  const firsts: FusedItem[] = [];
  const twins = new Set<FusedItem>();
  for (const item of items) {
    if (firsts.some((first) => areTwins(first, item))) twins.add(item);
    else firsts.push(item);
  }
  return twins;
}

/** Whether the snippets are nearly the same text. */
function saySame({ snippet: one }: FusedItem, { snippet: other }: FusedItem): boolean {
  const [few, many] = [linesOf(one?.text), linesOf(other?.text)].sort((a, b) => a.size - b.size);
  if (!few || !many || few.size < LEAST_LINES) return false;
  const shared = [...few].filter((line) => many.has(line)).length;
  return shared >= SAME_SHARE * few.size;
}

/** Lines that say something, each once. */
function linesOf(text = ""): Set<string> {
  return new Set(
    text.split("\n").map((line) => line.trim()).filter(saysSomething),
  );
}

function nameOf(path: string): Name {
  const [first = "", ...parts] = path.slice(path.lastIndexOf("/") + 1).split(".");
  const ending = (parts.pop() ?? "").toLowerCase();
  const roles = parts.filter((part) => ROLE.test(part));
  if (DECLARING.test(ending)) roles.push(ending);
  let name = [first, ...parts.filter((part) => !ROLE.test(part))].join(".");
  for (const affix of [BEFORE_NAME, AFTER_NAME]) {
    const found = affix.exec(name)?.[0] ?? "";
    if (found === "" || found.length === name.length) continue;
    roles.push(found);
    name = name.replace(affix, "");
  }
  const words = name.split(/[_.-]|(?<=[a-z\d])(?=[A-Z])/).filter((word) => word !== "").length;
  const base = HUB.test(name) ? "" : name.toLowerCase().replace(/[_-]/g, "");
  const family = SCRIPT.test(ending)
    ? "script"
    : C_SOURCE.test(ending)
    ? "c"
    : ending === "pyi"
    ? "py"
    : ending;
  return { base, words, role: roles.join(" "), family };
}
