import { AutoToolsError } from "../contract/error_codes.ts";
import { defined } from "../settings/json.ts";
import { allLogins } from "../settings/logins.ts";
import type { World } from "../settings/world.ts";
import { type Login, loginStore } from "../tools/login/login_store.ts";
import { authorize, isSafe, loginFetch, oauthProvider } from "../tools/login/oauth.ts";
import type { HttpServerConfig } from "../tools/login/server_login.ts";
import { startMcpServer } from "../tools/mcp_server.ts";

/** ms for the server's own answers, on top of the person's time. */
const SERVER_MS = 60_000;
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export interface Person {
  redirectUrl: string;
  state: string;
  /** Sends the person to an address and waits for what that leads back to. */
  ask(url: URL): Promise<URLSearchParams>;
  /** ms that `ask` takes at most. */
  askMs: number;
}

/** Logs in to a server as it asks for it, and lists its tools. `kept` is where the login is kept; without it the server needs none. Throws `AutoToolsError`, or what the authorization server says. */
export async function logIn(
  { name, target }: HttpServerConfig,
  person: Person,
  { data, root }: { data: string; root: string },
  world: World,
): Promise<{ tools: number; kept?: string }> {
  const sdk = await import("@modelcontextprotocol/client");
  const { url, oauth = {} } = target;
  const store = loginStore(data, { name, url }, world);
  const login: Login = {};
  let kept: string | undefined;
  let failure: Error | undefined;
  const refused = (why: string) => new AutoToolsError("E_TOOL_UNAVAILABLE", `${name} ${why}`);

  async function logInNow(challenge: { scope?: string; resourceMetadataUrl?: URL }): Promise<void> {
    const { fetch } = loginFetch(new URL(url));
    let asked: URL | undefined;
    const provider = oauthProvider(login, { ...oauth, ...person, redirect: (to) => asked = to });
    const scope = sdk.computeScopeUnion(oauth.scope ?? challenge.scope, store.wanted());
    const { resourceMetadataUrl } = challenge;
    const options = { serverUrl: url, fetchFn: fetch, ...defined({ scope, resourceMetadataUrl }) };
    await authorize(provider, { ...options, forceReauthorization: true });
    if (asked === undefined || !isSafe(asked, new URL(url))) {
      throw refused(`sends logins to ${asked?.origin}, which is not https`);
    }
    const answer = await person.ask(asked);
    const [authorizationCode, iss] = ["code", "iss"].map((key) => answer.get(key) ?? undefined);
    if (authorizationCode === undefined) {
      const why = answer.get("error_description") ?? answer.get("error") ?? "no code came back";
      throw refused(`did not let you in: ${why.slice(0, 500)}`);
    }
    await authorize(provider, { ...options, authorizationCode, ...defined({ iss }) });
    kept = await store.alone(() => store.write(login));
    store.want("");
  }

  const server = startMcpServer(
    name,
    {
      ...target,
      login: {
        token: () => Promise.resolve(login.tokens?.access_token),
        onUnauthorized: ({ response }) =>
          logInNow(sdk.extractWWWAuthenticateParams(response)).catch((error) => {
            failure = error;
            throw error;
          }),
        reasonFor: () => undefined,
      },
    },
    { messageBytes: MAX_MESSAGE_BYTES, cwd: "/", root, startupMs: person.askMs + SERVER_MS },
    world,
  );
  try {
    const { tools } = await server.listed();
    // Some answer everybody, and more to those who have logged in.
    const saysHow = () =>
      sdk.discoverOAuthProtectedResourceMetadata(url, {}, loginFetch(new URL(url)).fetch)
        .then(() => true, () => false);
    if (kept === undefined && await saysHow()) await logInNow({});
    return { tools: tools.length, ...defined({ kept }) };
  } catch (error) {
    throw failure ?? error;
  } finally {
    await server.close();
  }
}

/** Forgets all logins to a server of this name; false where there was none. */
export async function forgetLogins(name: string, data: string, world: World): Promise<boolean> {
  const logins = allLogins(data).filter((login) => login.name === name);
  for (const login of logins) await loginStore(data, login, world).forget();
  return logins.length > 0;
}
