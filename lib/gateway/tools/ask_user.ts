import { inputRequired, inputResponse, type InputResponses } from "@modelcontextprotocol/server";
import { ignoreError, recover } from "../../settings/attempt.ts";
import { type PlannedCall, settleBatch, type WaitingCall, type WordOn } from "../batch/plan_batch.ts";
import { type Gateway, keepNewest } from "../gateway.ts";
import { approvalOf, type PermissionRequest } from "../permissions/approval.ts";
import { answerOf, permissionQuestion } from "../permissions/question.ts";
import type { GatewayClient } from "./own_tool.ts";

/** Questions in one dialogue; the calls beyond wait for `codex-auto allow`. */
const MAX_QUESTIONS = 10;
const MAX_HELD = 200;
/** ms below which nobody has read a question: what comes sooner is the client's own answer, as that of `codex exec`, which has nobody to ask. */
const HASTY_MS = 500;

/** What the user has said so far; a word for one call counts once. */
export function wordNow({ approvals, refused }: Gateway): WordOn {
  const isApproved = approvals?.ledger() ?? (() => false);
  return (request) => isApproved(request) ? "given" : refused.has(callKey(request)) ? "refused" : undefined;
}

/** What the user's words let run of a plan; words for one call are used up before anything runs. Where that cannot be noted down, none counts. */
export function takeWords(plan: readonly PlannedCall[], before: number, gateway: Gateway) {
  const { settled, used } = settleBatch(plan, wordNow(gateway), before);
  let isTaken = used.length === 0;
  const problems = written("That an approval was used", () => {
    isTaken ||= gateway.approvals?.use(used) === true;
  });
  return { plan: isTaken ? settled : settleBatch(plan, () => undefined, before).settled, problems };
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

/** Puts what waits to the user, each call by itself but the reads of a server as one question, and writes the answers down; what could not be written down. What a dialogue cannot show whole waits for a terminal. */
export async function askUser(
  waiting: readonly WaitingCall[],
  { ask, signal }: GatewayClient,
  { world, approvals, refused }: Gateway,
): Promise<string[]> {
  const distinct = Map.groupBy(waiting, ({ request }, at) => JSON.stringify(request.group ?? at));
  if (approvals === undefined) return [];
  const asked = [...distinct.values()].slice(0, MAX_QUESTIONS);
  const problems = await Promise.all(asked.map(async (calls) => {
    const [first] = calls;
    const question = first && permissionQuestion(first.request, first.call.arguments);
    if (first === undefined || question === undefined) return [];
    const askedAt = world.elapsed();
    // A client that fails to ask has no answer.
    const given = await ask(inputRequired.elicit(question), signal).catch(ignoreError);
    if (world.elapsed() - askedAt < HASTY_MS) return [];
    const answer = answerOf(inputResponse({ given } as InputResponses, "given"));
    if (answer === "no") calls.forEach(({ request }) => refused.add(callKey(request)));
    return written("The user's answer", () => {
      if (answer === "no") calls.forEach(({ request }) => approvals.drop(request));
      else if (answer !== undefined) approvals.approve(approvalOf(first.request, answer, world.now()));
    });
  }));
  return problems.flat();
}

/** Does what writes to the user's files; what the file system says against it, where it does. Nothing is approved then, and nothing else is lost. */
function written(what: string, work: () => void): string[] {
  const problem = ({ message }: Error) => [`${what} could not be written down: ${message.slice(0, 200)}`];
  return recover(work, Error, problem) ?? [];
}

function callKey({ tool, conversation, argumentsSha256 }: PermissionRequest): string {
  return [conversation, tool, argumentsSha256].join(" ");
}
