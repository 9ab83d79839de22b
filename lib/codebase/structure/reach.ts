import { type Definition, isType } from "./definition.ts";
import { assignedCall, declaredType, resultType } from "./declared_type.ts";
import { isCallable } from "./enclosing.ts";
import type { Language } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";
import { beforeName, type CallSite, escaped, ownReceiver, ownSide, ownType } from "./call_site.ts";
import { reachOfExtension } from "./extensions.ts";
import type { Defined, Hierarchy } from "./hierarchy.ts";
import { LIBRARY } from "./library_methods.ts";
import { GUESSED, LIKELY, NAMED, NO, type Reach, type Ties, YES } from "./ties.ts";
import { onModule, visible } from "./visible.ts";

/** Types that have a method of one name, beyond which the name says less. */
const MAX_NAMESAKES = 2;

/** Languages in which a bare name may be a method of the own class. */
const IMPLICIT_THIS: ReadonlySet<Language> = new Set(
  ["java", "csharp", "cpp", "kotlin", "swift", "ruby", "scala", "groovy", "dart"] as const,
);
/** Whether a call means a definition, by what stands before its name, by types and by imports. */
export function reach(site: CallSite, target: Defined, ties: Ties): Reach {
  const { call, file, caller } = site;
  if (isOutOfSight(file, target)) return NO;
  const before = beforeName(call, file);
  if (before.kind === "bare") return bare(site, target, ties);
  const { written = "" } = before;
  const { container } = target.definition;
  // `new Type().method()`
  const made = before.made !== undefined && ties.hierarchy.isType(before.made) ? before.made : undefined;
  const receiver = made ?? before.name;
  // `Type.current.method()`
  if (
    container !== undefined &&
    new RegExp(`(?<![\\w$])${escaped(container)}(?:\\.|::|->)\\w+[^\\s,;]*$`).test(written)
  ) {
    return { sure: LIKELY };
  }
  const extension = reachOfExtension(
    file,
    target,
    ties.hierarchy,
    () => receiver === undefined ? undefined : typeNamed(receiver, site, ties),
  );
  if (extension !== undefined) return { sure: extension };
  if (receiver === undefined) return byMention(site, target, ties);
  const own = ownType(caller, file);
  const side = receiver === ownReceiver(caller) ? "own" : ownSide(receiver, file.language);
  if (side !== undefined) {
    if (own === undefined || container === undefined) {
      return target.file === file && !hasMethod(own, target, ties) ? { sure: NAMED } : NO;
    }
    return byType(own, container, ties, side === "above", site, target);
  }
  return container === undefined || !isMember(target)
    ? onModule(receiver, site, target, ties)
    : onValue(receiver, container, site, target, ties);
}

/** Whether it is called on an object or a type, and not in a module. */
export function isMember({ definition: { kind, container }, file }: Defined): boolean {
  // A module of Ruby is mixed into types.
  return kind === "method" || (file.language === "ruby" && container !== undefined) ||
    (container !== undefined &&
      file.definitions.some((each) => each.name === container && isType(each.kind)));
}

function byType(
  type: string,
  container: string,
  { hierarchy }: Ties,
  above: boolean,
  site?: CallSite,
  target?: Defined,
): Reach {
  if (type === container) {
    if (above) return NO;
    // Two types of one name: the file's own is meant.
    const elsewhere = site !== undefined && target !== undefined && site.file !== target.file &&
      site.file.definitions.some((each) =>
        each.name === target.definition.name && each.container === container
      );
    return elsewhere ? NO : YES;
  }
  if (hierarchy.above(type).has(container)) return hidden(type, target, hierarchy) ? NO : YES;
  if (!above && (hierarchy.above(container).has(type) || satisfies(container, type, hierarchy))) {
    return { sure: LIKELY, through: type };
  }
  return NO;
}

/** Go: whether a type has all the methods of an interface, which makes it one. */
function satisfies(type: string, wanted: string, { index }: Hierarchy): boolean {
  return index.definers(wanted).some(({ file, definition: { kind } }) => {
    if (file.language !== "go" || kind !== "interface") return false;
    const methods = file.definitions.filter(({ container }) => container === wanted);
    return methods.length > 0 &&
      methods.every(({ name }) =>
        index.definers(name).some(({ definition }) => definition.container === type)
      );
  });
}

/** Languages in which what is private is known in its own file alone. */
const PRIVATE: ReadonlySet<Language> = new Set(
  ["java", "kotlin", "php", "typescript", "scala", "swift"] as const,
);

/** Languages whose code calls the other's by its names. */
const FAMILIES: readonly ReadonlySet<Language>[] = [
  new Set(["javascript", "typescript"] as const),
  new Set(["java", "kotlin", "scala", "groovy", "clojure"] as const),
  new Set(["csharp", "fsharp"] as const),
  new Set(["erlang", "elixir"] as const),
];
/** Languages that others call by the same names, through bindings or code that is made of them. */
const BOUND: ReadonlySet<Language> = new Set(
  ["c", "cpp", "objc", "rust", "go", "swift", "zig", "dart", "proto", "graphql", "sql"] as const,
);

/** Whether code of one language never calls code of another by its name. */
function isForeign(one: Language, other: Language): boolean {
  return one !== other && !BOUND.has(one) && !BOUND.has(other) &&
    !FAMILIES.some((family) => family.has(one) && family.has(other));
}

/** Whether a definition cannot be named in a file, whatever stands there. */
function isOutOfSight(file: SourceFile, { file: home, definition: { name, signature } }: Defined): boolean {
  if (file === home) return false;
  if (isForeign(file.language, home.language)) return true;
  if (file.language === "go" && home.language === "go") {
    return /^[\p{Ll}_]/u.test(name) && folderOf(file.path) !== folderOf(home.path);
  }
  return PRIVATE.has(home.language) && /^(?:@\w+\s+)*(?:\w+\s+)*?private\s/.test(signature);
}

/** Whether a type, or one above it, has a method of the target's name. */
function hasMethod(
  type: string | undefined,
  { definition: { name } }: Defined,
  { hierarchy }: Ties,
): boolean {
  return type !== undefined &&
    hierarchy.index.definers(name).some(({ definition }) =>
      definition.kind === "method" && definition.container !== undefined &&
      (definition.container === type || hierarchy.above(type).has(definition.container))
    );
}

/** Whether a type has the method itself, so that its base's is not the one that is called. */
function hidden(type: string, target: Defined | undefined, hierarchy: Hierarchy): boolean {
  return target !== undefined &&
    hierarchy.index.definers(target.definition.name).some(({ definition }) =>
      definition.container === type && isCallable(definition)
    );
}

function bare(site: CallSite, target: Defined, ties: Ties): Reach {
  const { call, file, caller } = site;
  const { definition } = target;
  if (isType(definition.kind)) return visible(site, target, ties);
  const { container } = definition;
  // A constructor is called by its type's name.
  if (container !== undefined && call.name === container) return visible(site, target, ties);
  if (container === undefined || !isMember(target)) return visible(site, target, ties);
  if (target.file === file && definition.line <= call.line && definition.endLine >= call.line) return YES;
  if (!IMPLICIT_THIS.has(file.language)) return NO;
  const own = ownType(caller, file);
  if (own !== undefined) {
    const found = byType(own, container, ties, false, site, target);
    if (found.sure > 0) return found;
  }
  // An outer type's method, called in an inner one.
  const outer = file.definitions.some(({ name, kind, line, endLine }) =>
    isType(kind) && line <= call.line && endLine >= call.line &&
    (name === container ||
      (ties.hierarchy.above(name).has(container) && !hidden(name, target, ties.hierarchy)))
  );
  if (outer) return YES;
  const statically = file.text.includes(`${container}.${definition.name};`) ||
    file.text.includes(`${container}.*;`) ||
    (file.language === "csharp" && /using\s+static\b/.test(file.text) && file.text.includes(container));
  return statically ? YES : NO;
}

/** The type of a variable, field, property or call, as its declaration says. */
function valueType(name: string, { file, caller }: CallSite, { hierarchy }: Ties): string | undefined {
  const here = declaredType(file, name, caller);
  if (here !== undefined) return here;
  const assigned = assignedCall(file, name, caller);
  // A local variable is nothing else that has its name.
  if (assigned !== undefined) {
    const tells = assigned !== "" && !LIBRARY.test(assigned);
    return tells ? typeGiven(assigned, file.language, hierarchy) : undefined;
  }
  return typeGiven(name, file.language, hierarchy);
}

/** The one type that all functions and properties of a name give. */
function typeGiven(name: string, language: Language, { index }: Hierarchy): string | undefined {
  const types = new Set(
    index.definers(name).filter(({ definition: { kind } }) =>
      !isType(kind) && kind !== "module" && kind !== "macro"
    ).map(({ file, definition }) => {
      const type = resultType({ ...definition, signature: headOf(file, definition) }, language);
      return type === "Self" ? definition.container : type;
    }),
  );
  const [only] = types;
  return types.size === 1 ? only : undefined;
}

/** Lines of a function's head. */
const MAX_HEAD = 12;

/** A definition's head as it is written, in one line: down to where the body begins. */
function headOf({ lines }: SourceFile, { line, endLine, signature }: Definition): string {
  if (/[{;:]\s*$/.test(signature)) return signature;
  const head = lines.slice(line - 1, Math.min(endLine, line - 1 + MAX_HEAD));
  const last = head.findIndex((text) => /[{;]\s*$|\)[^()]*:\s*$/.test(text));
  return head.slice(0, last === -1 ? 1 : last + 1).join(" ").trim();
}

/** The type that a name is, or that what has the name is of. */
function typeNamed(name: string, site: CallSite, ties: Ties): string | undefined {
  return ties.hierarchy.isType(name) ? name : valueType(name, site, ties);
}

/** Types that a receiver may have, to look for its methods there; none where nothing says so. */
export function receiverTypes(site: CallSite, ties: Ties): string[] {
  const before = beforeName(site.call, site.file);
  const own = ownType(site.caller, site.file);
  const receiver = before.name;
  const implicit = before.kind === "bare" && IMPLICIT_THIS.has(site.file.language);
  if (
    implicit || (receiver !== undefined &&
      (ownSide(receiver, site.file.language) !== undefined || receiver === ownReceiver(site.caller)))
  ) {
    return own === undefined ? [] : [own, ...ties.hierarchy.above(own)];
  }
  if (receiver === undefined) return [];
  const type = typeNamed(receiver, site, ties);
  return type === undefined ? [] : [type, ...ties.hierarchy.above(type)];
}

/** `value.method()`, `Type.method()`. */
function onValue(
  receiver: string,
  container: string,
  site: CallSite,
  target: Defined,
  ties: Ties,
): Reach {
  if (receiver === container) return means(container, site.file, target, ties) ? YES : NO;
  if (isModule(receiver, site.file)) return NO;
  if (ties.hierarchy.isType(receiver)) return byType(receiver, container, ties, false, undefined, target);
  const declared = valueType(receiver, site, ties);
  if (declared !== undefined) {
    if (declared === container) return means(container, site.file, target, ties) ? YES : NO;
    const found = byType(declared, container, ties, false, undefined, target);
    if (found.sure > 0) return found;
    if (ties.hierarchy.isType(declared)) return NO;
    // A library's type, unless it is a parameter of types.
    if (
      declared.length > 1 &&
      !/^(?:Object|Any|Self|Optional|Option|List|Iterable|Iterator|Union)$/.test(declared)
    ) {
      return { sure: GUESSED * 0.5 };
    }
  }
  if (isOtherType(receiver, site.file)) {
    const alias = new RegExp(`(?<![\\w$])${escaped(container)}\\s+as\\s+${escaped(receiver)}(?![\\w$])`);
    return alias.test(site.file.text) ? YES : { sure: GUESSED * 0.5 };
  }
  if (isNamedLike(receiver, container)) return { sure: LIKELY };
  const another = ties.hierarchy.index.definers(target.definition.name).some(({ definition }) =>
    definition.container !== undefined && isNamedLike(receiver, definition.container) &&
    !ties.hierarchy.related(definition.container, container)
  );
  return another ? { sure: GUESSED * 0.5 } : byMention(site, target, ties);
}

/** Languages in which a type is written in one place, so that two of a name are two types. */
const WHOLE_TYPES: ReadonlySet<Language> = new Set(["java", "php", "python", "go"] as const);

/** Whether a type's name means the target's in a file, and not another one that the file is nearer to: itself, what it imports, its folder. */
function means(type: string, file: SourceFile, target: Defined, { hierarchy, imports }: Ties): boolean {
  if (!WHOLE_TYPES.has(file.language)) return true;
  const homes = new Set(
    hierarchy.index.definers(type).filter(({ definition }) => isType(definition.kind)).map((each) =>
      each.file.path
    ),
  );
  const { path } = target.file;
  if (homes.size < 2 || !homes.has(path)) return true;
  const nearer = [
    (home: string) => home === file.path,
    (home: string) => imports(file).includes(home),
    (home: string) => folderOf(home) === folderOf(file.path),
  ].find((isNear) => [...homes].some(isNear));
  return nearer === undefined || nearer(path);
}

/** Whether a name is that of a module or package which the file imports as a whole: what is called on it is no method. */
function isModule(name: string, { language, text }: SourceFile): boolean {
  const word = escaped(name);
  switch (language) {
    case "rust":
      return name === "crate" || name === "super";
    case "python":
      return new RegExp(`^\\s*import\\s+(?:[\\w.]+\\s+as\\s+${word}|${word}(?:\\.\\w+)*)\\s*(?:[,#]|$)`, "m")
        .test(text);
    case "go":
      return new RegExp(
        `^\\s*(?:import\\s+)?(?:${word}\\s+"[^"\\n]+"|"(?:[^"\\n]+/)?${word}")\\s*(?://.*)?$`,
        "m",
      ).test(
        text,
      );
    default:
      return false;
  }
}

/** Languages in which a name with a capital, before a method's, is a type's. */
const CAPITAL_TYPES: ReadonlySet<Language> = new Set(
  ["rust", "java", "kotlin", "php", "ruby", "scala", "swift", "dart"] as const,
);

/** Whether a name is a type's that is not of the repository, or that the file knows by another name. */
function isOtherType(name: string, { language }: SourceFile): boolean {
  return CAPITAL_TYPES.has(language) && /^[A-Z]\w*[a-z]/.test(name);
}

function byMention({ file }: CallSite, { definition, file: home }: Defined, { hierarchy }: Ties): Reach {
  const { name, container } = definition;
  if (container === undefined) return NO;
  const types = new Set(hierarchy.index.definers(name).map(({ definition }) => definition.container));
  const sure = file === home || file.text.includes(container) ? NAMED : GUESSED;
  return { sure: types.size > MAX_NAMESAKES ? sure * NAMED : sure };
}

/** `mapper` for `ObjectMapper`, `json_parser` for `JsonParser`, `req` for `Request`. */
function isNamedLike(variable: string, type: string): boolean {
  const plain = variable.replace(/^(?:m_|s_|get|the|my)(?=[A-Z_a-z])|[_$@]/g, "").toLowerCase();
  const of = type.replace(/_/g, "").toLowerCase();
  return plain.length >= 3 && (of === plain || of.endsWith(plain) || of === `i${plain}` ||
    (of.startsWith(plain) && plain.length * 2 >= of.length) ||
    (plain.endsWith(of) && of.length >= 3));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
