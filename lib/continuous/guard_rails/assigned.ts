import type { Link } from "./carriers.ts";
import { baseName } from "./words.ts";

const ASSIGNED = /^([A-Za-z_][\w%]*)=([^]*)$/;
/** Shell's own commands that put what they assign into the environment. */
const EXPORTERS = new Set(["export", "declare", "typeset"]);
/** Git takes it for the value of a setting, which may be one of its aliases. */
const OF_GIT = /^GIT_CONFIG_VALUE/;

/**
 * Texts that a command puts into the environment of programs, which run many of them: a pager, an editor, a setting of git, a function of the shell.
 *
 * @param words of the command, with what stands before its name.
 */
export function assignedValues(words: readonly string[], links: readonly Link[]): string[] {
  const [first = ""] = links[0]?.words ?? [];
  const nameAt = words.length - (links[0]?.words.length ?? 0);
  const before = EXPORTERS.has(first) ? words : words.slice(0, nameAt);
  const behindEnv = links.flatMap(({ words: [head = "", ...rest] }) => {
    if (baseName(head) !== "env") return [];
    const end = rest.findIndex((word) => !word.startsWith("-") && !ASSIGNED.test(word));
    return end < 0 ? rest : rest.slice(0, end);
  });
  return [...before, ...behindEnv].flatMap((word) => {
    const [, name = "", value = ""] = ASSIGNED.exec(word) ?? [];
    if (value === "") return [];
    if (value.startsWith("!")) return [value.slice(1)];
    return OF_GIT.test(name) ? [value, `git ${value}`] : [value];
  });
}
