import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import type { ApprovalScope, PermissionRequest } from "./approval.ts";

const MAX_DESCRIPTION = 300;

/** What a person is asked about a call, in the client's own dialogue. */
export function permissionQuestion(
  request: PermissionRequest,
): Pick<ElicitRequestFormParams, "message" | "requestedSchema"> {
  const { tool, risk, description, argumentsText } = request;
  const what = risk === "write" ? "changes something" : "may do anything";
  const says = description.replace(/\s+/g, " ").slice(0, MAX_DESCRIPTION).toWellFormed();
  return {
    message: `The model wants to call ${tool}, which ${what}.\nIts server says: ${
      says === "" ? "nothing" : says
    }\nArguments: ${argumentsText}`,
    requestedSchema: {
      type: "object",
      properties: {
        answer: {
          type: "string",
          title: "Allow this call?",
          description:
            "once: this call; session: this tool in this conversation; always: this tool as it is now",
          enum: ["once", "session", "always", "no"],
        },
      },
      required: ["answer"],
    },
  };
}

/** The person's answer; undefined where there is none, or it is no. */
export function scopeOf(content: Record<string, unknown> | undefined): ApprovalScope | undefined {
  const answer = content?.["answer"];
  return answer === "once" || answer === "session" || answer === "always" ? answer : undefined;
}
