/** The models of the clients: one server on 127.0.0.1 that speaks as their APIs do, remembers what it was sent, and follows a script. */

/** A call of one of the tools that the client offers. */
export interface ToolUse {
  name: string;
  /** Where Codex keeps tools of one server together: `mcp__SERVER`. */
  namespace?: string;
  input: Record<string, unknown>;
}

/** Words that end the turn, or tools to call side by side. */
type ModelAnswer = string | ToolUse[];

export interface ModelTurn {
  /** The request, as the client sent it. */
  body: Record<string, unknown>;
  /** What the user said last. */
  prompt: string;
  /** What the tools that were called last gave back, in the order of the calls. */
  results: string[];
}

/** Answers one request after the other. What it throws is told to the client as a failure of the model. */
export type Script = (turn: ModelTurn) => ModelAnswer | Promise<ModelAnswer>;

/** A call of the model in a conversation that has tools. */
export interface ModelRequest {
  body: Record<string, unknown>;
  /** All texts of the conversation, oldest first. */
  texts: { role: string; text: string }[];
}

export interface MockModel extends AsyncDisposable {
  url: string;
  /** In the order they came. */
  requests: ModelRequest[];
  /** What the user said in the latest request, oldest first. */
  said(): string[];
  /** What the script has thrown: a client may try again and hide it. */
  thrown: unknown[];
  /** From now on: an HTTP status instead of an answer, or `waits` for one that never comes. */
  behave(as: "answers" | "waits" | 500): void;
  /** Settles when the next request has come in. */
  next(): Promise<void>;
}

type Fields = Record<string, unknown>;
type Event = [type: string, fields: Fields];

/** What a client asks for besides, before or beside its conversation. */
const NOTHING = { object: "list", data: [], models: [], has_more: false, input_tokens: 1 };

/** @param script what the model does; it says `Answer N` to call N without one. */
export function mockModel(script?: Script): MockModel {
  const requests: ModelRequest[] = [];
  const thrown: unknown[] = [];
  let behaviour: "answers" | "waits" | 500 = "answers";
  let arrived = Promise.withResolvers<void>();
  const stopping = new AbortController();

  async function answer(body: Fields, events: typeof anthropicEvents): Promise<Response> {
    const items = itemsOf(body);
    const texts = items.flatMap(textsOf);
    requests.push({ body, texts });
    arrived.resolve();
    arrived = Promise.withResolvers();
    if (behaviour === 500) return failure(500, "mock");
    if (behaviour === "waits") return stream(new ReadableStream());
    const turn = requests.length;
    const prompt = texts.findLast(({ role }) => role === "user")?.text ?? "";
    try {
      const given = await script?.({ body, prompt, results: resultsIn(items) }) ?? `Answer ${turn}`;
      return stream(eventText(events(given, `${turn}`, body)));
    } catch (error) {
      thrown.push(error);
      return failure(400, String(error));
    }
  }

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, signal: stopping.signal, onListen() {} },
    async (request) => {
      const path = new URL(request.url).pathname;
      if (request.method !== "POST") return Response.json(NOTHING);
      const body: Fields = await request.json();
      if (path === "/v1/responses") return await answer(body, openaiEvents);
      if (path.endsWith(":streamGenerateContent")) return await answer(body, geminiEvents);
      if (path !== "/v1/messages") return Response.json(NOTHING);
      const { tools } = body;
      // The client asks for titles and the like besides.
      if (Array.isArray(tools) && tools.length > 0) return await answer(body, anthropicEvents);
      return stream(eventText(anthropicEvents("mock", "title", body)));
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    thrown,
    said: () => requests.at(-1)?.texts.flatMap(({ role, text }) => role === "user" ? [text] : []) ?? [],
    behave: (as) => behaviour = as,
    next: () => arrived.promise,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await server.finished;
    },
  };
}

function failure(status: number, message: string): Response {
  const type = status === 400 ? "invalid_request_error" : "server_error";
  return Response.json({ type: "error", error: { type, message } }, { status });
}

function stream(body: BodyInit): Response {
  return new Response(body, { headers: { "content-type": "text/event-stream", "request-id": "req_mock" } });
}

function eventText(events: readonly Event[]): string {
  return events.map(([type, fields]) =>
    // Gemini CLI takes lines of data alone.
    type === ""
      ? `data: ${JSON.stringify(fields)}\n\n`
      : `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
  ).join("");
}

function openaiEvents(answer: ModelAnswer, turn: string): Event[] {
  const items = typeof answer === "string"
    ? [{
      type: "message",
      id: `msg_${turn}`,
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: answer, annotations: [] }],
    }]
    : answer.map((use, at) => openaiCall(use, `${turn}_${at + 1}`));
  const usage = {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  };
  const response = { id: `resp_${turn}`, object: "response" };
  return [
    ["response.created", { response: { ...response, status: "in_progress", output: [] } }],
    ...items.map((item, at): Event => ["response.output_item.done", { output_index: at, item }]),
    ["response.completed", { response: { ...response, status: "completed", output: items, usage } }],
  ];
}

function openaiCall({ name, namespace, input }: ToolUse, id: string) {
  const call = { id: `fc_${id}`, call_id: `call_${id}`, status: "completed" };
  // The client's own search for tools that it has not shown yet.
  if (name === "tool_search") {
    return { ...call, type: "tool_search_call", execution: "client", arguments: input };
  }
  // The one tool that takes a text as it is.
  if (name === "apply_patch") {
    return { ...call, type: "custom_tool_call", name, input: String(input["patch"]) };
  }
  const place = namespace === undefined ? {} : { namespace };
  return { ...call, type: "function_call", name, ...place, arguments: JSON.stringify(input) };
}

function anthropicEvents(answer: ModelAnswer, turn: string, { model }: Fields): Event[] {
  const message = {
    // The client joins answers of one id into one message.
    id: `msg_${crypto.randomUUID()}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  };
  const blocks = typeof answer === "string"
    ? [[{ type: "text", text: "" }, { type: "text_delta", text: answer }]]
    : answer.map(({ name, input }, at) => [
      { type: "tool_use", id: `call_${turn}_${at + 1}`, name, input: {} },
      { type: "input_json_delta", partial_json: JSON.stringify(input) },
    ]);
  const stop_reason = typeof answer === "string" ? "end_turn" : "tool_use";
  return [
    ["message_start", { message }],
    ...blocks.flatMap(([content_block, delta], index): Event[] => [
      ["content_block_start", { index, content_block }],
      ["content_block_delta", { index, delta }],
      ["content_block_stop", { index }],
    ]),
    ["message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } }],
    ["message_stop", {}],
  ];
}

/** Words alone: nothing here needs a tool of Gemini CLI. */
function geminiEvents(answer: ModelAnswer): Event[] {
  const content = { role: "model", parts: [{ text: String(answer) }] };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [["", { candidates: [{ content, finishReason: "STOP", index: 0 }], usageMetadata }]];
}

/** What a conversation is made of. */
function itemsOf({ input, messages, contents }: Fields): Fields[] {
  return [input ?? messages ?? contents ?? []].flat() as Fields[];
}

function textsOf({ role, parts: given, content = given }: Fields): ModelRequest["texts"] {
  if (role === undefined) return [];
  const parts = typeof content === "string" ? [{ text: content }] : content as { text?: unknown }[];
  return parts.flatMap(({ text }) => typeof text === "string" ? [{ role: String(role), text }] : []);
}

/** What the tools gave that this conversation called last, in the order of the calls; clients may put other things behind them. Nothing where an answer in words came since. */
function resultsIn(items: readonly Fields[]): string[] {
  const words = items.findLastIndex((item) => item["role"] === "assistant" && textsOf(item).length > 0);
  const blocks = items.slice(words + 1).flatMap((item) => [
    item,
    ...Array.isArray(item["content"]) ? item["content"] : [],
  ]);
  const results = blocks.filter(({ type }) => /_output$|^tool_result$/.test(type)).flatMap((result) => {
    const [, turn, at] = /^call_(\d+)_(\d+)$/.exec(result.tool_use_id ?? result.call_id) ?? [];
    return turn === undefined ? [] : [{ turn: Number(turn), at: Number(at), result }];
  });
  const last = Math.max(...results.map(({ turn }) => turn));
  return results.filter(({ turn }) => turn === last).sort((a, b) => a.at - b.at)
    .map(({ result }) => resultText(result.output ?? result.content ?? result.tools));
}

function resultText(value: unknown): string {
  if (typeof value === "string") return value;
  const texts = Array.isArray(value) ? value.flatMap(({ text }) => text ?? []) : [];
  return texts.length > 0 ? texts.join("\n") : JSON.stringify(value);
}
