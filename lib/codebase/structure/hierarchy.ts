import type { SourceFile } from "../files/source_file.ts";
import { type Definition, isType } from "./definition.ts";

/** A definition and the file it stands in. */
export interface Defined {
  file: SourceFile;
  definition: Definition;
}

/** Where names are defined, and which types extend which, as far as it is known. */
export interface TypeIndex {
  /** All definitions of a name. */
  definers(name: string): readonly Defined[];
  /** Types that name this one as their base. */
  heirs(name: string): readonly Defined[];
}

const MAX_LEVELS = 4;
/** Types above or below one type: a base of half the repository relates everything to everything. */
const MAX_TYPES = 200;

/** Which types are above and below which, by name. */
export class Hierarchy {
  readonly #above = new Map<string, ReadonlySet<string>>();
  readonly #below = new Map<string, ReadonlySet<string>>();

  constructor(readonly index: TypeIndex) {}

  /** Whether a type of this name is defined. */
  isType(name: string): boolean {
    return this.index.definers(name).some(({ definition }) => isType(definition.kind));
  }

  /** Names of the types that `name` extends, those they extend, and so on. */
  above(name: string): ReadonlySet<string> {
    return known(
      this.#above,
      name,
      () =>
        closure(
          name,
          (each) =>
            this.index.definers(each).flatMap(({ definition }) =>
              isType(definition.kind) || definition.kind === "module" ? definition.bases ?? [] : []
            ),
        ),
    );
  }

  /** Names of the types that extend `name`, those that extend them, and so on. */
  below(name: string): ReadonlySet<string> {
    return known(
      this.#below,
      name,
      () => closure(name, (each) => this.index.heirs(each).map(({ definition }) => definition.name)),
    );
  }

  /** Whether one of the two is the other, or above it. */
  related(one: string, other: string): boolean {
    return one === other || this.above(one).has(other) || this.above(other).has(one);
  }
}

/**
 * The definitions that a name means: those in the container where it has one, else those the container inherits, else those in a file named like it,
 * else all.
 */
export function definitionsMeant(
  { name, container }: { name: string; container?: string },
  hierarchy: Hierarchy,
): readonly Defined[] {
  const all = withoutImports(hierarchy.index.definers(name));
  if (container === undefined) return all;
  const of = (wanted: (each: Defined) => boolean) => all.filter(wanted);
  // The type's own files first: a name that very many files define is not looked for in all of them.
  const homes = new Set(
    hierarchy.index.definers(container).filter(({ definition }) => isType(definition.kind)).map(({ file }) =>
      file
    ),
  );
  const own = [...homes].flatMap((file) =>
    file.definitions.filter((each) => each.name === name && each.container === container)
      .map((definition) => ({ file, definition }))
  );
  const choices = [
    [...bodiesOf(own, all, container), ...own],
    of(({ definition }) => definition.container === container),
    of(({ definition }) => hierarchy.above(container).has(definition.container ?? "")),
    of(({ file }) => /([^/]*?)(?:\.[^./]*)?$/.exec(file.path)?.[1] === container),
  ];
  return choices.find((found) => found.length > 0) ?? all;
}

const HEADER = /\.(?:h|hh|hpp|hxx|h\+\+)$/i;

/** What the methods do that a header only declares: C++ has them in other files than their types. */
export function bodiesOf(own: readonly Defined[], all: readonly Defined[], container: string): Defined[] {
  if (!own.some(({ file }) => HEADER.test(file.path))) return [];
  return all.filter((each) =>
    each.definition.container === container && /^(?:c|cpp|objc)$/.test(each.file.language) &&
    !own.some(({ definition }) => definition === each.definition) && !HEADER.test(each.file.path)
  );
}

/** Whether a definition in a header of C or C++ is a declaration only: what it does stands elsewhere. */
export function isDeclaration({ file, definition: { line, endLine, kind } }: Defined): boolean {
  return HEADER.test(file.path) && (kind === "method" || kind === "function") &&
    !file.lines.slice(line - 1, endLine).some((text) => text.includes("{"));
}

const IMPORTED = /^(?:const|let|var)\b.*\brequire\s*\(/;

/** Without variables that only take a module's function in, where the function itself is known. */
function withoutImports(all: readonly Defined[]): readonly Defined[] {
  const own = all.filter(({ definition: { signature } }) => !IMPORTED.test(signature));
  return own.length > 0 ? own : all;
}

function known(
  map: Map<string, ReadonlySet<string>>,
  name: string,
  find: () => ReadonlySet<string>,
): ReadonlySet<string> {
  let found = map.get(name);
  if (found === undefined) map.set(name, found = find());
  return found;
}

function closure(name: string, next: (name: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  let front = [name];
  for (let level = 0; level < MAX_LEVELS && front.length > 0; level++) {
    const added: string[] = [];
    for (const each of front) {
      for (const other of next(each)) {
        if (other === name || found.has(other) || found.size >= MAX_TYPES) continue;
        found.add(other);
        added.push(other);
      }
    }
    front = added;
  }
  return found;
}
