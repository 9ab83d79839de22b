import type { IndexGroup } from "../catalog/index_text.ts";

/** UTF-16 units; a client keeps 4,096 of a whole description. */
const MAX_CHARS = 3000;

/** Names that have come since a client was given the index, one a line, as many as fit. */
export function newTools(groups: readonly IndexGroup[], given: ReadonlySet<string>): string {
  const names = groups.flatMap(({ tools }) => tools.map(({ name }) => name)).filter((name) =>
    !given.has(name)
  );
  let text = "";
  for (const [at, name] of names.entries()) {
    if (text.length + name.length > MAX_CHARS) return `${text}\n… and ${names.length - at} more`;
    text += `${at === 0 ? "" : "\n"}${name}`;
  }
  return text;
}
