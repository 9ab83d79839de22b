import type { InputRequest, InputRequiredResult, Result, ServerContext } from "@modelcontextprotocol/server";
import { inputRequired, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { ignoreError } from "../../settings/attempt.ts";
import { isRecord } from "../../settings/json.ts";
import type { World } from "../../settings/world.ts";

/** ms that a client has for what it is asked: a person may have to look something up. */
const ASK_MS = 600_000;

const FORGOTTEN =
  "nobody waits for this answer any more; make the request again, unless it may have been done";

/** Asks a client for something; undefined where it gives no answer. */
export type Ask = (request: InputRequest, signal: AbortSignal) => Promise<object | undefined>;

type Work<R> = (ask: Ask, signal: AbortSignal) => Promise<R>;
type Questions = Map<string, { request: InputRequest; answer(given: object | undefined): void }>;

export type Rounds = ReturnType<typeof rounds>;

/** Lets what a client has asked for ask that client in turn: by the protocol of 2025 with a request, by the one of 2026 with our answer, and the work goes on when the client comes back. */
export function rounds(world: World) {
  const waiting = new Map<string, ReturnType<typeof begin<Result>>>();

  return async function run<R extends Result>(
    ctx: ServerContext,
    work: Work<R>,
  ): Promise<R | InputRequiredResult> {
    const { signal, envelope = {} } = ctx.mcpReq;
    if (!(PROTOCOL_VERSION_META_KEY in envelope)) {
      const ask: Ask = ({ method, params = {} }, over) =>
        ctx.mcpReq.send({ method, params: { ...params } }, {
          timeout: ASK_MS,
          signal: AbortSignal.any([signal, over]),
        });
      return await work(ask, signal);
    }
    const state = ctx.mcpReq.requestState<string>();
    const one = state === undefined ? begin(work) : waiting.get(state);
    // Begun anew it would be done twice.
    if (one === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, FORGOTTEN);
    waiting.delete(state ?? "");
    clearTimeout(one.timer);
    const given: Record<string, unknown> = ctx.mcpReq.inputResponses ?? {};
    for (const [key, { answer }] of one.sent) answer(isRecord(given[key]) ? given[key] : undefined);
    const cancel = () => one.end.abort(signal.reason);
    signal.addEventListener("abort", cancel);
    try {
      const result = await Promise.race([one.done, one.asked.promise]);
      if (result !== undefined) return result as R;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
    const requestState = world.nonce(16);
    waiting.set(requestState, one);
    // A client that does not come back has cancelled.
    one.timer = setTimeout(() => {
      waiting.delete(requestState);
      one.end.abort();
    }, ASK_MS);
    [one.sent, one.next, one.asked] = [one.next, new Map(), Promise.withResolvers()];
    const inputRequests = Object.fromEntries(Array.from(one.sent, ([key, { request }]) => [key, request]));
    return inputRequired({ requestState, inputRequests });
  };
}

function begin<R extends Result>(work: Work<R>) {
  let count = 0;
  const one = {
    /** What the client was asked in its last round, and what it is to be asked in the next. */
    sent: new Map() as Questions,
    next: new Map() as Questions,
    /** Settles once something is asked. */
    asked: Promise.withResolvers<void>(),
    end: new AbortController(),
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  };
  const ask: Ask = (request, signal) =>
    new Promise((answer) => {
      const key = `ask-${++count}`;
      one.next.set(key, { request, answer });
      signal.addEventListener("abort", () => {
        one.next.delete(key);
        answer(undefined);
      });
      one.asked.resolve();
    });
  const done = work(ask, one.end.signal);
  done.catch(ignoreError);
  return Object.assign(one, { done });
}
