import type { BuiltInTool } from "../codebase.ts";

/** `{}` → how the index of this repository stands: `missing`, `building`, `stale` or `ready`. */
export const tool: BuiltInTool = (_args, _context) => {
  return { summary: "index missing", findings: [], data: { index: "missing" }, limits: [], truncated: false };
};
