import { denial, guardAnswer } from "../continuous/guard/hook.ts";
import { GUARD_ORDER, type GuardOrder } from "../continuous/executor/executor.ts";
import { attempt } from "../settings/attempt.ts";
import { print } from "./output.ts";
import { readInput } from "./stdin.ts";

const BOUNDS = { maxBytes: 16 * 1024 * 1024, idleMs: 2000, maxMs: 4000 };
/** ms for a verdict: clients wait longer, and let through what comes later still. */
const VERDICT_MS = 8000;

/** `codex-auto hook --guard`: judges a call of the executor's tools. What goes wrong refuses the call; a client takes what it cannot start for a refusal as well. */
export async function run(): Promise<number> {
  const order: GuardOrder | undefined = attempt(() => JSON.parse(Deno.env.get(GUARD_ORDER) ?? ""));
  const failed = (why: string) => denial(`codex-auto's guard failed, so nothing runs: ${why}`);
  const late = Promise.withResolvers<string>();
  setTimeout(() => late.resolve(failed("it took too long")), VERDICT_MS);
  const judged = readInput(BOUNDS)
    .then((bytes) => order ? guardAnswer(new TextDecoder().decode(bytes), order) : failed("it has no orders"))
    .catch((error: unknown) => failed(error instanceof Error ? error.message : String(error)));
  print(await Promise.race([judged, late.promise]));
  return 0;
}
