import { pathToFileURL } from "node:url";
import type { Client, ClientCapabilities, ListRootsResult, LoggingLevel } from "@modelcontextprotocol/client";
import type { LoggingMessageNotificationParams, ServerNotification } from "@modelcontextprotocol/client";
import type { CallClock } from "./call_clock.ts";
import type { World } from "../settings/world.ts";

type Params = Record<string, unknown>;

/** Whoever calls a server, and may be asked by it meanwhile. */
export interface Caller {
  /** What a person, a model or the client answers to a request of the protocol; undefined where nobody can be asked that. Rejects with an error of the client's. */
  ask(serverName: string, method: string, params: Params, signal: AbortSignal): Promise<object | undefined>;
  log(serverName: string, message: LoggingMessageNotificationParams): void;
}

/** A call that a server has not answered yet. */
export interface OpenCall {
  clock: CallClock;
  caller: Caller | undefined;
}

/** What servers see of a client, and tell it outside of calls. */
export interface ClientSide {
  capabilities?(): ClientCapabilities;
  roots?(): Promise<ListRootsResult | undefined>;
  /** The least level of what it wants logged. */
  logLevel?(): LoggingLevel | undefined;
  onListChanged?(): void;
  /** A server tells what is about no call: a log message, a resource that is another now, or that what a person was sent to a URL for is done. */
  onNotification?(serverName: string, notification: ServerNotification): void;
}

/** Log messages of a server that are handed on in a second. */
const MAX_LOGGED = 50;
/** The protocol's code for a model's answer that was not given. */
const NOT_SAMPLED = -1;

/** What the client can of what passes through; where none is served we are the client, at home in the repository. */
export function declaredTo(side: ClientSide): ClientCapabilities {
  const { elicitation, sampling, roots } = side.capabilities?.() ?? { roots: {} };
  const ours = roots && { roots: { listChanged: true } };
  return { ...ours, ...elicitation && { elicitation }, ...sampling && { sampling } };
}

/** Answers what a server asks: by the one that called it last, as long as a call lasts; else with the client's roots or the repository, and no to the rest. */
export function answerServer(
  serverName: string,
  made: Client,
  { ProtocolError, ProtocolErrorCode }: typeof import("@modelcontextprotocol/client"),
  { root, side, calls }: { root: string; side: ClientSide; calls: ReadonlySet<OpenCall> },
  world: World,
): void {
  const caller = () => [...calls].findLast(({ caller }) => caller)?.caller;
  const ask: Caller["ask"] = async (...request) => {
    const asked = Promise.resolve(caller()?.ask(...request));
    // A server does not say for which of its calls it asks, so all of them wait.
    return await [...calls].reduce((work, { clock }) => clock.without(work), asked);
  };
  const { elicitation, sampling, roots } = declaredTo(side);
  const repository = { roots: [{ uri: pathToFileURL(root).href, name: "repository" }] };
  const nobody = () => Promise.reject(new ProtocolError(NOT_SAMPLED, "Nobody can be asked now"));
  const answered = (
    method: "roots/list" | "elicitation/create" | "sampling/createMessage",
    otherwise: () => Promise<object>,
  ) =>
    made.setRequestHandler(
      method,
      async ({ params = {} }: { params?: object | undefined }, { mcpReq }) =>
        (await ask(serverName, method, { ...params }, mcpReq.signal) ?? await otherwise()) as never,
    );
  if (roots) answered("roots/list", async () => await side.roots?.() ?? repository);
  if (elicitation) answered("elicitation/create", () => Promise.resolve({ action: "cancel" }));
  if (sampling) answered("sampling/createMessage", nobody);
  made.fallbackRequestHandler = async ({ method, params = {} }, { mcpReq }) => {
    await ask(serverName, method, params, mcpReq.signal);
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "Method not found");
  };
  let [second, logged] = [world.elapsed(), 0];
  const told = (notification: ServerNotification) => side.onNotification?.(serverName, notification);
  made.setNotificationHandler("notifications/message", ({ method, params }) => {
    if (world.elapsed() - second > 1000) [second, logged] = [world.elapsed(), 0];
    if (++logged > MAX_LOGGED) return;
    const message = logged < MAX_LOGGED ? params : { ...params, data: "more in this second is left out" };
    const by = caller();
    if (by === undefined) told({ method, params: message });
    else by.log(serverName, message);
  });
  made.setNotificationHandler("notifications/resources/updated", told);
  made.setNotificationHandler("notifications/elicitation/complete", told);
}
