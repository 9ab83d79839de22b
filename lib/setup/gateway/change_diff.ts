import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { redact } from "../../guard/secrets/redact.ts";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import type { FileChange } from "../file_changes.ts";
import type { ServerFormat } from "./server_format.ts";

/** Stands for a secret where a configuration is shown. */
const MASK = "<redacted>";

/** Keys below which a client's configuration keeps secrets. */
const SECRET_KEYS: ReadonlySet<string> = new Set(["env", "headers", "http_headers", "oauth"]);

/** What a change would change in a file's servers, as a unified diff with every secret masked. */
export function changeDiff({ file, after }: FileChange, format: ServerFormat): string {
  const { path, text: before } = file;
  const shown = (text: string | undefined) => {
    if (text === undefined) return "";
    const { [format.key]: servers = {} } = format.values(text, path);
    return redact(format.stringify({ [format.key]: masked(servers, false) })).text;
  };
  const name = (text: string | undefined) => text === undefined ? "/dev/null" : path;
  const texts = [shown(before), shown(after)] as const;
  return createTwoFilesPatch(name(before), name(after), ...texts, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  });
}

/** A value with the texts below keys that hold secrets masked. */
function masked(value: unknown, isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => masked(each, isSecret));
  if (!isRecord(value)) return isSecret ? MASK : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, masked(each, isSecret || SECRET_KEYS.has(key))]),
  );
}
