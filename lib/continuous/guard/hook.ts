import { clean } from "../../guard/secrets/redact.ts";
import { attempt } from "../../settings/attempt.ts";
import { textAt } from "../../settings/json.ts";
import type { GuardOrder } from "../executor/executor.ts";
import { patchedBy } from "./arguments.ts";
import { type Danger, isRuled, shellDangers } from "./judge.ts";
import { type GuardPlace, isSecret, isWritable } from "./paths.ts";
import { shellParser } from "./shell_commands.ts";

export interface Verdict {
  tool: string;
  command: string;
  model: string;
  refused: readonly Danger[];
}

const READS = new Set(["Read", "Grep", "Glob"]);

/** Answers a `PreToolUse` hook of either client, and writes down what it answers. Nothing printed leaves the call to the client's own rules. */
export async function guardAnswer(payload: string, order: GuardOrder): Promise<string> {
  const call: unknown = JSON.parse(payload);
  const tool = textAt(call, "tool_name");
  const command = textAt(call, "tool_input", "command");
  const { root } = order;
  const variable = (name: string) => Deno.env.get(name);
  const place = { ...order, cwd: textAt(call, "cwd") || root, home: variable("HOME") ?? "/", variable };
  const found = tool === "Bash"
    ? shellDangers(command, await shellParser(), place)
    : ofFiles(tool, call, place);
  const refused = clean(found).filter(({ command }) => !order.allowed.includes(command));
  const model = textAt(call, "model");
  const verdict: Verdict = { tool, command: tool === "Bash" ? clean(command) : "", model, refused };
  Deno.writeTextFileSync(order.log, `${JSON.stringify(verdict)}\n`, { append: true, mode: 0o600 });
  if (refused.length === 0) return "";
  const whys = refused.map(({ command, why }) => `\`${command}\` ${why}`).join("; ");
  return denial(
    `codex-auto refused this before it ran: ${whys}. Do it inside ${root}, without publishing, or leave it out and say so in the end; look for no way round.`,
  );
}

export function denial(why: string): string {
  const answer = { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: why };
  return JSON.stringify({ hookSpecificOutput: answer });
}

/** What the hook has written down, up to the last whole line. */
export function verdictsIn(log: string): Verdict[] {
  const text = attempt(() => Deno.readTextFileSync(log)) ?? "";
  return text.split("\n").slice(0, -1).flatMap((line): Verdict[] => {
    const verdict: Verdict | undefined = attempt(() => JSON.parse(line));
    return Array.isArray(verdict?.refused) ? [verdict] : [];
  });
}

function ofFiles(tool: string, call: unknown, place: GuardPlace): Danger[] {
  const inputs = (...keys: string[]) => keys.map((key) => textAt(call, "tool_input", key));
  const named = tool.startsWith("mcp__") ? [] : inputs("file_path", "notebook_path", "path");
  const paths = tool === "apply_patch"
    ? patchedBy(inputs("command").join())
    : named.filter((path) => path !== "");
  const reads = READS.has(tool);
  const why = `reaches a file ${reads ? "where credentials are kept" : `which is not in ${place.root}`}`;
  return paths.map((path) => path.startsWith("/") ? path : `${place.root}/${path}`)
    .filter((path) => reads ? isSecret(path, place) : !isWritable(path, place))
    .map((path) => ({ command: `${tool} ${path}`, why }))
    .filter(({ command }) => !isRuled(command, place));
}
