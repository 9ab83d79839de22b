import { type CallSite, escaped } from "./call_site.ts";
import { declaredType } from "./declared_type.ts";
import { isType } from "./definition.ts";
import { isCallable } from "./enclosing.ts";
import { isAside, isTest } from "../files/languages.ts";
import type { Defined } from "./hierarchy.ts";
import { onGoPackage } from "./go_packages.ts";
import { knowsOfPackage } from "./packages.ts";
import type { SourceFile } from "../files/source_file.ts";
import { GUESSED, LIKELY, NAMED, NO, type Reach, type Ties, YES } from "./ties.ts";
import { isTakenElsewhere } from "./taken_in.ts";
import { folderOf } from "../files/folder_of.ts";

/** A function or type, called by its plain name: of the own file, an imported one, the same package, or the only one there is. */
export function visible({ call, file }: CallSite, target: Defined, { hierarchy, imports }: Ties): Reach {
  if (target.file === file) return YES;
  const { definition } = target;
  if (isTakenElsewhere(file, target)) return NO;
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
  if (file.language === "kotlin" && target.file.language === "kotlin" && definition.container === undefined) {
    return knowsOfPackage(file, target.file, definition.name) ? YES : NO;
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
  // C's functions of one name that are linked stand in for each other, each on its system.
  if (ofC && homes.size > 1 && others.every((each) => isLinked(each))) return { sure: LIKELY };
  if (homes.size > 1) return { sure: file.language === "go" ? 0 : NAMED };
  // What is linked together has each function once.
  return ofC ? YES : { sure: LIKELY };
}

/** A function of C that other files of the program can call. */
function isLinked({ file: { path }, definition: { kind, signature } }: Defined): boolean {
  return kind === "function" && !/^(?:static|STATIC)\b/.test(signature) && !isTest(path) && !isAside(path);
}

/** `module.function()`. */
export function onModule(receiver: string, site: CallSite, target: Defined, ties: Ties): Reach {
  const { file } = site;
  const { hierarchy, imports } = ties;
  const { path } = target.file;
  if (/^(?:c|cpp)$/.test(file.language)) return inNamespace(receiver, site, target, ties);
  if (file.language === "go") return onGoPackage(receiver, file, target, imports(file));
  if (receiver === "exports" && /^(?:javascript|typescript)$/.test(file.language)) {
    return target.file === file ? YES : NO;
  }
  const names = [stemOf(path), folderOf(path).split("/").pop() ?? "", target.definition.container ?? ""];
  const imported = imports(file).includes(path);
  if (names.includes(receiver)) return imported || target.file === file ? YES : { sure: LIKELY };
  if (imported && importsAs(file, receiver)) return { sure: LIKELY };
  if (hierarchy.isType(receiver) || declaredType(file, receiver, undefined) !== undefined) return NO;
  return imported && /^(?:javascript|typescript|lua)$/.test(file.language) ? { sure: GUESSED } : NO;
}

/** C++: `space::function()`, where the function stands in that namespace; one that a macro opens, or that has another name here, is not known. */
function inNamespace(receiver: string, site: CallSite, target: Defined, ties: Ties): Reach {
  const { call, file } = site;
  const { name, line } = target.definition;
  if (!(file.lines[call.line - 1] ?? "").includes(`${receiver}::${name}`)) return NO;
  if (receiver === "std" || ties.hierarchy.isType(receiver)) return NO;
  const found = visible(site, target, ties);
  const around = target.file.definitions.filter((each) =>
    each.kind === "module" && each.line <= line && each.endLine >= line
  );
  if (around.some((each) => each.name === receiver)) return found;
  const another = around.length > 0 &&
    ties.hierarchy.index.definers(receiver).some(({ definition }) => definition.kind === "module");
  return another ? NO : { sure: Math.min(found.sure, NAMED) };
}

/** Whether an import brings a name in. */
export function importsAs({ lines }: SourceFile, name: string): boolean {
  const word = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`);
  return lines.some((line) =>
    /^\s*(?:import|from|use|using|const|let|var)\b|\brequire\b/.test(line) &&
    /\b(?:import|from|require|use|using)\b/.test(line) && word.test(line)
  );
}

function stemOf(path: string): string {
  return (path.split("/").pop() ?? "").replace(/\.[^.]+$/, "");
}
