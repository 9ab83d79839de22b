import { ignoreError } from "../../settings/attempt.ts";

/** Reads a stream to its end and keeps `max` bytes of it; `onOverflow` is called once there are more. `stop` ends that at once with what there is. */
export function boundedOutput(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  max: number,
  onOverflow = () => {},
) {
  const reader = stream.getReader();
  const read = async () => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (let room = max;;) {
      const { done, value } = await reader.read();
      if (done) return await new Blob(chunks).bytes();
      if (value.length > room && room >= 0) onOverflow();
      if (room > 0) chunks.push(value.subarray(0, room));
      room = Math.max(-1, room - value.length);
    }
  };
  return {
    bytes: read(),
    stop() {
      // Nothing is lost by a stream that does not close cleanly: who wrote to it is dead.
      reader.cancel().catch(ignoreError);
    },
  };
}
