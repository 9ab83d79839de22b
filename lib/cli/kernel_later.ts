import type { Orchestrate } from "../clients/codex_context.ts";

/**
 * The kernel, loaded with the first prompt: the loop is there at once, and a kernel that cannot be loaded is
 * one that fails.
 */
export const kernelLater: Orchestrate = async (request, world) => {
  const { orchestrate } = await import("../kernel/orchestrate.ts");
  return await orchestrate(request, world);
};
