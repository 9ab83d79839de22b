import { ownName } from "../files/file_kind.ts";
import { folderOf, nameOf } from "../files/file_system.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { AskedSymbol } from "../query/names.ts";
import { type Call, type Definition, isType } from "../structure/definition.ts";
import { isFamily } from "../structure/language_table.ts";
import type { CodeIndex, Defined } from "./code_index.ts";

/** A call, where it is made, and the function around it. */
export interface CallSite {
  call: Call;
  file: SourceFile;
  caller?: Definition | undefined;
}

/** What a call may mean, and how surely, 0..1. */
export interface Target extends Defined {
  sure: number;
}

/** How surely a call means a definition of its name. No types are inferred: the nearest scope that names and imports speak of counts. */
const SURE = {
  /** `this.save()` in the type that has it, `save()` in the file that defines it. */
  said: 1,
  /** `store.save()` for `Store`, and what the file imports. */
  imported: 0.9,
  /** A neighbour in the folder, or a type that the file speaks of. */
  near: 0.75,
  /** A type whose base the file speaks of. */
  base: 0.72,
  /** Nothing else has the name. */
  only: 0.65,
  /** By its name alone. */
  name: 0.35,
  not: 0,
};

/** From here on a reason is good enough to rule out those that are this much weaker. */
const CLEAR = 0.75;
const WEAKER = 0.2;
const OWN = /^(?:this|\$this|self|Self|cls|static|super|parent|base)$/;

/** The definitions that a call may mean, surest first; what a much better reason rules out is left out. */
export function resolve(site: CallSite, index: CodeIndex): Target[] {
  const receiver = receiverOf(site);
  const all = index.definers(site.call.name).filter(({ file }) =>
    isFamily(site.file.language, file.language)
  );
  const weighed = all.map((it) => ({ ...it, sure: sureness(site, receiver, it, all.length === 1, index) }))
    .sort((a, b) => b.sure - a.sure);
  const best = weighed[0]?.sure ?? 0;
  return weighed.filter(({ sure }) => sure > 0 && (best < CLEAR || sure >= best - WEAKER));
}

/** What a call is made on: "" where that is no plain name, as in `open().save()`; undefined where there is nothing. */
function receiverOf({ call: { name, line, receiver }, file }: CallSite): string | undefined {
  if (receiver !== undefined) return receiver;
  const before = new RegExp(`(?:\\.|->|::)\\s*${name.replace(/\W/g, "\\$&")}(?![\\w$])`);
  return before.test(file.code[line - 1] ?? "") ? "" : undefined;
}

function sureness(
  { file, caller }: CallSite,
  receiver: string | undefined,
  { file: home, definition: { kind, container } }: Defined,
  isOnly: boolean,
  index: CodeIndex,
): number {
  const unsure = isOnly ? SURE.only : SURE.name;
  if (container !== undefined && (kind === "method" || kind === "property")) {
    const types = [container, ...index.supertypes(container)];
    if (receiver === undefined || OWN.test(receiver)) {
      const own = typeAround(caller, file);
      const isOwn = own !== undefined && (types.includes(own) || index.supertypes(own).has(container));
      return isOwn ? SURE.said : receiver === undefined && isOnly ? SURE.name : SURE.not;
    }
    if (isAlike(receiver, container)) return SURE.imported;
    if (file.text.includes(container) || (isOnly && index.imports(file, home))) return SURE.near;
    return types.some((each) => file.text.includes(each) || isAlike(receiver, each)) ? SURE.base : unsure;
  }
  if (receiver === undefined) {
    if (file === home) return SURE.said;
    if (index.imports(file, home)) return SURE.imported;
    return folderOf(file.path) === folderOf(home.path) ? SURE.near : unsure;
  }
  if (isAlike(receiver, moduleName(home.path)) || isAlike(receiver, container)) return SURE.said;
  if (index.imports(file, home) || (file === home && receiver !== "")) return SURE.near;
  return isOnly && receiver !== "" ? SURE.name : SURE.not;
}

function typeAround(caller: Definition | undefined, { definitions }: SourceFile): string | undefined {
  return caller?.container ?? (caller &&
    definitions.findLast(({ kind, line, endLine }) =>
      isType(kind) && line <= caller.line && caller.endLine <= endLine
    )?.name);
}

/** Whether a variable is called like a type or a module: `fileStore`, `file_store`, `FileStore`. */
function isAlike(receiver: string, name: string | undefined): boolean {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  return name !== undefined && plain(name) === plain(receiver);
}

/** The name that others call a file by: its folder's, where its own says nothing or the folder is the module. */
function moduleName(path: string): string {
  return path.endsWith(".go") ? nameOf(folderOf(path)) : ownName(path);
}

/** The definitions that a name means: in the container where one is named, else those it inherits, else those in a file or package of that name, else all. */
export function symbolsMeant({ name, container }: AskedSymbol, index: CodeIndex): readonly Defined[] {
  const all = index.definers(name);
  if (container === undefined) return all;
  const above = index.supertypes(container);
  const choices = [
    ({ definition }: Defined) => definition.container === container,
    ({ definition }: Defined) => above.has(definition.container ?? ""),
    ({ file }: Defined) => moduleName(file.path) === container,
  ];
  return choices.map((wanted) => all.filter(wanted)).find((found) => found.length > 0) ?? all;
}
