import type { Call } from "../syntax/outline.ts";
import { type Definition, isType } from "./definition.ts";
import { isCallable, qualifiedName } from "./enclosing.ts";
import { bodiesOf, type Defined, isDeclaration } from "./hierarchy.ts";
import { isAside, isTest } from "../files/languages.ts";
import { ownSide } from "./call_site.ts";
import { LIBRARY } from "./library_methods.ts";
import { isFamily } from "./other_languages.ts";
import { reach } from "./reach.ts";
import type { Ties } from "./ties.ts";
import { receiverTypes } from "./value_type.ts";
import type { SourceFile } from "../files/source_file.ts";

/** What a function calls, and how surely. */
export interface Callee extends Defined {
  call: Call;
  sure: number;
  /** The base's method that the call is written for, where this one overrides it. */
  overrides?: string;
}

const MAX_CALLS = 60;
/** Imported files that are read to find what is called, where nothing says which defines it. */
const MAX_IMPORTED = 30;
/** Places that one call may mean, beyond which the name says nothing. */
const MAX_TARGETS = 2;
const MAX_OVERRIDES = 3;
/** Least sureness of what is shown. */
const LEAST = 0.6;
const SURE = 0.85;

/** The calls in a function's body, the first of each name and receiver. */
export function callsOf(file: SourceFile, { name: own, line, endLine }: Definition): Call[] {
  const found = new Map<string, Call>();
  for (const call of file.calls) {
    if (call.line > endLine || found.size >= MAX_CALLS) break;
    if (call.line < line || (call.name === own && call.line === line)) continue;
    const key = `${call.name}\0${call.receiver ?? ""}`;
    if (!found.has(key)) found.set(key, call);
  }
  return [...found.values()];
}

/** What a function calls in the repository, in order of the calls; with them what overrides it in types below. */
export function callees(
  { file, definition: caller }: Defined,
  ties: Ties,
  read: (path: string) => SourceFile | undefined,
): Callee[] {
  const { index } = ties.hierarchy;
  // Without a parser only the files that were read are known.
  if (!file.parsed) { for (const path of ties.imports(file).slice(0, MAX_IMPORTED)) read(path); }
  const seen = new Set<Definition>([caller]);
  return callsOf(file, caller).flatMap((call) => {
    const ofType = receiverTypes({ call, file, caller }, ties).flatMap((type) => {
      const own = index.definers(type).flatMap((home) =>
        home.file.definitions.filter(({ name, container }) => name === call.name && container === type)
          .map((definition) => ({ file: home.file, definition }))
      );
      return [...own, ...bodiesOf(own, index.definers(call.name), type)];
    });
    const candidates = candidatesOf(call, file, ofType.length > 0 ? ofType : index.definers(call.name));
    const least = LIBRARY.test(call.name) ? SURE : LEAST;
    const meant = candidates.map((target) => ({
      ...target,
      call,
      sure: reach({ call, file, caller }, target, ties).sure,
    })).filter(({ sure }) => sure >= least);
    const best = Math.max(0, ...meant.map(({ sure }) => sure));
    const targets = withoutOverloads(
      constructorsFirst(withoutDeclarations(meant.filter(({ sure }) => sure === best))),
    );
    if (targets.length > MAX_TARGETS && best < 1) return [];
    const found = targets.slice(0, MAX_TARGETS).filter(({ definition }) => !seen.has(definition));
    for (const { definition } of found) seen.add(definition);
    return found.flatMap((callee) => [callee, ...overriding(callee, call, ties, seen)]);
  });
}

function candidatesOf({ name }: Call, { path }: SourceFile, definers: readonly Defined[]): Defined[] {
  const aside = isTest(path) || isAside(path);
  return definers.filter(({ file, definition }) =>
    file.path === path ||
    (isCallable(definition) || isType(definition.kind)) && definition.name === name &&
      (aside || !(isTest(file.path) || isAside(file.path)))
  ).filter(({ definition }) =>
    isCallable(definition)
      ? definition.kind !== "macro" || !/^[A-Z\d_]+$/.test(name)
      : isType(definition.kind) && definition.kind !== "implementation"
  );
}

/** Where a type and its constructor have one name, the constructor is what is called. */
function constructorsFirst<T extends Defined>(targets: readonly T[]): T[] {
  const constructors = targets.filter(({ definition }) => definition.name === definition.container);
  return constructors.length > 0 ? constructors.slice(0, 1) : [...targets];
}

/** Where what a method of C++ does is known, its declaration in a header says no more. */
function withoutDeclarations<T extends Defined>(targets: readonly T[]): T[] {
  const bodies = targets.filter((target) => !isDeclaration(target));
  return targets.filter((target) =>
    bodies.includes(target) ||
    !bodies.some(({ definition }) => qualifiedName(definition) === qualifiedName(target.definition))
  );
}

/** Of several definitions of one name in one place, the longest: the others are declarations, or lead to it. */
function withoutOverloads<T extends Defined>(targets: readonly T[]): T[] {
  const found = new Map<string, T>();
  const length = ({ definition: { line, endLine } }: Defined) => endLine - line;
  for (const target of targets) {
    const key = `${target.file.path}\0${qualifiedName(target.definition)}`;
    const known = found.get(key);
    if (known === undefined || length(target) > length(known)) found.set(key, target);
  }
  return [...found.values()];
}

/** Methods of types below that stand in for the one called. */
function overriding(callee: Callee, call: Call, { hierarchy }: Ties, seen: Set<Definition>): Callee[] {
  const { definition } = callee;
  const { container, name } = definition;
  if (container === undefined || definition.kind !== "method" || name === container) return [];
  if (call.receiver === container || ownSide(call.receiver ?? "", callee.file.language) === "above") {
    return [];
  }
  const below = hierarchy.below(container);
  if (below.size === 0) return [];
  const found = hierarchy.index.definers(name).filter(({ file, definition: each }) =>
    each.container !== undefined && below.has(each.container) && isCallable(each) && !seen.has(each) &&
    isFamily(file.language, callee.file.language) &&
    !isTest(file.path) && !isAside(file.path)
  ).slice(0, MAX_OVERRIDES);
  for (const each of found) seen.add(each.definition);
  return found.map((each) => ({
    ...each,
    call,
    sure: SURE * callee.sure,
    overrides: qualifiedName(definition),
  }));
}
