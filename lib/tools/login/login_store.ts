import type { OAuthDiscoveryState, StoredOAuthTokens } from "@modelcontextprotocol/client";
import type { StoredOAuthClientInformation } from "@modelcontextprotocol/client";
import { AutoToolsError } from "../../contract/error_codes.ts";
import { attempt } from "../../settings/attempt.ts";
import { loginFolder, type LoginPlace, readLogin } from "../../settings/logins.ts";
import { makeOwnFolder, readOwnFile } from "../../settings/own_files.ts";
import { standing } from "../../settings/small_file.ts";
import { whileLockedAsync } from "../../settings/while_locked.ts";
import type { World } from "../../settings/world.ts";
import { writeFileAtomic } from "../../settings/write_file.ts";
import { openKeychain } from "./keychain.ts";

export interface Login {
  tokens?: StoredOAuthTokens | undefined;
  client?: StoredOAuthClientInformation | undefined;
  discovery?: OAuthDiscoveryState | undefined;
}

/** Where the login to a server is kept: tokens in the system's keychain, or, where there is none, in a file of ours (0600). */
export function loginStore(data: string, place: LoginPlace, world: World) {
  const folder = loginFolder(data, place);
  const [file, scopeFile] = [`${folder}/login.json`, `${folder}/scope`];
  const key = folder.slice(folder.lastIndexOf("/") + 1);
  return {
    file,
    stamp(): string {
      const info = standing(file);
      return info === undefined ? "" : `${info.ino} ${info.mtime?.getTime()}`;
    },
    /** Empty where there is none. Throws `AutoToolsError` where the keychain has it and does not give it. */
    async read(): Promise<Login> {
      const { discovery, secrets, keychain = false } = readLogin(folder) ?? {};
      const text = keychain ? await openKeychain(key, world)?.get() : secrets;
      if (keychain && text === undefined) {
        const why = "is in the system's keychain, which does not give it; unlock that, or log in anew";
        throw new AutoToolsError("E_TOOL_UNAVAILABLE", `the login to ${place.name} ${why}`);
      }
      return {
        ...discovery ? { discovery: discovery as OAuthDiscoveryState } : {},
        ...JSON.parse(text ?? "{}"),
      };
    },
    async write({ tokens, client, discovery }: Login): Promise<string> {
      const secrets = tokens && JSON.stringify({ tokens, client });
      const keychain = secrets !== undefined && await openKeychain(key, world)?.set(secrets) === true;
      const { name: server, url } = place;
      const record = { server, url, discovery, ...keychain ? { keychain } : { secrets } };
      writeFileAtomic(file, JSON.stringify(record), { durable: true });
      return keychain ? "the system's keychain" : file;
    },
    async forget(): Promise<void> {
      if (readLogin(folder)?.keychain) await openKeychain(key, world)?.remove();
      Deno.removeSync(folder, { recursive: true });
    },
    /** The scope that the server asked for beyond what the login gives; the next login asks for it. */
    wanted: (): string | undefined => attempt(() => readOwnFile(scopeFile)),
    want: (scope: string): void => writeFileAtomic(scopeFile, scope),
    /** Does something while no other process refreshes this login: most refresh tokens work once. */
    async alone<T>(work: () => Promise<T>): Promise<T> {
      makeOwnFolder(folder);
      return await whileLockedAsync(folder, work);
    },
  };
}
