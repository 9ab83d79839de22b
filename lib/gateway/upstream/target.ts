import type { ConfiguredServer } from "../../settings/mcp_servers/configured_server.ts";
import type { McpTarget } from "../../tools/mcp_server.ts";

/** Variables that say how the network and the screen are reached; programs that fetch need them. */
const COMMON =
  /^(?:(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|npm_config_.*|XDG_.*|DISPLAY|WAYLAND_DISPLAY)$/i;
/** Stands in the environment of all that a gateway starts: a gateway that finds it serves nothing, so that none is started within another. */
export const INSIDE_GATEWAY = "AUTO_TOOLS_GATEWAY";

/**
 * How a server is reached, with the environment that it is to have: what its configuration says, on top of all of ours where its client hands that on, else of a
 * few variables.
 */
export function targetOf(
  { target }: ConfiguredServer,
  environment: Readonly<Record<string, string>>,
): McpTarget {
  if ("url" in target) return target;
  const { command, args, env, inheritsAll = false } = target;
  const inherited = Object.entries(environment).filter(([name]) => inheritsAll || COMMON.test(name));
  return { command, args, env: { ...Object.fromEntries(inherited), ...env, [INSIDE_GATEWAY]: "1" } };
}
