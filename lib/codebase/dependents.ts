import type { Lookup } from "./lookup/lookup.ts";
import { isAside, isTest } from "./files/languages.ts";
import type { SourceFile } from "./files/source_file.ts";
import { type Definition, isType } from "./structure/definition.ts";
import { isCallable, qualifiedName } from "./structure/enclosing.ts";
import { type Defined, Hierarchy, type TypeIndex } from "./structure/hierarchy.ts";
import { mention } from "./structure/mention.ts";
import { extendsIt } from "./structure/extends_it.ts";
import { isFamily } from "./structure/other_languages.ts";
import { reach } from "./structure/reach.ts";
import { isTakenElsewhere } from "./structure/taken_in.ts";
import type { Ties } from "./structure/ties.ts";
import type { Usage, UsageKind } from "./structure/usages.ts";
import { folderOf } from "./files/folder_of.ts";

/** A place that a change reaches, and how. */
export interface Dependent {
  file: SourceFile;
  line: number;
  symbol?: Definition;
  /** `calls priceOf`, `inherits from Place, which inherits from Shop`. */
  says: string;
  /** 0..1: how surely the change breaks it. */
  value: number;
  by: "inheritance" | "use" | "import";
}

const VALUE: Readonly<Record<Exclude<UsageKind, "defines">, number>> = {
  inherits: 0.95,
  calls: 0.9,
  uses: 0.75,
  imports: 0.6,
};
const OVERRIDES = 0.92;
const OVERRIDDEN = 0.7;
/** What a type is worth that inherits over another one. */
const FURTHER = 0.85;
/** Least sureness with which a call is counted. */
const LEAST = 0.4;
/** A mention, where several things have the name and nothing says which is meant. */
const DOUBTFUL = 0.6;
/** Types of one level whose heirs are asked for, and levels. */
const MAX_HEIRS = 20;
const MAX_LEVELS = 3;

const SAYS: Readonly<Record<Exclude<UsageKind, "defines">, string>> = {
  inherits: "inherits from",
  calls: "calls",
  uses: "refers to",
  imports: "imports",
};

/** Learns of the types below definitions as much as `dependents` asks: those of a type and of a method's type, and those below them. */
export async function learnHeirs(targets: readonly Defined[], lookup: Lookup): Promise<void> {
  const types = new Set(
    targets.flatMap((target) =>
      canBeExtended(target) ? target.definition.name : target.definition.container ?? []
    ),
  );
  await lookup.learn([...types]);
  const below = [...types].flatMap((type) => lookup.heirs(type)).map(({ definition }) => definition.name);
  await lookup.learn([...new Set(below)].slice(0, MAX_HEIRS));
}

/** What depends on definitions: what uses their names, and what is tied to them by inheritance. */
export function dependents(targets: readonly Defined[], used: readonly Usage[], lookup: Lookup): Dependent[] {
  const ties: Ties = { hierarchy: new Hierarchy(lookup), imports: (file) => lookup.imports(file) };
  return distinct([
    ...used.flatMap((usage) => dependent(usage, targets, ties) ?? []),
    ...targets.filter(canBeExtended).flatMap((target) => heirs(target, lookup, ties)),
    ...targets.filter(({ definition }) => isCallable(definition)).flatMap((target) =>
      overridden(target, { index: lookup, above: (type) => ties.hierarchy.above(type) })
    ),
  ]);
}

/** A type, or a module of Ruby, which is mixed into others. */
function canBeExtended({ file, definition: { kind } }: Defined): boolean {
  return isType(kind) || (kind === "module" && file.language === "ruby");
}

function dependent(usage: Usage, targets: readonly Defined[], ties: Ties): Dependent | undefined {
  const { kind, name, file, line, symbol, alias } = usage;
  if (kind === "defines" || targets.some((target) => isWithin(usage, target))) return undefined;
  const named = targets.filter(({ definition }) => definition.name === name);
  const sure = named.length === 0 ? 1 : Math.max(...named.map((target) => sureness(usage, target, ties)));
  if (sure < LEAST) return undefined;
  const ofInterface = kind === "inherits" && symbol?.kind !== "interface" &&
    named.some(({ definition }) => definition.kind === "interface");
  const declares = kind === "uses" && symbol === undefined && /\.h\w*$/.test(file.path) &&
    named.some(({ definition }) => isCallable(definition));
  return {
    file,
    line,
    ...(symbol && { symbol }),
    says: `${ofInterface ? "implements" : declares ? "declares" : SAYS[kind]} ${name}${
      alias === undefined ? "" : `, imported as ${alias}`
    }${kind === "calls" && sure <= DOUBTFUL ? ", by its name alone" : ""}`,
    value: VALUE[kind] * sure,
    by: kind === "imports" ? "import" : kind === "inherits" ? "inheritance" : "use",
  };
}

/** Whether a use stands in what is used: it changes with it. */
function isWithin({ name, file, line }: Usage, { file: home, definition }: Defined): boolean {
  return file === home && definition.name === name && definition.line <= line && line <= definition.endLine;
}

function sureness({ kind, name, line, file, symbol, receiver }: Usage, target: Defined, ties: Ties): number {
  const { definition } = target;
  if (kind === "inherits" && symbol !== undefined && !extendsIt({ file, definition: symbol }, target, ties)) {
    return 0;
  }
  if (kind === "calls" && (isCallable(definition) || isType(definition.kind))) {
    const call = { name, line, ...(receiver !== undefined && { receiver }) };
    const caller = symbol !== undefined && isCallable(symbol) ? { caller: symbol } : {};
    return reach({ call, file, ...caller }, target, ties).sure;
  }
  if (isTakenElsewhere(file, target)) return 0;
  if (kind !== "imports") {
    const sure = mention({ name, file, line, ...(symbol && { symbol }) }, target, ties);
    if (sure < 1) return sure;
  }
  if (definition.container !== undefined && definition.kind === "method") return DOUBTFUL;
  const definers = ties.hierarchy.index.definers(name);
  // An extension is no other thing of the name.
  const types = definers.filter((each) => each.definition.kind !== "implementation");
  const homes = new Set((types.length > 0 ? types : definers).map((each) => each.file.path));
  if (file === target.file || ties.imports(file).includes(target.file.path)) return 1;
  if (homes.size <= 1 || folderOf(file.path) === folderOf(target.file.path)) return 1;
  // Its own thing of that name.
  return homes.has(file.path) ? 0 : DOUBTFUL;
}

/** The types that extend a type, those that extend them, and so on. */
function heirs(target: Defined, lookup: Lookup, ties: Ties): Dependent[] {
  const found: Dependent[] = [];
  const seen = new Set<Definition>();
  let front = [{ base: target, way: "", value: VALUE.inherits }];
  for (let level = 0; level < MAX_LEVELS; level++) {
    const next: typeof front = [];
    for (const { base, way, value } of front.slice(0, MAX_HEIRS)) {
      for (const heir of lookup.heirs(base.definition.name)) {
        const { file, definition } = heir;
        const { name } = definition;
        if (name === base.definition.name || name === target.definition.name || seen.has(definition)) {
          continue;
        }
        if (!extendsIt(heir, base, ties)) continue;
        seen.add(definition);
        const implemented = base.definition.kind === "interface" && definition.kind !== "interface";
        const says = `${implemented ? "implements" : "inherits from"} ${base.definition.name}${way}`;
        found.push(tied(file, definition, says, value));
        next.push({ base: heir, way: `, which ${says}`, value: value * FURTHER });
      }
    }
    front = next;
  }
  return found;
}

/** Methods of types below that override one, and of types above that it overrides. */
function overridden({ file: home, definition }: Defined, { index, above }: Overriding): Dependent[] {
  const { name, container } = definition;
  if (container === undefined || name === container) return [];
  const own = qualifiedName(definition);
  const inType = ({ file, definition: type }: Defined) =>
    file.definitions.filter((each) => each.name === name && each.container === type.name && isCallable(each))
      .map((each) => ({ file, definition: each }));
  // A namesake of a type above may stand below, so that the type seems to extend itself.
  const overrides = typesBelow(container, index).flatMap(inType).filter((each) =>
    each.definition !== definition
  );
  const overridden = [...above(container)].flatMap((type) =>
    index.definers(type).filter((each) => isType(each.definition.kind)).flatMap(inType)
  );
  return [
    ...overrides.map((each) => tied(each.file, each.definition, `overrides ${own}`, OVERRIDES)),
    ...overridden.map((each) => tied(each.file, each.definition, `is overridden by ${own}`, OVERRIDDEN)),
  ].filter(({ file }) => isFamily(file.language, home.language));
}

interface Overriding {
  index: TypeIndex;
  above(type: string): ReadonlySet<string>;
}

/** Types that extend one, and those that extend them. */
function typesBelow(type: string, index: TypeIndex): Defined[] {
  const found = new Map<Definition, Defined>();
  let front = [type];
  for (let level = 0; level < MAX_LEVELS; level++) {
    const next: string[] = [];
    for (const name of front.slice(0, MAX_HEIRS)) {
      for (const heir of index.heirs(name)) {
        if (found.has(heir.definition)) continue;
        found.set(heir.definition, heir);
        next.push(heir.definition.name);
      }
    }
    front = next;
  }
  return [...found.values()];
}

function tied(file: SourceFile, symbol: Definition, says: string, value: number): Dependent {
  return { file, line: symbol.line, symbol, says, value, by: "inheritance" };
}

function distinct(all: readonly Dependent[]): Dependent[] {
  const found = new Map<string, Dependent>();
  for (const each of all) {
    // A base that stands on a line of its own is one tie with the type's head.
    const line = each.by === "inheritance" ? each.symbol?.line ?? each.line : each.line;
    const key = `${each.file.path}\0${line}\0${each.says}`;
    if ((found.get(key)?.value ?? 0) < each.value) found.set(key, each);
  }
  return [...found.values()].sort((a, b) => priority(a.file.path) - priority(b.file.path));
}

function priority(path: string): number {
  return isAside(path) ? 2 : isTest(path) ? 1 : 0;
}
