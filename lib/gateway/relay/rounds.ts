import {
  type InputRequest,
  inputRequired,
  type InputRequiredResult,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ignoreError } from "../../settings/attempt.ts";
import { isRecord } from "../../settings/json.ts";
import type { World } from "../../settings/world.ts";

/** ms that a client has for what it is asked: a person may have to look something up. */
const ASK_MS = 600_000;

const FORGOTTEN =
  "nobody waits for this answer any more; make the request again, unless it may have been done";

/** Asks a client for something; undefined where it gives no answer. */
export type Ask = (request: InputRequest, signal: AbortSignal) => Promise<object | undefined>;

type Questions = Map<string, { request: InputRequest; answer(given: object | undefined): void }>;

interface Waiting<R> {
  done: Promise<R>;
  /** What the client was asked in its last round, and what it is to be asked in the next. */
  sent: Questions;
  next: Questions;
  /** Settles once something is asked. */
  asked: PromiseWithResolvers<void>;
  end: AbortController;
  /** What the client is to come back with. */
  state?: string;
}

export type Rounds = ReturnType<typeof rounds>;

/**
 * Lets what a client has asked for ask that client in turn. By the protocol of 2025 that is a request of ours; by the one of 2026 it is our answer, and the work goes on
 * when the client comes back with its own.
 */
export function rounds(world: World) {
  const waiting = new Map<string, Waiting<Result>>();

  return async function run<R extends Result>(
    ctx: ServerContext,
    work: (ask: Ask, signal: AbortSignal) => Promise<R>,
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
    const before = state === undefined ? undefined : waiting.get(state);
    // Begun anew it would be done twice.
    if (state !== undefined && !waiting.delete(state)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, FORGOTTEN);
    }
    const one = before ?? begin(work);
    delete one.state;
    one.asked = Promise.withResolvers();
    if (one.next.size > 0) one.asked.resolve();
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
    one.state = requestState;
    // A client that does not come back has cancelled.
    const timer = setTimeout(() => {
      if (one.state !== requestState) return;
      waiting.delete(requestState);
      one.end.abort();
    }, ASK_MS);
    one.done.finally(() => clearTimeout(timer)).catch(ignoreError);
    [one.sent, one.next] = [one.next, new Map()];
    const inputRequests = Object.fromEntries(Array.from(one.sent, ([key, { request }]) => [key, request]));
    return inputRequired({ requestState, inputRequests });
  };
}

function begin<R extends Result>(work: (ask: Ask, signal: AbortSignal) => Promise<R>): Waiting<R> {
  const end = new AbortController();
  let count = 0;
  const one: Omit<Waiting<R>, "done"> = {
    sent: new Map(),
    next: new Map(),
    asked: Promise.withResolvers(),
    end,
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
  const done = work(ask, end.signal);
  done.catch(ignoreError);
  return Object.assign(one, { done });
}
