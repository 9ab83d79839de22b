import { type Definition, isType } from "./definition.ts";
import { declaredType, resultType } from "./declared_type.ts";
import { isCallable } from "./enclosing.ts";
import type { Language } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";
import { beforeName, type CallSite, escaped, ownReceiver, ownSide, ownType } from "./call_site.ts";
import { reachOfExtension } from "./extensions.ts";
import type { Defined, Hierarchy } from "./hierarchy.ts";

/** How surely a call means a definition: 1 it does, 0 it does not; `through` is the other type by which it may. */
export interface Reach {
  sure: number;
  through?: string;
}

const YES: Reach = { sure: 1 };
const NO: Reach = { sure: 0 };
/** By a type above or below, whose method may be the one, or by a variable named like the type. */
const LIKELY = 0.85;
/** By the name alone, in a file that names the type, and in one that does not. */
const NAMED = 0.6;
const GUESSED = 0.35;
/** Types that have a method of one name, beyond which the name says less. */
const MAX_NAMESAKES = 2;

/** Languages in which a bare name may be a method of the own class. */
const IMPLICIT_THIS: ReadonlySet<Language> = new Set(
  ["java", "csharp", "cpp", "kotlin", "swift", "ruby", "scala", "groovy", "dart"] as const,
);
/** What is known of a repository when calls are told apart. */
export interface Ties {
  hierarchy: Hierarchy;
  imports(file: SourceFile): readonly string[];
}

/** Whether a call means a definition, by what stands before its name, by types and by imports. */
export function reach(site: CallSite, target: Defined, ties: Ties): Reach {
  const { call, file, caller } = site;
  const before = beforeName(call, file);
  if (before.kind === "bare") return bare(site, target, ties);
  const { name: receiver, written = "" } = before;
  const { container } = target.definition;
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
      return target.file === file ? { sure: NAMED } : NO;
    }
    return byType(own, container, ties, side === "above", site, target);
  }
  return container === undefined || !isMember(target)
    ? onModule(receiver, site, target, ties)
    : onValue(receiver, container, site, target, ties);
}

/** Whether it is called on an object or a type, and not in a module. */
function isMember({ definition: { kind, container }, file }: Defined): boolean {
  return kind === "method" ||
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
  if (!above && hierarchy.above(container).has(type)) return { sure: LIKELY, through: type };
  return NO;
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
    /using\s+static\b/.test(file.text) && file.text.includes(container);
  return statically ? YES : NO;
}

/** A function or type, called by its plain name: of the own file, an imported one, the same package, or the only one there is. */
function visible({ call, file }: CallSite, target: Defined, { hierarchy, imports }: Ties): Reach {
  if (target.file === file) return YES;
  const { definition } = target;
  if (
    file.definitions.some((each) =>
      each.name === call.name && each.container === undefined &&
      (isCallable(each) || isType(each.kind))
    )
  ) return NO;
  const ofC = file.language === "c" || file.language === "cpp";
  if (ofC && definition.kind === "macro" && !/\.h\w*$/.test(target.file.path)) return NO;
  if (ofC && /^(?:static|STATIC)\b/.test(definition.signature) && !/\.h\w*$/.test(target.file.path)) {
    return NO;
  }
  if (imports(file).includes(target.file.path)) return YES;
  if (
    folderOf(file.path) === folderOf(target.file.path) &&
    /^(?:go|java|csharp|kotlin|scala|swift|c|cpp)$/.test(file.language)
  ) {
    return YES;
  }
  const others = hierarchy.index.definers(call.name).filter(({ definition }) =>
    isCallable(definition) || isType(definition.kind)
  );
  const homes = new Set(others.map((each) => each.file.path));
  if (homes.size > 1) return { sure: file.language === "go" ? 0 : NAMED };
  // What is linked together has each function once.
  return ofC ? YES : { sure: LIKELY };
}

/** `module.function()`. */
function onModule(
  receiver: string,
  { file }: CallSite,
  target: Defined,
  { hierarchy, imports }: Ties,
): Reach {
  const { path } = target.file;
  const names = [stemOf(path), folderOf(path).split("/").pop() ?? "", target.definition.container ?? ""];
  const imported = imports(file).includes(path);
  if (names.includes(receiver)) return imported || target.file === file ? YES : { sure: LIKELY };
  if (imported && importsAs(file, receiver)) return { sure: LIKELY };
  if (hierarchy.isType(receiver) || declaredType(file, receiver, undefined) !== undefined) return NO;
  return imported && /^(?:javascript|typescript|lua)$/.test(file.language) ? { sure: GUESSED } : NO;
}

/** The type of a variable, field, property or call, as its declaration says. */
function valueType(name: string, { file, caller }: CallSite, { hierarchy }: Ties): string | undefined {
  const here = declaredType(file, name, caller);
  if (here !== undefined) return here;
  const types = new Set(
    hierarchy.index.definers(name).filter(({ definition: { kind } }) =>
      !isType(kind) && kind !== "module" && kind !== "macro"
    ).map(({ definition }) => resultType(definition, file.language)),
  );
  const [only] = types;
  return types.size === 1 ? only : undefined;
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
  if (receiver === container) return YES;
  if (ties.hierarchy.isType(receiver)) return byType(receiver, container, ties, false, undefined, target);
  const declared = valueType(receiver, site, ties);
  if (declared !== undefined) {
    if (declared === container) return YES;
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
  if (isNamedLike(receiver, container)) return { sure: LIKELY };
  return byMention(site, target, ties);
}

function byMention({ file }: CallSite, { definition, file: home }: Defined, { hierarchy }: Ties): Reach {
  const { name, container } = definition;
  if (container === undefined) return NO;
  const types = new Set(hierarchy.index.definers(name).map(({ definition }) => definition.container));
  const sure = file === home || file.text.includes(container) ? NAMED : GUESSED;
  return { sure: types.size > MAX_NAMESAKES ? sure * NAMED : sure };
}

/** How surely a line that names a definition without calling it means it: a method is named on an object or a type. */
export function mention(
  { name, line, file, symbol }: { name: string; line: number; file: SourceFile; symbol?: Definition },
  target: Defined,
  ties: Ties,
): number {
  if (file.language === "go" && target.definition.container === undefined) {
    return isOfGoPackage(name, file, line, target) ? 1 : 0;
  }
  if (target.definition.container === undefined || !isMember(target)) return 1;
  // Java and Kotlin name a method with two colons; behind a dot stands a field.
  const link = /^(?:java|kotlin)$/.test(file.language) ? "::" : "(?:\\.|->|::)";
  const member = new RegExp(`([A-Za-z_$][\\w$]*)?[)\\]]?\\s*${link}\\s*${escaped(name)}(?![\\w$])`).exec(
    file.codeLine(line),
  );
  if (member === null) return 0;
  const receiver = member[1];
  if (receiver === undefined) return file.text.includes(target.definition.container) ? GUESSED : 0;
  const caller = symbol !== undefined && isCallable(symbol) ? { caller: symbol } : {};
  return reach({ call: { name, line, receiver }, file, ...caller }, target, ties).sure;
}

/** Go names what is not of the own package with its package before it. */
function isOfGoPackage(name: string, file: SourceFile, line: number, target: Defined): boolean {
  const own = folderOf(file.path) === folderOf(target.file.path);
  const qualifiers = [
    ...file.codeLine(line).matchAll(new RegExp(`(?:(\\w+)\\.)?(?<!\\w)${escaped(name)}(?!\\w)`, "g")),
  ].map((
    match,
  ) => match[1]);
  const home = /^package\s+(\w+)/m.exec(target.file.text)?.[1];
  return qualifiers.some((qualifier) => qualifier === undefined ? own : qualifier === home && !own);
}

/** `mapper` for `ObjectMapper`, `json_parser` for `JsonParser`, `req` for `Request`. */
function isNamedLike(variable: string, type: string): boolean {
  const plain = variable.replace(/^(?:m_|s_|get|the|my)(?=[A-Z_a-z])|[_$@]/g, "").toLowerCase();
  const of = type.replace(/_/g, "").toLowerCase();
  return plain.length >= 3 && (of === plain || of.endsWith(plain) || of === `i${plain}` ||
    (of.startsWith(plain) && plain.length * 2 >= of.length) ||
    (plain.endsWith(of) && of.length >= 3));
}

/** Whether an import brings a name in. */
function importsAs({ lines }: SourceFile, name: string): boolean {
  const word = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`);
  return lines.some((line) =>
    /^\s*(?:import|from|use|using|const|let|var)\b|\brequire\b/.test(line) &&
    /\b(?:import|from|require|use|using)\b/.test(line) && word.test(line)
  );
}

function stemOf(path: string): string {
  return (path.split("/").pop() ?? "").replace(/\.[^.]+$/, "");
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
