/** One item of a conversation, as Codex sent it to the model. */
export interface InputMessage {
  role: string;
  text: string;
}

/** A stand-in for the OpenAI Responses API on 127.0.0.1 that remembers each conversation and answers `OK`. */
export interface MockResponses extends AsyncDisposable {
  /** Base URL for a model provider of Codex. */
  url: string;
  /** The conversation of each call of the model, in the order they came. */
  conversations: InputMessage[][];
}

export function mockResponses(): MockResponses {
  const conversations: InputMessage[][] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST" || pathname !== "/v1/responses") {
      return Response.json({ data: [], models: [] });
    }
    conversations.push(messagesOf(await request.json()));
    return new Response(answer(conversations.length), { headers: { "content-type": "text/event-stream" } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    conversations,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function messagesOf(body: unknown): InputMessage[] {
  const input = fieldsOf(body)["input"];
  if (!Array.isArray(input)) return [];
  return input.map(fieldsOf).filter((item) => item["type"] === "message").map((item) => ({
    role: String(item["role"]),
    text: Array.isArray(item["content"])
      ? item["content"].map((part) => String(fieldsOf(part)["text"] ?? "")).join("")
      : "",
  }));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The events of one answer, as a stream of server-sent events. */
function answer(turn: number): string {
  const response = { id: `resp_${turn}`, object: "response", status: "in_progress", output: [] };
  const content = [{ type: "output_text", text: "OK", annotations: [] }];
  const item = { type: "message", id: `msg_${turn}`, role: "assistant", status: "completed", content };
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  const events: [string, Record<string, unknown>][] = [
    ["response.created", { response }],
    ["response.output_item.added", {
      output_index: 0,
      item: { ...item, status: "in_progress", content: [] },
    }],
    ["response.output_text.delta", { item_id: item.id, output_index: 0, content_index: 0, delta: "OK" }],
    ["response.output_item.done", { output_index: 0, item }],
    ["response.completed", { response: { ...response, status: "completed", output: [item], usage } }],
  ];
  return events.map(([type, fields], sequence_number) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...fields })}\n\n`
  ).join("");
}
