import { isType } from "./definition.ts";
import { isCallable } from "./enclosing.ts";
import {
  beforeName,
  type CallSite,
  escaped,
  IMPLICIT_THIS,
  ownReceiver,
  ownSide,
  ownType,
} from "./call_site.ts";
import { reachOfExtension } from "./extensions.ts";
import type { Defined, Hierarchy } from "./hierarchy.ts";
import { isOutOfSight, isShadowed } from "./out_of_sight.ts";
import { hasOwn, isFamily } from "./other_languages.ts";
import { GUESSED, LIKELY, NAMED, NO, type Reach, type Ties, UNIQUE, YES } from "./ties.ts";
import { isModule, isOtherType, means } from "./type_name.ts";
import { isTypeName, typeNamed, valueType } from "./value_type.ts";
import { onModule, visible } from "./visible.ts";

/** Types that have a method of one name, beyond which the name says less. */
const MAX_NAMESAKES = 2;
/** A name of several words, long enough that a library hardly has it too: `retrieve_work`, not `get_name`. */
const TELLING = /^(?=.{10})\w*[a-z\d](?:[A-Z]|_+[a-z\d])/;

/** Whether a call means a definition, by what stands before its name, by types and by imports. */
export function reach(site: CallSite, target: Defined, ties: Ties): Reach {
  const { call, file, caller } = site;
  if (isOutOfSight(file, target) || hasOwn(call, file, target, ties.hierarchy.index)) return NO;
  const before = beforeName(call, file);
  if (before.kind === "bare") return isShadowed(file, target) ? NO : bare(site, target, ties);
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
    hierarchy.index.definers(target.definition.name).some(({ definition, file }) =>
      definition.container === type && isCallable(definition) &&
      isFamily(file.language, target.file.language)
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
  if (isTypeName(receiver, site, ties)) return byType(receiver, container, ties, false, undefined, target);
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

function byMention({ file }: CallSite, { definition, file: home }: Defined, { hierarchy }: Ties): Reach {
  const { name, container } = definition;
  if (container === undefined) return NO;
  const types = new Set(hierarchy.index.definers(name).map(({ definition }) => definition.container));
  const unnamed = types.size === 1 && TELLING.test(name) ? UNIQUE : GUESSED;
  const sure = file === home || file.text.includes(container) ? NAMED : unnamed;
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
