import type { Script, ToolUse } from "./scripted_model.ts";

/** One item of a conversation, as Codex sent it to the model. */
export interface InputMessage {
  role: string;
  text: string;
}

/** A stand-in for the OpenAI Responses API on 127.0.0.1 that remembers what it was sent, and can fail or keep codex waiting. */
export interface MockOpenai extends AsyncDisposable {
  /** Base URL for a model provider of Codex. */
  url: string;
  /** The conversation of each call of the model, in the order they came. */
  conversations: InputMessage[][];
  /** The same calls, as Codex sent them. */
  bodies: Record<string, unknown>[];
  /** From now on: an HTTP status instead of an answer, or `waits` for one that never comes. */
  behave(as: "answers" | "waits" | 500): void;
  /** Settles when the next request has come in. */
  next(): Promise<void>;
  /** What the user said in the latest request, oldest first, the last being the prompt. */
  said(): string[];
}

/** @param script what the model does; it says `Answer N` to call N without one. */
export function mockOpenai(script?: Script): MockOpenai {
  const conversations: InputMessage[][] = [];
  const bodies: Record<string, unknown>[] = [];
  /** Of the last answer. */
  let calls: string[] = [];
  let behaviour: "answers" | "waits" | 500 = "answers";
  let arrived = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, signal: stopping.signal, onListen() {} },
    async (request) => {
      if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/responses")) {
        return Response.json({ object: "list", data: [], models: [] });
      }
      const body = fieldsOf(await request.json());
      bodies.push(body);
      conversations.push(messagesOf(body));
      arrived.resolve();
      arrived = Promise.withResolvers();
      if (behaviour === 500) {
        return Response.json({ error: { message: "mock", type: "server_error" } }, {
          status: 500,
        });
      }
      const turn = conversations.length;
      try {
        const results = toolOutputs(body, calls);
        const answer = behaviour === "waits" ? "" : await script?.({ body, results }) ?? `Answer ${turn}`;
        calls = typeof answer === "string" ? [] : answer.map((_use, at) => `call_${turn}_${at + 1}`);
        const stream = behaviour === "waits" ? waitingStream() : answerStream(turn, answer);
        return new Response(stream, { headers: { "content-type": "text/event-stream" } });
      } catch (error) {
        return Response.json({ error: { message: String(error), type: "invalid_request_error" } }, {
          status: 400,
        });
      }
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    conversations,
    bodies,
    said: () => (conversations.at(-1) ?? []).filter(({ role }) => role === "user").map(({ text }) => text),
    behave: (as) => behaviour = as,
    next: () => arrived.promise,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server.finished;
    },
  };
}

function answerStream(turn: number, answer: string | ToolUse[]): string {
  const items = typeof answer === "string"
    ? [messageItem(turn, answer)]
    : answer.map((use, at) => callItem(`${turn}_${at + 1}`, use));
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  const response = { id: `resp_${turn}`, object: "response" };
  return [
    event("response.created", { response: { ...response, status: "in_progress", output: [] } }),
    ...items.map((item, at) => event("response.output_item.done", { output_index: at, item })),
    event("response.completed", { response: { ...response, status: "completed", output: items, usage } }),
  ].join("");
}

function messageItem(turn: number, text: string) {
  return {
    type: "message",
    id: `msg_${turn}`,
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
}

function callItem(id: string, { name, namespace, input }: ToolUse) {
  if (name === "tool_search") {
    // The client's own search for tools that it has not shown yet.
    const call = { type: "tool_search_call", id: `ts_${id}`, call_id: `call_${id}`, status: "completed" };
    return { ...call, execution: "client", arguments: input };
  }
  if (name === "apply_patch") {
    // The one tool that takes a text as it is.
    const call = { type: "custom_tool_call", id: `ctc_${id}`, call_id: `call_${id}`, status: "completed" };
    return { ...call, name, input: String(input["patch"]) };
  }
  return {
    type: "function_call",
    id: `fc_${id}`,
    call_id: `call_${id}`,
    status: "completed",
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: JSON.stringify(input),
  };
}

function waitingStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      const created = { response: { id: "resp_w", object: "response", status: "in_progress", output: [] } };
      controller.enqueue(new TextEncoder().encode(event("response.created", created)));
    },
  });
}

function event(type: string, fields: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** What the tools of the last answer gave, in the order of its calls: the client may put other things behind them. */
function toolOutputs(body: unknown, calls: readonly string[]): string[] {
  const input = field(body, "input");
  const items: unknown[] = Array.isArray(input) ? input : [];
  const outputs = items.filter((item) => /_(?:call|search)_output$/.test(String(field(item, "type"))));
  return calls.flatMap((id) => {
    const item = outputs.findLast((each) => field(each, "call_id") === id);
    if (item === undefined) return [];
    const output = field(item, "output") ?? JSON.stringify(field(item, "tools"));
    return typeof output === "string" ? [output] : [textOf({ content: output })];
  });
}

function messagesOf(body: unknown): InputMessage[] {
  const input = field(body, "input");
  const messages = Array.isArray(input) ? input.filter((item) => field(item, "type") === "message") : [];
  return messages.map((item) => ({ role: String(field(item, "role")), text: textOf(item) }));
}

function textOf(message: unknown): string {
  const content = field(message, "content");
  return Array.isArray(content)
    ? content.map((part) => String(field(part, "text") ?? "")).join("")
    : String(content);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
