import { escaped } from "./call_site.ts";
import { isType } from "./definition.ts";
import type { Defined } from "./hierarchy.ts";
import { mention } from "./mention.ts";
import { isFamily } from "./other_languages.ts";
import type { Ties } from "./ties.ts";
import { means } from "./type_name.ts";

/** Lines of a type in which Ruby's mixins are looked for. */
const MAX_LINES = 200;

/** Whether a type that names a base of the target's name extends the target, and not another type of that name. */
export function extendsIt(heir: Defined, target: Defined, ties: Ties): boolean {
  const { name } = target.definition;
  if (!isFamily(heir.file.language, target.file.language)) return false;
  switch (heir.file.language) {
    case "go":
      return embeds(heir, target, ties);
    case "ruby":
      return isInScope(heir, target, ties);
    default:
      return means(name, heir.file, target, ties);
  }
}

/** Whether a type of Go takes in this one, and not another package's of the name. */
function embeds({ file, definition: { line, endLine } }: Defined, target: Defined, ties: Ties): boolean {
  const { name } = target.definition;
  for (let at = line; at <= endLine; at++) {
    if (mention({ name, line: at, file }, target, ties) > 0) return true;
  }
  return false;
}

/** Ruby looks for a plain name in the module around, and for `A::Name` in that module. */
function isInScope({ file, definition }: Defined, target: Defined, { hierarchy }: Ties): boolean {
  const { name, container } = target.definition;
  const namesakes = hierarchy.index.definers(name).filter(({ definition: { kind } }) =>
    isType(kind) || kind === "module"
  );
  const among = (scope: string) => namesakes.some((each) => each.definition.container === scope);
  const written = new RegExp(
    `(?:<|\\b(?:include|extend|prepend)\\b)[^#]*?(?:([A-Z]\\w*)::|(?<![\\w:]))${escaped(name)}(?!\\w|::)`,
  );
  const { line, endLine } = definition;
  for (let at = line; at <= Math.min(endLine, line + MAX_LINES); at++) {
    const found = written.exec(file.codeLine(at));
    if (found === null) continue;
    const scope = found[1] ?? definition.container;
    return scope === undefined || !among(scope) || scope === container;
  }
  return true;
}
