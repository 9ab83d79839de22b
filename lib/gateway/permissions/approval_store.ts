import type { z } from "zod";
import { attempt } from "../../settings/attempt.ts";
import { makeOwnFolder, readOwnFile } from "../../settings/own_files.ts";
import { whileLocked } from "../../settings/while_locked.ts";
import type { World } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import type { Approval, ApprovedCall, PermissionRequest } from "./approval.ts";
import { approvalSchema, covers, requestSchema } from "./approval.ts";

/** ms that an approval for one conversation, or a question, is kept. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_REQUESTS = 200;
/** Bytes of a file that are read: of requests as long as they may be, in any script, all of them. */
const MAX_BYTES = 8 * 1024 * 1024;

export type ApprovalStore = ReturnType<typeof approvalStore>;

/** The user's approvals and the calls that wait for one, in files of the user's own below `stateDir` (0600). All but `ledger` throw what the file system says. */
export function approvalStore(stateDir: string, world: World) {
  const folder = `${stateDir}/gateway`;
  const isFresh = (time: string) => world.now().getTime() - Date.parse(time) < MAX_AGE_MS;

  function change<T>(work: () => T): T {
    makeOwnFolder(folder);
    return whileLocked(folder, work);
  }

  function save(name: "approvals" | "requests", list: readonly object[]): void {
    writeFileAtomic(`${folder}/${name}.json`, `${JSON.stringify(list, null, 2)}\n`, { durable: true });
  }

  const approvals = (): Approval[] =>
    readList(`${folder}/approvals.json`, approvalSchema)
      .filter(({ scope, approvedAt }) => scope === "always" || isFresh(approvedAt));
  const requests = (): PermissionRequest[] =>
    readList(`${folder}/requests.json`, requestSchema).filter(({ askedAt }) => isFresh(askedAt));

  function requestsBut({ tool, conversation, argumentsSha256 }: PermissionRequest): PermissionRequest[] {
    return requests().filter((each) =>
      each.tool !== tool || each.conversation !== conversation || each.argumentsSha256 !== argumentsSha256
    );
  }

  return {
    approvals,
    requests,
    /** Tells of one call after another whether it is approved, as things stand now; an approval for one call counts for one. Nothing is used up. */
    ledger: (): (call: ApprovedCall) => boolean => spending(attempt(approvals) ?? []),
    /** Uses up what approves these calls, if all of them are approved. */
    use: (calls: readonly ApprovedCall[]): boolean =>
      change(() => {
        const left = approvals();
        const count = left.length;
        const isApproved = calls.every(spending(left));
        if (isApproved && left.length < count) save("approvals", left);
        return isApproved;
      }),
    approve: (approval: Approval): void =>
      change(() => {
        // A call that is made twice is approved twice.
        const same = approval.scope !== "once" && JSON.stringify({ ...approval, approvedAt: "" });
        const others = approvals().filter((each) => JSON.stringify({ ...each, approvedAt: "" }) !== same);
        save("approvals", [...others, approval]);
        save("requests", requests().filter((request) => !covers(approval, request)));
      }),
    /** Takes back all approvals of a tool, or of a server and its tools; returns how many. */
    revoke: (name: string): number =>
      change(() => {
        const now = approvals();
        const left = now.filter(({ tool }) => tool !== name && !tool.startsWith(`${name}/`));
        if (left.length < now.length) save("approvals", left);
        return now.length - left.length;
      }),
    /** What a client's own rules let run, in the place of what they did before; returns how many these were. */
    carry: (from: NonNullable<Approval["from"]>, carried: readonly Approval[]): number =>
      change(() => {
        const now = approvals();
        const others = now.filter((each) => each.from !== from);
        if (now.length - others.length + carried.length > 0) save("approvals", [...others, ...carried]);
        return now.length - others.length;
      }),
    ask: (request: PermissionRequest): void =>
      change(() => save("requests", [request, ...requestsBut(request)].slice(0, MAX_REQUESTS))),
    drop: (request: PermissionRequest): void => change(() => save("requests", requestsBut(request))),
  };
}

/** Takes each approval for one call out of the list as it counts; one that lasts counts first. */
function spending(approvals: Approval[]): (call: ApprovedCall) => boolean {
  return (call) => {
    const found = approvals.filter((approval) => covers(approval, call));
    const [first] = found;
    if (first !== undefined && found.every(({ scope }) => scope === "once")) {
      approvals.splice(approvals.indexOf(first), 1);
    }
    return first !== undefined;
  };
}

/** A missing or damaged file approves nothing and asks for nothing. Throws `NotOurs`, and what the file system says. */
function readList<T>(file: string, schema: z.ZodType<T>): T[] {
  const text = readOwnFile(file, MAX_BYTES) ?? "[]";
  const value = attempt((): unknown => JSON.parse(text));
  return Array.isArray(value) ? value.flatMap((each) => schema.safeParse(each).data ?? []) : [];
}
