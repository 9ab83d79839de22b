import { createHash } from "node:crypto";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { findFile, type FoundFile } from "../replace_file.ts";
import { SetupError } from "../setup_error.ts";
import type { ClientGateway } from "./client_gateway.ts";
import type { Standing } from "./plan.ts";
import { GATEWAY_SERVER } from "./server_format.ts";
import { MAX_CLIENT_BYTES } from "./stay_rules.ts";

/** Byte order mark of a client's file, which its format does not know. */
const MARK = "\uFEFF";

/** What we remember of a move, beside the texts. */
interface MoveRecord {
  /** The client's file. */
  file: string;
  /** Whether that file was there before. */
  existed: boolean;
  /** Whether we put the gateway's entry into it. */
  ours: boolean;
  /** Of what we left; empty where the original is not to come back whole. */
  client_sha256: string;
  servers_sha256: string;
}

/** A client's file, and what stands of an earlier move. */
export interface Found {
  client: FoundFile;
  /** Its text without byte order mark. */
  text: string | undefined;
  mark: string;
  standing: Standing | undefined;
}

/** Reads everything that a move or its undoing goes by. Throws `SetupError`. */
export function findStanding(gateway: ClientGateway): Found {
  const client = findFile(gateway.file, MAX_CLIENT_BYTES);
  const whole = client.kind === "found" ? client.text : undefined;
  const { mark, body: text } = withoutMark(whole);
  const servers = textOf(gateway.servers);
  if (servers === undefined) return { client, text, mark, standing: undefined };
  const record = readRecord(gateway.record);
  if (record !== undefined && record.file !== gateway.file) {
    throw new SetupError(
      gateway.record,
      `tells of servers that were moved out of ${record.file}; undo that first (with the variables that were set then)`,
    );
  }
  const original = record?.existed === false ? undefined : withoutMark(textOf(gateway.original)).body;
  const untouched = record !== undefined && (original !== undefined || !record.existed) &&
    record.client_sha256 === sha256(whole ?? "") && record.servers_sha256 === sha256(servers);
  const standing = { original, untouched, ours: record?.ours ?? true, servers };
  return { client, text, mark, standing };
}

/** The program that the client's entry for the gateway starts; undefined where nothing was moved, or the entry is gone. Throws `SetupError`. */
export function gatewayProgram(gateway: ClientGateway): string | undefined {
  const { standing, text } = findStanding(gateway);
  if (standing === undefined || text === undefined) return undefined;
  const entry = gateway.format.servers(text, gateway.file).find(({ name }) => name === GATEWAY_SERVER)?.entry;
  return isRecord(entry) && typeof entry["command"] === "string" ? entry["command"] : undefined;
}

/** The record of a move, as it is written. */
export function recordText(
  { client, servers, ...rest }: Pick<MoveRecord, "file" | "existed" | "ours"> & {
    client: string | undefined;
    servers: string;
  },
): string {
  const record: MoveRecord = {
    ...rest,
    client_sha256: client === undefined ? "" : sha256(client),
    servers_sha256: sha256(servers),
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** A damaged record tells nothing; the servers then go back one by one. */
function readRecord(path: string): MoveRecord | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isMoveRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isMoveRecord(value: unknown): value is MoveRecord {
  return isRecord(value) && typeof value["file"] === "string" && typeof value["existed"] === "boolean" &&
    typeof value["ours"] === "boolean" && typeof value["client_sha256"] === "string" &&
    typeof value["servers_sha256"] === "string";
}

function withoutMark(text: string | undefined): { mark: string; body: string | undefined } {
  return text?.startsWith(MARK) ? { mark: MARK, body: text.slice(MARK.length) } : { mark: "", body: text };
}

function textOf(path: string): string | undefined {
  const found = findFile(path, MAX_CLIENT_BYTES);
  return found.kind === "found" ? found.text : undefined;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
