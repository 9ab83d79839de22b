import { EXIT } from "../contract/error_codes.ts";
import { hexOf } from "../settings/sha256.ts";
import { printError } from "./output.ts";
import { readInput } from "./stdin.ts";

const SECRET = "CI_AUTO_TOOLS_CONTINUOUS_WEBHOOK_SECRET";
const BOUNDS = { maxBytes: 1024 * 1024, idleMs: 2000, maxMs: 4000 };
const ANSWER_MS = 10_000;

/** `codex-auto webhook URL`: what a run calls for a notice, and nobody else. Posts stdin, with its HMAC-SHA256 under the user's secret. */
export async function run([url = ""]: string[]): Promise<number> {
  const secret = Deno.env.get(SECRET);
  if (!secret) {
    printError(`${SECRET} is not set, and nothing is sent unsigned\n`);
    return EXIT.config;
  }
  const body = await readInput(BOUNDS);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const raw = new TextEncoder().encode(secret);
  // Deno's `node:crypto` warns of its own HMAC on stderr.
  const key = await crypto.subtle.importKey("raw", raw, algorithm, false, ["sign"]);
  const signature = hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", key, new Uint8Array(body))));
  const headers = { "content-type": "application/json", "x-auto-tools-signature-256": `sha256=${signature}` };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(url, { method: "POST", redirect: "error", body, headers, signal });
  await answer.body?.cancel();
  if (!answer.ok) printError(`it answered ${answer.status}\n`);
  return answer.ok ? EXIT.ok : EXIT.unavailable;
}
