import { inTime } from "../settings/in_time.ts";
import type { World } from "../settings/world.ts";
import { type ProgramOptions, startProgram } from "./process_group.ts";

/** Bytes of an output: a secret, or a few headers. */
const MAX_OUTPUT_BYTES = 256 * 1024;

/** What a program prints that reads `input`, does well and is done within `timeoutMs`; undefined for any other. */
export async function outputOf(
  program: Pick<ProgramOptions, "command" | "args" | "env" | "cwd">,
  { input = "", timeoutMs }: { input?: string; timeoutMs: number },
  world: World,
): Promise<string | undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    const started = startProgram({
      ...program,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      onOutput: (bytes) => pieces.push(new Uint8Array(bytes)),
    }, world);
    await started.write(input);
    await started.endInput();
    const end = await inTime(started.ended, timeoutMs);
    started.close();
    return end?.reason === "exit" && end.code === 0 ? await new Blob(pieces).text() : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return undefined;
    }
    throw error;
  }
}
