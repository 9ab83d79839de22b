/** A real MCP server behind a real authorization server, and a person who logs in there. */
import { installedTogether } from "../e2e/npm.ts";
import { binary, type Setting } from "./harness.ts";

const PACKAGES = [{ name: "oidc-provider", version: "9.13.3" }, {
  name: "@modelcontextprotocol/sdk",
  version: "1.32.2",
}];
const PROGRAM = new URL("../fixtures/mcp/login_server.mjs", import.meta.url).pathname;

export interface LoginServer extends AsyncDisposable {
  /** The MCP server, which wants a login, and one that speaks the older transport to everybody. */
  url: string;
  sse: string;
  /** Access tokens that were used so far are no longer taken. */
  expire(): Promise<void>;
  /** Ends the open streams of the older transport. */
  hangUp(): Promise<void>;
  /** How often a refresh token was taken, and the access tokens that came to the server. */
  seen(): Promise<{ refreshes: number; tokens: string[] }>;
}

/** @param behind starts a server on stdio whose tools are passed on, in place of its own. */
export async function loginServer(behind: readonly string[] = []): Promise<LoginServer> {
  const args = [PROGRAM, await installedTogether("login-1", PACKAGES), ...behind];
  const child = new Deno.Command("node", { args, stdout: "piped", stderr: "null" }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/^\{.*\n/m.test(text)) {
    const { done, value } = await output.read();
    if (done) throw new Error(`the authorization server did not start: ${text}`);
    text += value;
  }
  const { url, sse, issuer } = JSON.parse(/^\{.*/m.exec(text)?.[0] ?? "");
  const get = async (path: string) => void await (await fetch(`${issuer}/${path}`)).text();
  return {
    url,
    sse,
    expire: () => get("expire"),
    hangUp: () => get("hang-up"),
    seen: async () => await (await fetch(`${issuer}/seen`)).json(),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await output.cancel();
      await child.status;
    },
  };
}

/**
 * Opens a page as a person's browser does, logs in as Ada and allows what is asked, or does not. The answer of the page at the end, and its address.
 *
 * @param until ends before an address that begins so is opened.
 */
export async function browse(
  from: string,
  { until = "\0", allows = true } = {},
): Promise<{ address: string; text: string }> {
  const cookies = new Map<string, string>();
  let address = from;
  let next: RequestInit = {};
  for (;;) {
    const headers = { ...next.headers, cookie: [...cookies].map((pair) => pair.join("=")).join("; ") };
    const response = await fetch(address, { ...next, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get("location");
    const form = /action="([^"]+)"/.exec(text)?.[1];
    const abort = /href="([^"]+\/abort)"/.exec(text)?.[1];
    const to = location ?? (allows ? form : abort);
    if (to === null || to === undefined) return { address, text };
    address = new URL(to, address).href;
    if (address.startsWith(until)) return { address, text };
    const prompt = /name="prompt" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const isSent = location === null && allows;
    next = isSent
      ? { method: "POST", body: new URLSearchParams({ prompt, login: "ada", password: "secret" }) }
      : {};
  }
}

/** `codex-auto login …`, as far as the address that it shows. */
export async function startLogin({ cwd, home }: Setting, args: string[]) {
  const child = new Deno.Command(binary(), {
    args: ["login", ...args],
    cwd,
    clearEnv: true,
    env: home.env,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  const more = async () => {
    const { done, value = "" } = await reader.read();
    said += value;
    return !done;
  };
  while (!said.includes("paste") && await more());
  return {
    page: /^ {2}(\S+)$/m.exec(said)?.[1] ?? "",
    redirect: /leads to (\S+)\. /.exec(said)?.[1] ?? "",
    paste: (text: string) => input.write(new TextEncoder().encode(`${text}\n`)),
    /** Its exit code and all that it said. */
    async end(): Promise<{ code: number; output: string }> {
      const stdout = await new Response(child.stdout).text();
      while (await more());
      await input.close().catch(() => {});
      return { code: (await child.status).code, output: stdout + said };
    },
  };
}
