import { createHash } from "node:crypto";
import { sanitizedHead } from "../../guard/sanitize.ts";
import { canonicalJson } from "../catalog/canonical_json.ts";
import type { GatewayTool } from "../catalog/gateway_tool.ts";
import type { PermissionRequest } from "./approval.ts";

/** UTF-16 units of arguments that a person is shown. */
const MAX_ARGUMENTS = 1500;

/** The question that a call raises. */
export function requestOf(
  { name, sha256, risk, description }: GatewayTool,
  args: Record<string, unknown>,
  conversation: string,
  now: Date,
): PermissionRequest {
  const text = JSON.stringify(args);
  const more = text.length <= MAX_ARGUMENTS ? "" : `… (${text.length} characters)`;
  return {
    tool: name,
    sha256,
    risk,
    description: description.slice(0, 1000),
    conversation,
    argumentsSha256: createHash("sha256").update(canonicalJson(args)).digest("hex"),
    argumentsText: sanitizedHead(text, MAX_ARGUMENTS) + more,
    askedAt: now.toISOString(),
  };
}
