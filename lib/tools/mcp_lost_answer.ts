import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** The stream of an answer has ended, for good, before the answer. */
export class LostAnswer extends Error {}

/** Makes a request fail when the stream of its answer is lost. The SDK's client is not told of that, and would wait until the request's time is over. */
export function failLostAnswers(transport: StreamableHTTPClientTransport): void {
  const open = new Set<string | number>();
  const send = transport.send.bind(transport);
  // The SDK's client hands every message on to who was there before it.
  transport.onmessage = (message) => {
    if (!("method" in message) && message.id !== undefined) open.delete(message.id);
  };
  transport.send = async (message, options) => {
    if (Array.isArray(message) || !("method" in message && "id" in message)) {
      return await send(message, options);
    }
    const { id } = message;
    const lost = Promise.withResolvers<void>();
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.();
      if (open.delete(id)) lost.reject(new LostAnswer("the connection ended before the answer"));
    };
    open.add(id);
    // Of a request the client only wants to know that it failed, so where all is well this may wait for ever.
    await Promise.all([send(message, { ...options, onRequestStreamEnd }), lost.promise]);
  };
}
