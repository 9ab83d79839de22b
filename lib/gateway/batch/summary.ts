import type { CallResult } from "./batch_call.ts";

/** How a batch went, in one line, and one more for each call that is not simply done. */
export function batchSummary(results: readonly CallResult[], ms: number): string {
  const count = (status: CallResult["status"]) => results.filter((result) => result.status === status).length;
  const parts = (["ok", "error", "permission"] as const).flatMap((status) =>
    count(status) > 0 ? [`${count(status)} ${status}`] : []
  );
  const lines = results.flatMap(({ name, status, ref, text }, at) => {
    const line = (text ?? "").split("\n")[0]?.slice(0, 160).toWellFormed() ?? "";
    if (status === "error") return [`${at + 1}. ${name}: error: ${line}`];
    if (status === "permission") return [`${at + 1}. ${name}: permission`];
    return ref === undefined ? [] : [`${at + 1}. ${name}: ok, ${ref.byteSize} bytes kept as ${ref.id}`];
  });
  return [
    `${results.length} call${results.length === 1 ? "" : "s"}: ${parts.join(", ")} (${Math.round(ms)} ms)`,
    ...lines,
  ].join("\n");
}
