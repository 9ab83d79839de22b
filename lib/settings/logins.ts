import { sha256Hex } from "./sha256.ts";
import { attempt } from "./attempt.ts";
import { textAt } from "./json.ts";
import { readOwnFile } from "./own_files.ts";

/** A server as a login knows it. Both count: what stands under an old name or address is never sent to a new one. */
export interface LoginPlace {
  name: string;
  url: string;
}

/** A login as it is kept in a file of ours. */
export interface LoginRecord {
  server: string;
  url: string;
  /** What was found of the authorization server; no secret. */
  discovery?: unknown;
  /** JSON of tokens and client: here, or in the system's keychain. Neither: a login is needed. */
  secrets?: string;
  keychain?: boolean;
}

export function loginFolder(data: string, { name, url }: LoginPlace): string {
  return `${data}/logins/${sha256Hex(JSON.stringify([name, url])).slice(0, 32)}`;
}

/** Undefined where there is none, or none that is the user's alone. */
export function readLogin(folder: string): LoginRecord | undefined {
  const value: unknown = attempt(() => JSON.parse(readOwnFile(`${folder}/login.json`) ?? ""));
  const isLogin = textAt(value, "server") !== "" && textAt(value, "url") !== "";
  return isLogin ? value as LoginRecord : undefined;
}

export function isLoggedIn(data: string | undefined, place: LoginPlace): boolean {
  const record = data === undefined ? undefined : readLogin(loginFolder(data, place));
  return record?.secrets !== undefined || record?.keychain === true;
}

/** All that is kept of any server. */
export function allLogins(data: string): LoginPlace[] {
  const folders = attempt(() => Array.from(Deno.readDirSync(`${data}/logins`), ({ name }) => name)) ?? [];
  return folders.flatMap((folder) => {
    const record = readLogin(`${data}/logins/${folder}`);
    return record === undefined ? [] : [{ name: record.server, url: record.url }];
  });
}
