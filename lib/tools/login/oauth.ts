import type { FetchLike, OAuthClientProvider } from "@modelcontextprotocol/client";
import type { OAuthSettings } from "../../settings/mcp_servers/configured_server.ts";
import { bounded } from "../mcp_http.ts";
import type { Login } from "./login_store.ts";

/** ms for one request to an authorization server, and bytes of its answer. */
const ANSWER_MS = 20_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** What the SDK asks of a client that logs in. It changes `login`, which the caller keeps. */
export function oauthProvider(
  login: Login,
  { clientId, clientSecret, redirectUrl, state, redirect }: OAuthSettings & {
    redirectUrl: string;
    state: string;
    redirect(url: URL): void;
  },
): OAuthClientProvider {
  const secret = clientSecret === undefined ? {} : { client_secret: clientSecret };
  const configured = clientId === undefined ? undefined : { client_id: clientId, ...secret };
  let verifier = "";
  return {
    redirectUrl,
    clientMetadata: {
      client_name: "auto-tools",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => state,
    clientInformation: () => login.client ?? configured,
    saveClientInformation: (client) => void (login.client = client),
    tokens: () => login.tokens,
    saveTokens: (tokens) => void (login.tokens = tokens),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    discoveryState: () => login.discovery,
    saveDiscoveryState: (found) => void (login.discovery = found),
    invalidateCredentials: (what) => void (what === "client" ? delete login.client : delete login.tokens),
    redirectToAuthorization: redirect,
  };
}

/** The SDK's login, without what it says on stderr in an authorization server's words. */
export async function authorize(...args: Parameters<typeof import("@modelcontextprotocol/client")["auth"]>) {
  const { auth } = await import("@modelcontextprotocol/client");
  console.warn = () => {};
  return await auth(...args);
}

/** Reaches what a server says of its login, by plain http only on this machine. `trouble` is why the last request had no answer. The configured headers of the server stay here. */
export function loginFetch(server: URL): { fetch: FetchLike; trouble(): Error | undefined } {
  let trouble: Error | undefined;
  return {
    trouble: () => trouble,
    async fetch(input, init) {
      const url = new URL(input);
      try {
        if (!isSafe(url, server)) throw new TypeError(`${url.origin} is not reached over https`);
        const signal = AbortSignal.timeout(ANSWER_MS);
        const response = await globalThis.fetch(url, { ...init as RequestInit, signal });
        const { status } = response;
        trouble = status < 500 ? undefined : new Error(`${url.host} answers HTTP ${status}`);
        return bounded(response, MAX_ANSWER_BYTES, () => {});
      } catch (error) {
        if (error instanceof Error) trouble = new Error(`${url.host} cannot be reached: ${error.message}`);
        throw error;
      }
    },
  };
}

export function isSafe(url: URL, server: URL): boolean {
  const isLoopback = ({ hostname }: URL) => /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || url.protocol === "http:" && isLoopback(url) && isLoopback(server);
}
