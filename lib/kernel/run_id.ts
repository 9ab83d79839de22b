import { sha256Hex } from "../settings/sha256.ts";

/** `plan-<hash12>`: the same prompt, root and plan always have the same one. */
export async function planRunId(prompt: string, repoRoot: string, toolPlan: unknown): Promise<string> {
  return `plan-${(await sha256Hex(`${prompt}\n${repoRoot}\n${JSON.stringify(toolPlan)}`)).slice(0, 12)}`;
}

/** `YYYYMMDD-HHMMSS-<hash6>`, in UTC. */
export async function runRunId(prompt: string, repoRoot: string, now: Date): Promise<string> {
  const stamp = now.toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
  return `${stamp}-${(await sha256Hex(`${prompt}\n${repoRoot}`)).slice(0, 6)}`;
}
