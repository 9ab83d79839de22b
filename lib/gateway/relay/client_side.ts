import type { ClientCapabilities, JSONRPCMessage, LoggingLevel, Server } from "@modelcontextprotocol/server";
import { CLIENT_CAPABILITIES_META_KEY, LOG_LEVEL_META_KEY } from "@modelcontextprotocol/server";
import { ignoreError } from "../../settings/attempt.ts";
import { inTime } from "../../settings/in_time.ts";
import { isRecord, textAt, valueAt } from "../../settings/json.ts";
import type { ClientSide } from "../../tools/mcp_caller.ts";
import type { Gateway } from "../gateway.ts";
import { canAnswer, logged } from "./client_caller.ts";
import { shownUri } from "./places.ts";

/** ms that a client has to name its roots. */
const ROOTS_MS = 3000;

export type ServedClient = ReturnType<typeof servedClient>;

/** The client that a gateway will serve, as the servers behind it see it: before it has said anything it can nothing. */
export function servedClient() {
  let served: { server: Server; gateway: Gateway } | undefined;
  let capabilities: ClientCapabilities = {};
  let level: LoggingLevel | undefined;

  /** Before there is a client nobody has a list that could be old, and one that has gone needs none. */
  function send(tell: (to: Server) => Promise<void>): void {
    if (served !== undefined) tell(served.server).catch(ignoreError);
  }

  const side: ClientSide = {
    capabilities: () => capabilities,
    logLevel: () => level,
    async roots() {
      if (served === undefined || !canAnswer(capabilities, "roots/list")) return undefined;
      return await inTime(served.server.listRoots().catch(() => undefined), ROOTS_MS);
    },
    onListChanged() {
      const { prompts, resources } = served?.server.getCapabilities() ?? {};
      send((to) => to.sendToolListChanged());
      if (prompts) send((to) => to.sendPromptListChanged());
      if (resources) send((to) => to.sendResourceListChanged());
    },
    onNotification(serverName, notification) {
      const { method, params } = notification;
      if (method === "notifications/message") {
        return send((to) => to.sendLoggingMessage(logged(serverName, params)));
      }
      if (method === "notifications/elicitation/complete") return send((to) => to.notification(notification));
      if (method !== "notifications/resources/updated" || !served?.server.getCapabilities().resources) return;
      const uri = shownUri(serverName, params.uri, served.gateway.upstreams.listed());
      send((to) => to.sendResourceUpdated({ uri }));
    },
  };
  return {
    side,
    /** Takes from a message of the client's what servers are to know of it. */
    see(message: JSONRPCMessage): void {
      if (!("method" in message)) return;
      const { method, params } = message;
      const isFirst = method === "initialize";
      const place = isFirst ? ["capabilities"] : ["_meta", CLIENT_CAPABILITIES_META_KEY];
      const declared = valueAt(params, place);
      if (isRecord(declared)) capabilities = declared;
      const wanted = method === "logging/setLevel"
        ? textAt(params, "level")
        : textAt(params, "_meta", LOG_LEVEL_META_KEY);
      if (wanted === "" || wanted === level) return;
      level = wanted as LoggingLevel;
      served?.gateway.upstreams.clientChanged("logLevel");
    },
    serve(server: Server, gateway: Gateway): void {
      served = { server, gateway };
      const rootsChanged = () => {
        if (canAnswer(capabilities, "roots/list")) gateway.upstreams.clientChanged("roots");
      };
      server.oninitialized = rootsChanged;
      server.setNotificationHandler("notifications/roots/list_changed", rootsChanged);
    },
  };
}
