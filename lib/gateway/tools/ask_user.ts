import {
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { SettledBatch, WaitingCall, Word } from "../batch/plan_batch.ts";
import type { Gateway } from "../gateway.ts";
import { keepNewest } from "../keep_newest.ts";
import { approvalOf, type PermissionRequest } from "../permissions/approval.ts";
import { answerOf, permissionQuestion } from "../permissions/question.ts";

/** Questions in one dialogue; the calls beyond wait for `codex-auto allow`. */
const MAX_QUESTIONS = 10;
/** Calls whose arguments are held. */
const MAX_HELD = 200;
/** Dialogues that may be open; a client that leaves more of them unanswered has forgotten the first. */
const MAX_OPEN = 100;

/** ms below which nobody has read a question: what comes sooner is the client's own answer, as that of `codex exec`, which has nobody to ask. */
const HASTY_MS = 500;

/** What the user has said so far; a word for one call counts once. */
export function wordNow({ approvals, refused }: Gateway): (request: PermissionRequest) => Word {
  const isApproved = approvals?.ledger() ?? (() => false);
  return (request) => isApproved(request) ? "given" : refused.has(callKey(request)) ? "refused" : undefined;
}

/** Uses up words for one call, before anything runs; why that cannot be noted down. Where it is not, none counts. */
export function useWords(
  { used }: SettledBatch,
  { approvals }: Gateway,
): { isTaken: boolean; problems: string[] } {
  let isTaken = used.length === 0;
  const problems = written("That an approval was used", () => {
    isTaken ||= approvals?.use(used) === true;
  });
  return { isTaken, problems };
}

/** Notes down what waits, and holds what of it may not stand in a file; what could not be noted down. */
export function hold(waiting: readonly WaitingCall[], { approvals, held }: Gateway): string[] {
  return written("What waits for the user", () => {
    // The first of a batch is the newest.
    for (const { request, call } of waiting.toReversed()) {
      approvals?.ask(request);
      if (!request.isExact) keepNewest(held, request.argumentsSha256, call.arguments, MAX_HELD);
    }
  });
}

/** Puts what waits to the user, the reads of a server as one question. What a dialogue cannot show whole waits for a terminal. */
export function ask(
  waiting: readonly WaitingCall[],
  batch: string,
  { world, approvals, questions: open }: Gateway,
): InputRequiredResult | undefined {
  const distinct = new Map<string, WaitingCall>();
  for (const call of waiting) {
    const { group } = call.request;
    const key = group === undefined ? callKey(call.request) : `${group.tool} ${group.sha256}`;
    if (!distinct.has(key)) distinct.set(key, call);
  }
  const asked = [...distinct.values()].slice(0, MAX_QUESTIONS).flatMap(({ request, call }, at) => {
    const question = permissionQuestion(request, call.arguments);
    return question === undefined ? [] : [{ key: `call-${at + 1}`, request, question }];
  });
  if (asked.length === 0 || approvals === undefined) return undefined;
  const requestState = world.nonce(16);
  const questions = new Map(asked.map(({ key, request }) => [key, request]));
  keepNewest(open, requestState, { batch, askedAt: world.elapsed(), questions }, MAX_OPEN);
  const elicited = asked.map(({ key, question }) => [key, inputRequired.elicit(question)] as const);
  return inputRequired({ requestState, inputRequests: Object.fromEntries(elicited) });
}

/** Takes what the user has answered to our own question about exactly this batch; undefined where there was none, else what could not be written down. */
export function takeAnswers(
  ctx: ServerContext,
  batch: string,
  { approvals, refused, world, questions: open }: Gateway,
): string[] | undefined {
  const state = ctx.mcpReq.requestState<string>();
  const asked = state === undefined ? undefined : open.get(state);
  if (state === undefined || asked === undefined || asked.batch !== batch) return undefined;
  open.delete(state);
  const isHasty = world.elapsed() - asked.askedAt < HASTY_MS;
  return Array.from(asked.questions).flatMap(([key, request]) => {
    const answer = answerOf(inputResponse(ctx.mcpReq.inputResponses, key), isHasty);
    if (answer === "no") refused.add(callKey(request));
    return written("The user's answer", () => {
      if (answer === "no") approvals?.drop(request);
      else if (answer !== undefined) approvals?.approve(approvalOf(request, answer, world.now()));
    });
  });
}

/** Does what writes to the user's files; what the file system says against it, where it does. Nothing is approved then, and nothing else is lost. */
function written(what: string, work: () => void): string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [`${what} could not be written down: ${error.message.slice(0, 200)}`];
  }
}

function callKey({ tool, conversation, argumentsSha256 }: PermissionRequest): string {
  return [conversation, tool, argumentsSha256].join(" ");
}
