import { folderOf } from "../files/folder_of.ts";
import { importedBy } from "../ranking/graph_signals.ts";
import { isFamily } from "../structure/language_families.ts";
import type { Definition } from "../structure/definition.ts";
import { isType } from "../structure/definition.ts";
import type { SourceFile } from "../files/source_file.ts";
import type { Call } from "../syntax/outline.ts";
import type { CodeIndex, Defined } from "./code_index.ts";

/** A call, where it is made, and the function around it. */
export interface CallSite {
  call: Call;
  file: SourceFile;
  caller?: Definition | undefined;
}

/** A call with what it is made on. */
type Site = Omit<CallSite, "call"> & { call: { name: string; line: number; receiver: string | undefined } };

/** What a call may mean, and how surely, 0..1. */
export interface Target extends Defined {
  sure: number;
}

/** How surely a call means a definition of its name. No types are inferred: the best reason that can be read off names and imports counts. */
const SURE = {
  /** `this.save()` in the type that has it, `Store.save()`, `save()` in the file that defines it. */
  said: 1,
  /** `store.save()` for `Store`, and what the file imports. */
  imported: 0.9,
  /** A neighbour in the folder, or a type that the file speaks of. */
  near: 0.75,
  /** Nothing else has the name. */
  only: 0.65,
  /** By its name alone. */
  name: 0.35,
};

/** What a subtype's method is worth where the call means its base's. */
const OVERRIDDEN = 0.8;
/** From here on a reason is good enough to rule out those that are this much weaker. */
const CLEAR = 0.75;
const WEAKER = 0.2;
const MAX_LEVELS = 4;

const OWN = /^(?:this|\$this|self|Self|cls|static|super|parent|base)$/;

/** The definitions that a call may mean, surest first; what a much better reason rules out is left out. */
export function resolve(written: CallSite, index: CodeIndex): Target[] {
  const site = { ...written, call: { ...written.call, receiver: receiverOf(written) } };
  const all = index.definers(site.call.name).filter(({ file }) =>
    isFamily(site.file.language, file.language)
  );
  const weighed = all.map((defined) => ({ ...defined, sure: sureness(site, defined, all.length, index) }));
  const best = Math.max(0, ...weighed.map(({ sure }) => sure));
  const kept = best < CLEAR ? weighed : weighed.filter(({ sure }) => sure >= best - WEAKER);
  return withOverrides(kept.filter(({ sure }) => sure > 0), weighed, index)
    .sort((a, b) => b.sure - a.sure);
}

/** What a call is made on: "" where that is no plain name, as in `open().save()`; undefined where there is nothing. */
function receiverOf({ call: { name, line, receiver }, file }: CallSite): string | undefined {
  if (receiver !== undefined) return receiver;
  const before = new RegExp(`(?:\\.|->|::)\\s*${name.replace(/\W/g, "\\$&")}(?![\\w$])`);
  return before.test(file.codeLine(line)) ? "" : undefined;
}

function sureness(site: Site, { file: home, definition }: Defined, of: number, index: CodeIndex): number {
  const { call: { receiver }, file, caller } = site;
  const { container } = definition;
  const isMember = container !== undefined &&
    (definition.kind === "method" || definition.kind === "property");
  if (receiver !== undefined && OWN.test(receiver) && isMember) {
    const own = typeAround(caller, file);
    return own !== undefined && isRelated(own, container, index) ? SURE.said : 0;
  }
  if (isMember) return memberSureness(site, container, of, { home, index });
  if (file === home && receiver !== "") return receiver === undefined ? SURE.said : SURE.near;
  if (receiver !== undefined && alike(receiver, moduleName(home.path), container)) return SURE.said;
  const isImported = imports(file, home, index);
  if (isImported) return receiver === undefined ? SURE.imported : SURE.near;
  if (receiver !== undefined && receiver !== "") return of === 1 ? SURE.name : 0;
  if (receiver === "") return 0;
  if (folderOf(file.path) === folderOf(home.path)) return SURE.near;
  return of === 1 ? SURE.only : SURE.name;
}

function memberSureness(
  { call: { receiver }, file, caller }: Site,
  container: string,
  of: number,
  { home, index }: { home: SourceFile; index: CodeIndex },
): number {
  if (receiver === undefined) {
    const own = typeAround(caller, file);
    return own !== undefined && isRelated(own, container, index) ? SURE.said : of === 1 ? SURE.name : 0;
  }
  if (receiver === container) return SURE.said;
  if (alike(receiver, container)) return SURE.imported;
  const speaksOf = file.text.includes(container) ||
    [...supertypes(container, index)].some((each) => alike(receiver, each));
  if (speaksOf) return SURE.near;
  return of === 1 ? (imports(file, home, index) ? SURE.near : SURE.only) : SURE.name;
}

/** Methods of subtypes that stand in for the ones called. */
function withOverrides(kept: Target[], all: readonly Target[], index: CodeIndex): Target[] {
  return all.flatMap((target) => {
    const own = kept.find((each) => each.definition === target.definition);
    const { container } = target.definition;
    const over = container === undefined ? 0 : Math.max(
      0,
      ...kept.filter(({ definition }) =>
        definition.container !== undefined && supertypes(container, index).has(definition.container)
      ).map(({ sure }) => sure * OVERRIDDEN),
    );
    const sure = Math.max(own?.sure ?? 0, over);
    return sure === 0 ? [] : [{ ...target, sure }];
  });
}

/** The type in whose body a function stands. */
function typeAround(caller: Definition | undefined, { definitions }: SourceFile): string | undefined {
  if (caller?.container !== undefined) return caller.container;
  return caller &&
    definitions.findLast(({ kind, line, endLine }) =>
      isType(kind) && line <= caller.line && caller.endLine <= endLine
    )?.name;
}

function isRelated(one: string, other: string, index: CodeIndex): boolean {
  return one === other || supertypes(one, index).has(other) || supertypes(other, index).has(one);
}

const known = new WeakMap<CodeIndex, Map<string, ReadonlySet<string>>>();

/** Names of the types that one extends, those they extend, and so on. */
export function supertypes(name: string, index: CodeIndex): ReadonlySet<string> {
  const cache = known.get(index) ?? new Map<string, ReadonlySet<string>>();
  known.set(index, cache);
  const found = cache.get(name) ?? climb(name, index);
  cache.set(name, found);
  return found;
}

function climb(name: string, index: CodeIndex): ReadonlySet<string> {
  const found = new Set<string>();
  let front = [name];
  for (let level = 0; level < MAX_LEVELS && front.length > 0; level++) {
    const above = front.flatMap((each) => index.definers(each)).flatMap(({ definition }) =>
      isType(definition.kind) || definition.kind === "module" ? definition.bases ?? [] : []
    );
    front = [...new Set(above)].filter((each) => each !== name && !found.has(each));
    for (const each of front) found.add(each);
  }
  return found;
}

/** Whether a file imports another, or the header that stands beside it. */
export function imports({ path }: SourceFile, home: SourceFile, { corpus }: CodeIndex): boolean {
  const document = corpus.document(path);
  const stem = (name: string) => name.replace(/\.\w+$/, "");
  return document !== undefined &&
    importedBy(corpus, document).map((each) => corpus.path(each)).some((each) =>
      each === home.path || (/\.h\w*$/.test(each) && stem(each) === stem(home.path))
    );
}

/** The name that others call a file by: its folder's, where its own says nothing or the folder is the module. */
export function moduleName(path: string): string {
  const [name = "", folder = ""] = path.split("/").reverse();
  const stem = name.replace(/\.[^.]+$/, "");
  return path.endsWith(".go") || /^(?:index|__init__|mod|lib|main)$/.test(stem) ? folder : stem;
}

/** Whether a variable is called like a type or a module: `fileStore`, `file_store`, `FileStore`. */
function alike(receiver: string, ...names: (string | undefined)[]): boolean {
  const plain = (name: string) => name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  return names.some((name) => name !== undefined && plain(name) === plain(receiver));
}
