import type { ModelAnswer, Script } from "./scripted_model.ts";

/** A request as the client sent it; what it authenticates with is not kept. */
export interface ModelRequest {
  path: string;
  body: Record<string, unknown>;
}

/** A stand-in for the Anthropic Messages API on 127.0.0.1 that remembers every request. */
export interface MockAnthropic extends AsyncDisposable {
  url: string;
  requests: ModelRequest[];
  /** Calls of the model that carry a conversation with this text in it, in the order they came. */
  turnsWith(text: string): ModelRequest[];
}

export const ANSWER = "MOCK-ANSWER";

/** @param script what the model does in a conversation that has tools; it answers every call alike without one. */
export function mockAnthropic(script: Script = () => ANSWER): MockAnthropic {
  let ids = 0;
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
    const talks = Array.isArray(fields["tools"]) && fields["tools"].length > 0;
    try {
      const answer = talks ? await script({ body: fields, results: toolResults(fields) }) : ANSWER;
      const content = contentOf(answer, () => `${ID}${++ids}`);
      // The client joins answers of one id into one message.
      const whole = message(fields, `msg_mock_${++ids}`, content);
      return fields["stream"] === true ? stream(whole) : json(whole);
    } catch (error) {
      return json({ type: "error", error: { type: "invalid_request_error", message: String(error) } }, 400);
    }
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

const ID = "toolu_mock_";

/** A block of an answer: words, or a call of a tool. */
type Block = { type: "text"; text: string } | { type: "tool_use"; id: string; name: string; input: unknown };

function contentOf(answer: ModelAnswer, id: () => string): Block[] {
  if (typeof answer === "string") return [{ type: "text", text: answer }];
  return answer.map(({ name, input }) => ({ type: "tool_use", id: id(), name, input }));
}

/** What the tools of the last turn gave, as the model reads it. The client sends it as it comes; our ids say the order of the calls. */
function toolResults({ messages }: Record<string, unknown>): string[] {
  const list: unknown[] = Array.isArray(messages) ? messages : [];
  const last = list.findLast((message) => field(message, "role") === "user");
  const content = field(last, "content");
  const blocks = Array.isArray(content) ? content : [];
  const place = (block: unknown) => Number(String(field(block, "tool_use_id")).replace(ID, ""));
  return blocks.filter((block) => field(block, "type") === "tool_result")
    .toSorted((a, b) => place(a) - place(b))
    .map((block) => texts(field(block, "content")).join("\n"));
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function message(body: Record<string, unknown>, id: string, content: Block[]) {
  const stop = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  return {
    id,
    type: "message",
    role: "assistant",
    model: body["model"],
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
}

function json(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { "request-id": "req_mock" } });
}

function stream(whole: ReturnType<typeof message>): Response {
  const events: [string, Record<string, unknown>][] = [
    ["message_start", { message: { ...whole, content: [], stop_reason: null } }],
    ...whole.content.flatMap(blockEvents),
    ["message_delta", {
      delta: { stop_reason: whole.stop_reason, stop_sequence: null },
      usage: { output_tokens: 1 },
    }],
    ["message_stop", {}],
  ];
  const text = events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
    .join("");
  return new Response(text, { headers: { "content-type": "text/event-stream", "request-id": "req_mock" } });
}

function blockEvents(block: Block, index: number): [string, Record<string, unknown>][] {
  const [start, delta] = block.type === "text"
    ? [{ ...block, text: "" }, { type: "text_delta", text: block.text }]
    : [{ ...block, input: {} }, { type: "input_json_delta", partial_json: JSON.stringify(block.input) }];
  return [
    ["content_block_start", { index, content_block: start }],
    ["content_block_delta", { index, delta }],
    ["content_block_stop", { index }],
  ];
}
