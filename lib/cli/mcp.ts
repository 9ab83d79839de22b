import { EXIT } from "../contract/error_codes.ts";
import { type Joined, joinShared, passOn } from "../gateway/shared.ts";
import { ignoreError } from "../settings/attempt.ts";
import { locations } from "../settings/locations.ts";
import { command, folderOf, oneOf } from "./command.ts";
import { Failure, needed, say } from "./failure.ts";
import { printError } from "./output.ts";

/** `codex-auto mcp`: the gateway. Ends with 0 when its client has gone. */
export const run = command({
  name: "mcp",
  flags: ["list", "tools", "log", "follow"],
  values: ["repo", "format"],
  words: 1,
}, async (options, world) => {
  const format = options.choice("format", ["text", "json"]);
  if (options.has("log")) {
    const stateDir = needed("state", locations(world));
    return await (await import("./mcp_log.ts")).showLog(stateDir, { follow: options.has("follow"), format });
  }
  const [word] = options.words;
  if (word !== undefined) {
    oneOf(["daemon"], word);
    return await (await import("./mcp_gateway.ts")).serveAll(world);
  }
  const cwd = folderOf(options.value("repo"));
  const told = Promise.withResolvers<void>();
  if (!options.has("list")) {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      Deno.addSignalListener(signal, told.resolve);
    }
    const environment = Deno.env.toObject();
    const joined = await joinShared({ cwd, environment }, world).catch((error: Error) => error);
    if (!(joined instanceof Error)) return await stayBetween(joined, told.promise);
    const what = "this client has a gateway of its own, for the one of all clients is not to be had";
    await say(`${what}: ${joined.message}`);
  }
  const { gatewayConfiguration, serveClient } = await import("./mcp_gateway.ts");
  const configured = () => gatewayConfiguration(cwd, world);
  const found = await configured();
  // The network is for servers that are reached over it; without one nobody here needs it.
  if (!found.servers.some(({ target }) => "url" in target)) Deno.permissions.revokeSync({ name: "net" });
  if (options.has("list")) {
    const { listServers } = await import("./mcp_list.ts");
    const code = await listServers(found, { tools: options.has("tools"), format }, world);
    return found.wrong.length > 0 ? EXIT.config : code;
  }
  await serveClient(configured, (problems) => Promise.resolve(tell(problems)), told.promise, world);
});

function tell(problems: readonly string[]): undefined {
  for (const problem of problems) printError(`codex-auto mcp: ${problem}\n`);
}

/** Passes on what a client and its gateway say to each other. Throws `Failure` where the gateway goes first. */
async function stayBetween({ connection, problems }: Joined, told: Promise<void>): Promise<void> {
  Deno.permissions.revokeSync({ name: "net" });
  tell(problems);
  let isOver = false;
  const said = passOn(Deno.stdin, connection).catch(ignoreError);
  Promise.race([said, told]).then(() => {
    isOver = true;
    return connection.closeWrite();
  }).catch(ignoreError);
  await passOn(connection, Deno.stdout).catch(ignoreError);
  if (!isOver) throw new Failure("the process with the gateways of all clients has ended", EXIT.toolsFailed);
}
