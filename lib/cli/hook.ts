import { LIMITS, limitsText, unavailable } from "../contract/limits.ts";
import { HOOK_CLIENTS, hookClient, type HookPayload } from "../clients/hook_message.ts";
import { hookOutput, injectionOf, readPayload, typedText, WRAPPED } from "../clients/hook_message.ts";
import { caught, recover } from "../settings/attempt.ts";
import { readSwitches } from "../settings/control_plane.ts";
import { DEFAULTS } from "../settings/defaults.ts";
import type { HookClient } from "../settings/mcp_servers/client_places.ts";
import type { Envelope } from "../contract/envelope.ts";
import type { OrchestrationRequest } from "../kernel/request.ts";
import { askDaemon } from "../kernel/warm.ts";
import { systemWorld, type World } from "../settings/world.ts";
import { print, printError } from "./output.ts";
import { readInput } from "./stdin.ts";

/** `codex-auto hook`: whatever happens, the prompt goes through. */
export async function run(args: string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    print((await import("./help.ts")).helpOf("hook"));
    return 0;
  }
  const client = hookClient(option(args, "--client"));
  const format = option(args, "--format");
  if (format === "json" || format === "text") return await look(client, format, systemWorld());
  let text: string;
  try {
    text = await answer(client, systemWorld());
  } catch (error) {
    text = hookOutput(client, "", limitsText([unavailable(error)]));
  }
  // A full disk behind stdout: the answer is lost, the prompt is not.
  recover(() => print(text), Error, ({ message }) => printError(`codex-auto: ${message}\n`));
  return 0;
}

/** What is unknown counts as absent: a hook does not refuse a prompt over its own command line. */
function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at >= 0 ? args[at + 1] : args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
}

const BOUNDS = { maxBytes: DEFAULTS.maxPayloadBytes, idleMs: DEFAULTS.stdinMs, maxMs: DEFAULTS.wallMs };

async function readHookPayload(): Promise<HookPayload> {
  return readPayload(new TextDecoder().decode(await readInput(BOUNDS)));
}

function requestOf({ prompt, ...payload }: HookPayload, client: HookClient): OrchestrationRequest {
  return {
    prompt,
    client: { name: HOOK_CLIENTS[client].name, event: "UserPromptSubmit", session_id: payload.sessionId },
    held: payload.transcript ?? payload.held,
    cwd: payload.cwd ?? Deno.cwd(),
    cap: HOOK_CLIENTS[client].cap,
    began: 0,
  };
}

async function look(client: HookClient, format: "json" | "text", world: World): Promise<number> {
  const reading = readHookPayload();
  // What cannot be read is told in the format that was asked for.
  const { namesTool } = await reading.catch(caught(Error, () => ({ namesTool: false })));
  if (namesTool) return await (await import("./tool.ts")).run([]);
  const { orchestrateAndShow } = await import("./show.ts");
  return await orchestrateAndShow(reading.then((payload) => requestOf(payload, client)), format, world);
}

async function answer(client: HookClient, world: World): Promise<string> {
  const payload = await readHookPayload();
  if (payload.namesTool) return hookOutput(client, "", limitsText([LIMITS.orchestratorOnly]));
  if (payload.event === "SubagentStart") return await answerSubagent(payload, client, world);
  // Other events need no answer: what a session still has is read off its transcript.
  if (![HOOK_CLIENTS[client].promptEvent, "UserPromptSubmit"].includes(payload.event)) return "{}\n";
  const wrapped = client === "codex" && world.env(WRAPPED) !== undefined;
  const envelope = wrapped ? undefined : await envelopeOf(requestOf(payload, client), world);
  if (envelope === undefined) return hookOutput(client, "");
  const { userLine } = await import("../kernel/user_line.ts");
  return hookOutput(client, injectionOf(envelope), userLine(envelope, world.elapsed()));
}

/** What comes of a prompt; undefined where that is nothing, and the kernel is not even loaded for it. */
async function envelopeOf(request: OrchestrationRequest, world: World): Promise<Envelope | undefined> {
  const warm = await askDaemon(request, world);
  if (warm !== undefined) return warm.tool_plan.tools.length === 0 ? undefined : warm;
  const { gate } = await import("../kernel/gate.ts");
  if (!gate(request.prompt, readSwitches(world)).open) return undefined;
  const { orchestrate } = await import("../kernel/orchestrate.ts");
  return await orchestrate(request, world);
}

/** Subagents that look for places before they do anything; one that forks has what its session has. */
const EXPLORES = /explore|search|research|find|investigat|^plan$|^general(?:-purpose)?$/i;

/** A subagent begins with an empty context, and the client does not tell its task: it is given what is found for the user's words that it was started for. */
async function answerSubagent(
  { agentType, ...payload }: HookPayload,
  client: HookClient,
  world: World,
): Promise<string> {
  if (!EXPLORES.test(agentType)) return "{}\n";
  const { lastTyped } = await import("../kernel/transcript.ts");
  const prompt = payload.prompt || typedText(lastTyped(payload.transcript ?? ""));
  const fresh = { sessionId: undefined, transcript: undefined, held: undefined };
  const subagent = { ...payload, ...fresh, agentType, prompt };
  const envelope = await envelopeOf(requestOf(subagent, client), world);
  const context = envelope === undefined ? "" : injectionOf(envelope);
  return context === "" ? "{}\n" : hookOutput(client, context, undefined, "SubagentStart");
}
