/** ms that a person has to log in. */
export const LOGIN_MS = 10 * 60_000;

const HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

/**
 * Listens on this machine alone for the page that a login leads back to. The first request with our `state` counts, and no other.
 *
 * @param port of a redirect that is registered: then it is named as clients name theirs, by `localhost`.
 */
export function openCallback(state: string, port?: number) {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>();
  let taken = false;
  const server = Deno.serve({ hostname: "127.0.0.1", port: port ?? 0, onListen() {} }, ({ method, url }) => {
    const params = method === "GET" ? answerIn(url) : undefined;
    if (params === undefined || taken) {
      return new Response("This is not the answer to a login.\n", { status: 400, headers: HEADERS });
    }
    taken = true;
    resolve(params);
    return new Response("You can close this page and go back to the terminal.\n", { headers: HEADERS });
  });

  /** What an address that was led back to says; undefined for any other. */
  function answerIn(address: string): URLSearchParams | undefined {
    const url = URL.parse(address);
    const isOurs = url?.pathname === "/callback" && url.searchParams.get("state") === state;
    return isOurs ? url.searchParams : undefined;
  }

  return {
    redirectUrl: `http://${port === undefined ? "127.0.0.1" : "localhost"}:${server.addr.port}/callback`,
    answer,
    answerIn,
    close: () => server.shutdown(),
  };
}
