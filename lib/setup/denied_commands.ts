import { type Jsonc, valueOf } from "./jsonc.ts";

/**
 * Claude Code's own rules against what gives the user's word: a model that is refused there never gets to ask. They are a help: the
 * commands themselves refuse what a client has started.
 */
export const DENIED_COMMANDS = ["Bash(codex-auto allow:*)", "Bash(codex-auto trust:*)"] as const;

const PERMISSIONS = ["permissions"];
const DENY = ["permissions", "deny"];

/** Adds the rules that are not there to `permissions.deny`, in the style of the file; settings of another shape stay as they are. */
export function addDenied(document: Jsonc, rules: readonly string[]): Jsonc {
  return rules.reduce((next, rule) => {
    if (rulesIn(next).includes(rule)) return next;
    if (next.at(DENY)?.type === "array") return next.push(DENY, rule);
    const permissions = next.at(PERMISSIONS);
    const isOdd = next.at(DENY) !== undefined ||
      (permissions !== undefined && permissions.type !== "object");
    return isOdd ? next : next.set(DENY, [rule]);
  }, document);
}

/** Takes the rules out that were not there `before` us, and what that leaves empty. */
export function removeDenied(document: Jsonc, rules: readonly string[], before: Jsonc | undefined): Jsonc {
  const theirs = before === undefined ? [] : rulesIn(before);
  const next = rules.filter((rule) => !theirs.includes(rule)).reduce((rest, rule) => {
    const at = rulesIn(rest).indexOf(rule);
    return at < 0 ? rest : rest.remove([...DENY, at]);
  }, document);
  return next === document ? document : next.removeEmpty([DENY, PERMISSIONS], before);
}

function rulesIn(document: Jsonc): unknown[] {
  const deny = document.at(DENY);
  return deny?.type === "array" ? (deny.children ?? []).map(valueOf) : [];
}
