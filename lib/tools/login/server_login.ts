import { textAt } from "../../settings/json.ts";
import type { ConfiguredServer, HttpTarget } from "../../settings/mcp_servers/configured_server.ts";
import type { World } from "../../settings/world.ts";
import type { ServerLogin } from "../mcp_stdio.ts";
import { type Login, loginStore } from "./login_store.ts";
import { authorize, loginFetch, oauthProvider } from "./oauth.ts";

export type HttpServerConfig = Pick<ConfiguredServer, "name"> & { target: HttpTarget };

class NeedsLogin extends Error {}

/** The login to a server: its token, and another one by its refresh token. Nobody is asked: where that is needed, the failure says how. What another process renews, makes or takes away counts at once. */
export function serverLogin({ name, target: { url, oauth } }: HttpServerConfig, data: string, world: World) {
  const store = loginStore(data, { name, url }, world);
  const remedy = `run: codex-auto login ${name}`;
  let login: Login = {};
  let seen = "";
  let needed = false;

  async function current(): Promise<Login> {
    const stamp = store.stamp();
    if (stamp === seen) return login;
    login = stamp === "" ? {} : await store.read();
    [seen, needed] = [stamp, false];
    return login;
  }

  async function refresh(used: string | undefined): Promise<void> {
    const now = await store.read();
    if (now.tokens?.access_token !== used) return;
    const reach = loginFetch(new URL(url));
    const provider = oauthProvider(now, {
      ...oauth,
      redirectUrl: "http://127.0.0.1/callback",
      state: "",
      redirect() {
        throw reach.trouble() ?? new NeedsLogin();
      },
    });
    try {
      await authorize(provider, { serverUrl: url, fetchFn: reach.fetch });
    } finally {
      if (now.tokens?.access_token !== used) await store.write(now);
    }
  }

  return {
    async token() {
      return (await current()).tokens?.access_token;
    },
    async onUnauthorized() {
      const used = login.tokens?.access_token;
      if ((await current()).tokens?.refresh_token === undefined) throw new NeedsLogin();
      await store.alone(() => refresh(used));
    },
    reasonFor(error, status) {
      if ("requiredScope" in error) {
        const scope = textAt(error, "requiredScope");
        if (scope !== "") store.want(scope);
        return `wants more than its login allows (${scope || "HTTP 403"}); ${remedy}`;
      }
      needed ||= error instanceof NeedsLogin || status === 401;
      return needed ? `needs a login; ${remedy}` : undefined;
    },
    /** Undefined while nobody knows that one is needed. */
    state: (): "logged in" | "needs login" | undefined =>
      needed ? "needs login" : login.tokens === undefined ? undefined : "logged in",
  } satisfies ServerLogin & { state(): string | undefined };
}
