import { whileLocked } from "../../context_files/lock.ts";
import { ensureFolder } from "../../settings/folder.ts";
import { readSmallFile } from "../../settings/small_file.ts";
import type { World } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { type Approval, covers, type PermissionRequest } from "./approval.ts";

/** ms that an approval for one conversation, or a question, is kept. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_REQUESTS = 200;
/** Bytes of a file that are read: of requests as long as they may be, in any script, all of them. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The user's approvals and the calls that wait for one, in files of the user's own (0600). Safe with other processes at the same time. */
export interface ApprovalStore {
  approvals(): Approval[];
  /** Whether a call is approved; an approval for one call is used up by it. */
  use(call: Pick<PermissionRequest, "tool" | "sha256" | "conversation" | "argumentsSha256">): boolean;
  /** The same without using it up. */
  holds(call: Pick<PermissionRequest, "tool" | "sha256" | "conversation" | "argumentsSha256">): boolean;
  /** Throws what the file system says. */
  approve(approval: Approval): void;
  /** Takes back all approvals of a tool, or of all; returns how many. */
  revoke(tool?: string): number;
  /** Calls that wait, newest first. */
  requests(): PermissionRequest[];
  ask(request: PermissionRequest): void;
}

/** @param stateDir our own folder below the user's state folder. */
export function approvalStore(stateDir: string, world: World): ApprovalStore {
  const folder = `${stateDir}/gateway`;
  const approvalsFile = `${folder}/approvals.json`;
  const requestsFile = `${folder}/requests.json`;
  const isFresh = (time: string) => world.now().getTime() - Date.parse(time) < MAX_AGE_MS;

  function change<T>(work: () => T): T {
    ensureFolder(folder);
    return whileLocked(`${folder}/lock`, () => world.elapsed(), work);
  }

  function approvals(): Approval[] {
    return readList(approvalsFile, isApproval).filter(({ scope, approvedAt }) =>
      scope === "always" || isFresh(approvedAt)
    );
  }

  function requests(): PermissionRequest[] {
    return readList(requestsFile, isRequest).filter(({ askedAt }) => isFresh(askedAt));
  }

  const save = (file: string, list: readonly object[]) =>
    writeFileAtomic(file, `${JSON.stringify(list, null, 2)}\n`, { durable: true });

  return {
    approvals,
    requests,
    holds: (call) => approvals().some((approval) => covers(approval, call)),
    use(call) {
      const found = approvals().filter((approval) => covers(approval, call));
      if (found.length === 0) return false;
      if (found.some(({ scope }) => scope !== "once")) return true;
      return change(() => {
        const now = approvals();
        const at = now.findIndex((approval) => covers(approval, call));
        if (at < 0) return false;
        save(approvalsFile, now.toSpliced(at, 1));
        return true;
      });
    },
    approve(approval) {
      change(() => {
        const same = JSON.stringify({ ...approval, approvedAt: "" });
        const others = approvals().filter((each) => JSON.stringify({ ...each, approvedAt: "" }) !== same);
        save(approvalsFile, [...others, approval]);
        const left = requests().filter((request) => !covers(approval, request));
        save(requestsFile, left);
      });
    },
    revoke(tool) {
      return change(() => {
        const now = approvals();
        const left = tool === undefined ? [] : now.filter((approval) => approval.tool !== tool);
        if (left.length < now.length) save(approvalsFile, left);
        return now.length - left.length;
      });
    },
    ask(request) {
      change(() => {
        const others = requests().filter((each) =>
          each.tool !== request.tool || each.conversation !== request.conversation ||
          each.argumentsSha256 !== request.argumentsSha256
        );
        save(requestsFile, [request, ...others].slice(0, MAX_REQUESTS));
      });
    },
  };
}

/** A missing or damaged file approves nothing and asks for nothing. */
function readList<T>(file: string, is: (value: unknown) => value is T): T[] {
  try {
    const value: unknown = JSON.parse(readSmallFile(file, MAX_BYTES) ?? "[]");
    return Array.isArray(value) ? value.filter(is) : [];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

function hasTexts(value: unknown, keys: readonly string[]): boolean {
  return typeof value === "object" && value !== null &&
    keys.every((key) => typeof Reflect.get(value, key) === "string");
}

function isApproval(value: unknown): value is Approval {
  if (!hasTexts(value, ["tool", "sha256", "scope", "approvedAt"])) return false;
  const { scope, conversation, argumentsSha256 } = value as Partial<Approval>;
  return scope === "always" || (scope === "session" && typeof conversation === "string") ||
    (scope === "once" && typeof conversation === "string" && typeof argumentsSha256 === "string");
}

function isRequest(value: unknown): value is PermissionRequest {
  return hasTexts(value, [
    "tool",
    "sha256",
    "risk",
    "description",
    "conversation",
    "argumentsSha256",
    "argumentsText",
    "askedAt",
  ]);
}
