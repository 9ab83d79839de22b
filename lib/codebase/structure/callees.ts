import type { Definition } from "./definition.ts";
import { isCallable } from "./enclosing.ts";
import { type FileIndex, imports, resolveImports } from "../imports/imports.ts";
import type { SourceFile } from "../files/source_file.ts";

/** A call that a function's body makes, as it is written. */
export interface WrittenCall {
  name: string;
  /** 1-based. */
  line: number;
}

/** Where a called name is defined. */
export interface Callee extends WrittenCall {
  file: SourceFile;
  definition: Definition;
}

const MAX_CALLS = 40;
/** Imported files that are read to find what is called. */
const MAX_IMPORTED = 30;
const CALL = /(?<![\w$])([A-Za-z_$][\w$]*[?!]?)\s*(?:::)?(?:<[^()<>]{0,100}>)?\(/g;
const NO_CALL = new Set(
  "if for while switch catch return function with elif and or not in is print sizeof typeof super new await match when unless assert defer go func fn def lambda throw raise yield case else do using lock foreach echo isset unset empty list array Some None Ok Err String Number Boolean Array Object Error len str int range"
    .split(" "),
);

/** Methods of strings, lists and maps everywhere: on anything but `this`, such a name is not the repository's. */
const LIBRARY =
  /^(?:get|set|add|pop|push|append|extend|insert|items|keys|values|entries|join|split|format|strip|trim|replace|map|filter|forEach|find|update|remove|delete|close|read|write|open|has|contains|includes|len|length|size|next|copy|clone|to_string|toString|equals|unwrap|expect|collect|iter|into|sort|reverse|slice|index|count|concat|match|test|exec|then|catch|apply|call|bind|print|println)$/;
const OWN_RECEIVER = /(?:\bthis|\bself|\bcls|\bsuper\(\)|@|\$this)(?:\.|->|::)$/;

/** Names that a function calls, in order, each once. */
export function writtenCalls(file: SourceFile, { name: own, line, endLine }: Definition): WrittenCall[] {
  const found = new Map<string, WrittenCall>();
  for (let at = line; at <= endLine && found.size < MAX_CALLS; at++) {
    const code = file.code[at - 1] ?? "";
    for (const { 1: name = "", index } of code.matchAll(CALL)) {
      if (NO_CALL.has(name) || (name === own && at === line) || found.has(name)) continue;
      if (LIBRARY.test(name) && !OWN_RECEIVER.test(code.slice(Math.max(0, index - 20), index))) continue;
      found.set(name, { name, line: at });
    }
  }
  return [...found.values()];
}

/** Those of a function's calls whose definition is in the same file or in a file that it imports. */
export function callees(
  file: SourceFile,
  caller: Definition,
  files: FileIndex,
  read: (path: string) => SourceFile | undefined,
): Callee[] {
  const calls = writtenCalls(file, caller);
  const imported = resolveImports(imports(file.text, file.language), file.path, file.language, files);
  const places = [file, ...imported.slice(0, MAX_IMPORTED).flatMap((path) => read(path) ?? [])];
  return calls.flatMap((call) => {
    for (const place of places) {
      const definition = place.definitions.find((each) =>
        each.name === call.name && (isCallable(each) || each.kind === "class")
      );
      if (definition !== undefined && definition !== caller) return [{ ...call, file: place, definition }];
    }
    return [];
  });
}
