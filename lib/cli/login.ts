import { EXIT } from "../contract/error_codes.ts";
import { ignoreError } from "../settings/attempt.ts";
import { inTime } from "../settings/in_time.ts";
import { locations } from "../settings/locations.ts";
import { allLogins, isLoggedIn } from "../settings/logins.ts";
import { allServers } from "../settings/mcp_servers/all_servers.ts";
import type { ConfiguredServer, HttpTarget } from "../settings/mcp_servers/configured_server.ts";
import type { World } from "../settings/world.ts";
import { command, didYouMean, folderOf, UsageError } from "./command.ts";
import { Failure, needed } from "./failure.ts";
import { linesOf } from "./stdin.ts";
import { LOGIN_MS, openCallback } from "./login/callback.ts";
import { gatewayConfiguration } from "./mcp_gateway.ts";
import { print, printError, visible } from "./output.ts";
import { openOnDesktop } from "./page.ts";

/** `codex-auto login`: the user's login to a server behind the gateway, or what logins there are. */
export const run = command({ name: "login", values: ["repo"], words: 1 }, async (options, world) => {
  const { place } = await gatewayConfiguration(folderOf(options.value("repo")), world);
  const data = needed("data", place.locations);
  const { servers } = await allServers({ ...place, own: place.settings.servers, withLeft: true }, world);
  const onNetwork = servers.filter((server): server is ConfiguredServer & { target: HttpTarget } =>
    "url" in server.target
  );
  const [name] = options.words;
  if (name === undefined) {
    Deno.permissions.revokeSync({ name: "net" });
    return listLogins(onNetwork, data);
  }
  const server = onNetwork.find((each) => each.name === name);
  if (server === undefined) {
    const why = servers.some((each) => each.name === name)
      ? `${name} is no server on the network`
      : `no MCP server ${name.slice(0, 60)} is configured`;
    throw new UsageError(`${why}${didYouMean(name, onNetwork.map((each) => each.name))}`);
  }
  if (hasOwn(server)) {
    throw new Failure(`${name} has an Authorization header in ${server.source}, which counts`, EXIT.config);
  }
  const { logIn } = await import("../gateway/log_in.ts");
  const state = world.nonce(16);
  const callback = openCallback(state, server.target.oauth?.callbackPort);
  const { redirectUrl } = callback;
  const person = { redirectUrl, state, askMs: LOGIN_MS, ask: (url: URL) => ask(url, name, callback, world) };
  const login = logIn(server, person, { data, root: place.root }, world);
  const { tools, kept } = await login.finally(callback.close);
  const said = `${tools} tool${tools === 1 ? "" : "s"}`;
  if (kept === undefined) print(`${name} needs no login: ${said}.\n`);
  else print(`Logged in to ${name}: ${said}. Its token is in ${kept}.\n`);
});

/** `codex-auto logout`: forgets the login to a server, under whatever address it was. */
export const logout = command({ name: "logout", words: 1 }, async ({ words: [name] }, world) => {
  if (name === undefined) throw new UsageError("say of which SERVER; codex-auto login lists them");
  const { forgetLogins } = await import("../gateway/log_in.ts");
  const gone = await forgetLogins(name, needed("data", locations(world)), world);
  print(gone ? `Logged out of ${name}.\n` : `There was no login to ${name}.\n`);
});

/** Shows an address, opens it where there is a browser, and takes the answer from there or from the terminal. Throws `Failure` once the time is over. */
async function ask(
  url: URL,
  name: string,
  { answer, answerIn, redirectUrl }: ReturnType<typeof openCallback>,
  world: World,
): Promise<URLSearchParams> {
  printError(
    `To log in to ${name}, open this page of ${url.host}:\n\n  ${visible(url.href)}\n\n` +
      `It leads to ${redirectUrl}. On another machine that finds nothing: paste its address here then.\n`,
  );
  openOnDesktop(url.href, world);
  const pasted = Promise.withResolvers<URLSearchParams>();
  const read = async () => {
    for await (const line of linesOf(Deno.stdin.readable)) {
      const params = answerIn(line.trim());
      if (params !== undefined) return pasted.resolve(params);
      if (line.trim() !== "") printError(`That is not it: the address begins with ${redirectUrl}?\n`);
    }
  };
  read().catch(ignoreError);
  const params = await inTime(Promise.race([answer, pasted.promise]), LOGIN_MS);
  if (params !== undefined) return params;
  const minutes = LOGIN_MS / 60_000;
  throw new Failure(`nobody has logged in for ${minutes} minutes; nothing was changed`, EXIT.unavailable);
}

function hasOwn({ target: { headers } }: { target: HttpTarget }): boolean {
  return new Headers(headers).has("authorization");
}

function listLogins(servers: readonly (ConfiguredServer & { target: HttpTarget })[], data: string): void {
  const configured = servers.map((server) => {
    const place = { name: server.name, url: server.target.url };
    const state = hasOwn(server) ? "own header" : isLoggedIn(data, place) ? "logged in" : "not logged in";
    return { ...place, state };
  });
  const left = allLogins(data)
    .filter(({ name, url }) => !configured.some((each) => each.url === url && each.name === name))
    .map((place) => ({ ...place, state: "no longer configured" }));
  const all = [...configured, ...left];
  const wide = Math.max(...all.map(({ name }) => name.length));
  for (const { name, state, url } of all) {
    print(visible(`${name.padEnd(wide)}  ${state.padEnd(13)}  ${url}`) + "\n");
  }
  if (all.length === 0) {
    printError("No MCP server on the network is configured; codex-auto mcp --help says where.\n");
  }
}
