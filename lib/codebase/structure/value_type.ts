import type { Language } from "../files/languages.ts";
import type { SourceFile } from "../files/source_file.ts";
import { beforeName, type CallSite, IMPLICIT_THIS, ownReceiver, ownSide, ownType } from "./call_site.ts";
import { assignedCall, declaredIn, declaredType, resultType } from "./declared_type.ts";
import { type Definition, isType } from "./definition.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { LIBRARY } from "./library_methods.ts";
import type { Ties } from "./ties.ts";

/** The type of a variable, field, property or call, as its declaration says. */
export function valueType(name: string, { file, caller }: CallSite, { hierarchy }: Ties): string | undefined {
  const here = caller && declaredIn(file, name, caller);
  if (here !== undefined) return here;
  const assigned = assignedCall(file, name, caller);
  // A local variable is nothing else that has its name, here or in another function.
  const elsewhere = assigned?.local === true ? undefined : declaredIn(file, name, undefined);
  if (elsewhere !== undefined) return elsewhere;
  if (assigned !== undefined) {
    const { call } = assigned;
    if (call === "" || LIBRARY.test(call)) return undefined;
    return hierarchy.isType(call) ? call : typeGiven(call, file.language, hierarchy);
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

/** Whether a name is a type's, and not that of a variable which a type has as well, as with `state` of the class `State`. */
export function isTypeName(name: string, { file, caller }: CallSite, { hierarchy }: Ties): boolean {
  return hierarchy.isType(name) && (/^[A-Z]/.test(name) || declaredType(file, name, caller) === undefined);
}

/** The type that a name is, or that what has the name is of. */
export function typeNamed(name: string, site: CallSite, ties: Ties): string | undefined {
  return isTypeName(name, site, ties) ? name : valueType(name, site, ties);
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
