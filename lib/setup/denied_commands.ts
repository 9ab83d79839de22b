import type { Node } from "jsonc-parser";
import { type JsoncDocument, member, parseDocument, valueOf } from "./jsonc_document.ts";
import { append, isBare, remove, removeMember } from "./jsonc_edit.ts";

/**
 * Claude Code's own rules against what gives the user's word: a model that is refused there never gets to ask. They are a help: the
 * commands themselves refuse what a client has started.
 */
export const DENIED_COMMANDS = ["Bash(codex-auto allow:*)", "Bash(codex-auto trust:*)"] as const;

/** Adds the rules that are not there to `permissions.deny`, in the style of the file; settings of another shape stay as they are. */
export function addDenied(text: string, rules: readonly string[], file: string): string {
  return rules.reduce((done, rule) => {
    const document = parseDocument(done, file);
    const { root } = document;
    if (root?.type !== "object" || rulesIn(document).includes(rule)) return done;
    const permissions = member(root, "permissions");
    if (permissions === undefined) return append(done, root, { deny: [rule] }, "permissions");
    if (permissions.type !== "object") return done;
    const deny = member(permissions, "deny");
    if (deny === undefined) return append(done, permissions, [rule], "deny");
    return deny.type === "array" ? append(done, deny, rule) : done;
  }, text);
}

/** Takes the rules out that were not there `before` us, and what that leaves empty. */
export function removeDenied(
  text: string,
  rules: readonly string[],
  before: JsoncDocument | undefined,
  file: string,
): string {
  const theirs = before === undefined ? [] : rulesIn(before);
  let next = text;
  for (const rule of rules) {
    const document = parseDocument(next, file);
    const at = rulesIn(document).indexOf(rule);
    const list = denyOf(document);
    if (at >= 0 && list !== undefined && !theirs.includes(rule)) next = remove(next, list, at);
  }
  if (next === text) return text;
  const read = () => parseDocument(next, file);
  if (!isBare(next, denyOf(read())) || (before && denyOf(before))) return next;
  next = removeMember(read(), permissionsOf, "deny");
  if (!isBare(next, permissionsOf(read())) || (before && permissionsOf(before))) return next;
  return removeMember(read(), ({ root }) => root, "permissions");
}

function permissionsOf({ root }: JsoncDocument): Node | undefined {
  return root?.type === "object" ? member(root, "permissions") : undefined;
}

function denyOf(document: JsoncDocument): Node | undefined {
  const permissions = permissionsOf(document);
  const deny = permissions?.type === "object" ? member(permissions, "deny") : undefined;
  return deny?.type === "array" ? deny : undefined;
}

function rulesIn(document: JsoncDocument): unknown[] {
  return (denyOf(document)?.children ?? []).map(valueOf);
}
