import { sha256Hex } from "../../settings/sha256.ts";
import type { ElicitRequestFormParams, InputResponseView } from "@modelcontextprotocol/server";
import type { ApprovalScope, PermissionRequest } from "./approval.ts";

const ANSWERS = ["once", "session", "always", "no"] as const;

const MAX_DESCRIPTION = 300;
/** UTF-16 units of a value that a dialogue shows; the rest is read in a terminal. */
const MAX_VALUE = 300;
/** What a client's dialogue is trusted to show whole, in UTF-16 units and lines. */
const MAX_MESSAGE = 4000;
const MAX_LINES = 40;

/** What a screen does not show, obeys, or shows elsewhere: control, bidirectional, invisible and ignorable characters, and blanks that are no space. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Z}/gu;
/** UTF-16 units of arguments that stand in one line. */
const ONE_LINE = 120;

export function riskText({ risk, group }: Pick<PermissionRequest, "risk" | "group">): string {
  if (risk !== "read") return risk === "write" ? "changes something" : "may do anything";
  return group?.isOpen
    ? "only reads, as its server says, but beyond what it keeps"
    : "only reads, as its server says";
}

/** What a lasting word is for, where that is more than the tool. */
export function groupLines({ group }: Pick<PermissionRequest, "group">): string[] {
  if (group === undefined) return [];
  const { count, tool, names } = group;
  return [`"session" and "always" are for what so reads of ${tool}, as it is now (${count}): ${names}`];
}

/** By what a person names a waiting call. */
export function requestId({ argumentsSha256 }: Pick<PermissionRequest, "argumentsSha256">): string {
  return argumentsSha256.slice(0, 8);
}

/** What a person is asked about a call, in the client's own dialogue; undefined where a dialogue could not show all of it. */
export function permissionQuestion(
  request: PermissionRequest,
  args: Record<string, unknown>,
): Pick<ElicitRequestFormParams, "message" | "requestedSchema"> | undefined {
  const { tool, description } = request;
  const { text, shortened } = exactArguments(args, MAX_VALUE);
  const message = [
    `The model wants to call ${tool}, which ${riskText(request)}`,
    ...groupLines(request),
    `Arguments: ${text}`,
    ...(shortened === 0 ? [] : [
      `Read the shortened values whole first, in a terminal: codex-auto allow --show ${requestId(request)}`,
    ]),
    `Its server says: ${exactString(description.slice(0, MAX_DESCRIPTION))}`,
  ].join("\n");
  if (message.length > MAX_MESSAGE || message.split("\n").length > MAX_LINES) return undefined;
  return {
    message,
    requestedSchema: {
      type: "object",
      properties: {
        answer: {
          type: "string",
          title: "Allow this call?",
          description: request.group === undefined
            ? "once: this call; session: this tool in this conversation; always: this tool as it is now"
            : "once: this call; session: what only reads, in this conversation; always: what only reads, as it is now",
          enum: [...ANSWERS],
        },
      },
      required: ["answer"],
    },
  };
}

/** The person's answer, if any. */
export function answerOf(response: InputResponseView): ApprovalScope | "no" | undefined {
  if (response.kind !== "elicit" || response.action === "cancel") return undefined;
  if (response.action === "decline") return "no";
  return ANSWERS.find((answer) => answer === response.content?.["answer"]);
}

/** Arguments as JSON in which nothing is filtered, and what cannot be seen is escaped. A text longer than `most` is shortened by itself, so that none hides another; `shortened` counts these. */
export function exactArguments(args: Record<string, unknown>, most: number) {
  const line = JSON.stringify(args);
  if (line.length <= ONE_LINE) return { text: escaped(line), shortened: 0 };
  let shortened = 0;
  const text = JSON.stringify(args, (_, value) => {
    if (typeof value !== "string" || value.length <= most) return value;
    shortened++;
    const tail = Math.floor(most / 3);
    const hash = sha256Hex(value).slice(0, 12);
    return `${value.slice(0, most - tail)} … ${value.slice(-tail)} ` +
      `(shortened: ${value.length} characters, sha256 ${hash})`;
  }, 2);
  // The line breaks are of the layout: those within a text are escaped in JSON.
  return { text: text.split("\n").map(escaped).join("\n"), shortened };
}

export function exactString(text: string): string {
  return escaped(JSON.stringify(text));
}

function escaped(json: string): string {
  return json.replace(
    UNSEEN,
    (char) => char.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}
