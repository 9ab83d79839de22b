/** A request as the client sent it; what it authenticates with is not kept. */
export interface ModelRequest {
  path: string;
  body: Record<string, unknown>;
}

/** A stand-in for the Anthropic Messages API on 127.0.0.1 that remembers every request and answers every model call alike. */
export interface MockAnthropic extends AsyncDisposable {
  url: string;
  requests: ModelRequest[];
  /** Calls of the model that carry a conversation with this text in it, in the order they came. */
  turnsWith(text: string): ModelRequest[];
}

export const ANSWER = "MOCK-ANSWER";

export function mockAnthropic(): MockAnthropic {
  const requests: ModelRequest[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const path = new URL(request.url).pathname;
    const text = await request.text();
    const body: unknown = text === "" ? {} : JSON.parse(text);
    if (typeof body !== "object" || body === null) return json({}, 400);
    const fields = Object.fromEntries(Object.entries(body));
    requests.push({ path, body: fields });
    if (path === "/v1/messages/count_tokens") return json({ input_tokens: 1 });
    if (path === "/v1/models") return json({ data: [], has_more: false, first_id: null, last_id: null });
    if (path !== "/v1/messages") return json({}, request.method === "HEAD" || path === "/" ? 200 : 404);
    return fields["stream"] === true ? stream(fields) : json(message(fields));
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    turnsWith: (text) =>
      requests.filter(({ path, body }) =>
        path === "/v1/messages" && Array.isArray(body["tools"]) && body["tools"].length > 0 &&
        texts(body["messages"]).some((each) => each.includes(text))
      ),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const CONTEXT_LABEL = "UserPromptSubmit hook additional context: ";

/** What the client itself puts behind a context in the same text. */
const CLIENT_TAIL = /\n(<\/system-reminder>\s*|\nToday's date is \d{4}-\d\d-\d\d\.)$/;

/** The contexts of hooks in a request, oldest first, as the model got them. */
export function contextsIn({ body }: ModelRequest): string[] {
  return texts(body["messages"]).flatMap((text) => {
    const at = text.indexOf(CONTEXT_LABEL);
    return at < 0 ? [] : [text.slice(at + CONTEXT_LABEL.length).replace(CLIENT_TAIL, "")];
  });
}

/** Every text of a conversation, in order, whether a message is a string or made of blocks. */
function texts(messages: unknown): string[] {
  if (typeof messages === "string") return [messages];
  if (Array.isArray(messages)) return messages.flatMap(texts);
  if (typeof messages !== "object" || messages === null) return [];
  if ("content" in messages) return texts(messages.content);
  return "text" in messages ? texts(messages.text) : [];
}

function message(body: Record<string, unknown>, content: unknown[] = [{ type: "text", text: ANSWER }]) {
  return {
    id: "msg_mock",
    type: "message",
    role: "assistant",
    model: body["model"],
    content,
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
}

function json(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { "request-id": "req_mock" } });
}

function stream(body: Record<string, unknown>): Response {
  const events: [string, Record<string, unknown>][] = [
    ["message_start", { message: { ...message(body, []), stop_reason: null } }],
    ["content_block_start", { index: 0, content_block: { type: "text", text: "" } }],
    ["content_block_delta", { index: 0, delta: { type: "text_delta", text: ANSWER } }],
    ["content_block_stop", { index: 0 }],
    ["message_delta", {
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 1 },
    }],
    ["message_stop", {}],
  ];
  const text = events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
    .join("");
  return new Response(text, { headers: { "content-type": "text/event-stream", "request-id": "req_mock" } });
}
