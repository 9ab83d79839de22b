import type { Envelope } from "../contract/envelope.ts";
import { withinColumns } from "../contract/limits.ts";
import { recover } from "../settings/attempt.ts";
import { CLIENT_CAP, type ClientCap } from "../settings/defaults.ts";
import { isRecord } from "../settings/json.ts";
import type { HookClient } from "../settings/mcp_servers/client_places.ts";

interface Adapter {
  name: Envelope["client"]["name"];
  /** The client's word for "a prompt was sent". */
  promptEvent: "UserPromptSubmit" | "BeforeAgent";
  cap: ClientCap;
  /** The client makes a message of an empty context, so the field is left out. */
  leavesOutEmpty?: true;
}

/** All in which the hooks of the clients differ. How each of them behaves: docs/clients.md. */
export const HOOK_CLIENTS: Record<HookClient, Adapter> = {
  claude: { name: "claude-code", promptEvent: "UserPromptSubmit", cap: CLIENT_CAP["claude-hook"] },
  codex: {
    name: "codex-cli",
    promptEvent: "UserPromptSubmit",
    cap: CLIENT_CAP["codex-hook"],
    leavesOutEmpty: true,
  },
  gemini: { name: "gemini-cli", promptEvent: "BeforeAgent", cap: CLIENT_CAP["gemini-hook"] },
  // Its plugin asks as Claude Code does.
  opencode: { name: "opencode", promptEvent: "UserPromptSubmit", cap: CLIENT_CAP["opencode-hook"] },
};

/** The client of a name; Claude Code where there is none of that name: a hook does not refuse a prompt over its own command line. */
export function hookClient(name: string | undefined): HookClient {
  return name !== undefined && Object.hasOwn(HOOK_CLIENTS, name) ? name as HookClient : "claude";
}

/** Tells our own hook, which the user may have put into codex, that this prompt has its context already. */
export const WRAPPED = "AUTO_TOOLS_WRAPPED";

/** What a client tells its hook about a prompt, as far as it is used. */
export type HookPayload = ReturnType<typeof readPayload>;

/** Keys by which a payload would name a tool. Neither client's UserPromptSubmit payload has one. */
const TOOL_KEYS = ["tool", "tools", "tool_name", "tool_input", "tool_call", "tool_calls", "tool_plan"];

/** Reads a client's payload; fields of a wrong type count as absent. Throws `SyntaxError` for what is no JSON object. */
export function readPayload(text: string) {
  const value = parsed(text.replace(/^\uFEFF/, ""));
  if (!isRecord(value)) throw new SyntaxError("the hook's payload is no JSON object");
  // Asked for by name: a payload may have any number of other fields.
  const textOf = (key: string) => {
    const field = Object.hasOwn(value, key) ? value[key] : undefined;
    return typeof field === "string" && field !== "" ? field : undefined;
  };
  const absolute = (path: string | undefined) => path?.startsWith("/") ? path : undefined;
  return {
    /** Without what the client puts around what was typed. */
    prompt: typedText(textOf("prompt") ?? ""),
    cwd: absolute(textOf("cwd")),
    sessionId: textOf("session_id"),
    /** The client's own record of the conversation. */
    transcript: absolute(textOf("transcript_path")),
    /** Only a prompt and `SubagentStart` are answered. */
    event: textOf("hook_event_name") ?? "UserPromptSubmit",
    /** Runs whose contexts the model still has, where no transcript tells. */
    held: Array.isArray(value["held"]) ? value["held"].filter((run) => typeof run === "string") : undefined,
    agentType: textOf("agent_type") ?? "",
    /** The payload asks for a tool by name, which no entry may. */
    namesTool: TOOL_KEYS.some((key) => Object.hasOwn(value, key)),
  };
}

/** The parser's own message quotes the payload, and the prompt with it; only the place is passed on. */
function parsed(text: string): unknown {
  return recover(() => JSON.parse(text), SyntaxError, ({ message }) => {
    const place = / at position \d+/.exec(message)?.[0] ?? "";
    throw new SyntaxError(`the hook's payload is ${text.trim() === "" ? "empty" : `not JSON${place}`}`);
  });
}

/** What clients put in the place of an attachment: `[Image #1]`, `[Pasted text #1 +42 lines]`, `[...Truncated text #2 +10 lines...]`. */
const PLACEHOLDER = /\[(?:Image|Pasted text|\.{3}Truncated text) #\d{1,6}[^\]\n]{0,60}\]/g;
const MAX_TAG = 300;
/** A tag that clients wrap text in has a name of several words, which no element of HTML has: `<pasted_content id="abeb">`. */
const OPENING = new RegExp(`^[ \\t]*<([a-z]+(?:_[a-z]+)+|system-reminder)\\b[^<>\\n]{0,${MAX_TAG}}>`, "gm");
/** What the client tells the model for itself. */
const FOR_THE_MODEL = "system-reminder";
/** The files that a prompt names with `@`, as Gemini CLI adds them. */
const REFERENCED = /\n--- Content from referenced files ---[^]*\n--- End of content ---/;

/** What a person typed, then what they pasted, without the tags and placeholders that the client puts around it. */
export function typedText(sent: string): string {
  const prompt = sent.replace(REFERENCED, "");
  if (!/[<[]/.test(prompt)) return prompt;
  let typed = "";
  let pasted = "";
  let at = 0;
  for (const { 0: tag, 1: name = "", index } of prompt.matchAll(OPENING)) {
    if (index < at) continue;
    const closing = `</${name}>`;
    const end = prompt.indexOf(closing, index + tag.length);
    if (end < 0) continue;
    typed += prompt.slice(at, index);
    if (name !== FOR_THE_MODEL) pasted += `\n${prompt.slice(index + tag.length, end).trim()}`;
    at = end + closing.length;
  }
  if (at === 0) return prompt.replace(PLACEHOLDER, "");
  return `${(typed + prompt.slice(at)).replace(PLACEHOLDER, "").trim()}${pasted}`.trim();
}

/** What of an envelope a hook hands to the model: of a plan nothing, since it holds nothing of the repository. */
export function injectionOf({ run_id, fused_context }: Envelope): string {
  return run_id.startsWith("plan-") ? "" : fused_context.for_model.additional_context;
}

/** The one JSON object a hook prints; `systemMessage` is all a person sees, as one line. */
export function hookOutput(
  client: HookClient,
  additionalContext: string,
  systemMessage?: string,
  hookEventName: string = HOOK_CLIENTS[client].promptEvent,
): string {
  const injection = HOOK_CLIENTS[client].leavesOutEmpty && additionalContext === ""
    ? {}
    : { hookSpecificOutput: { hookEventName, additionalContext } };
  const line = systemMessage && { systemMessage: withinColumns(systemMessage) };
  return JSON.stringify({ ...injection, ...line }) + "\n";
}
