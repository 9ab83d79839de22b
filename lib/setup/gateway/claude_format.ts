import { isRecord, parseStrictJson, recordAt } from "../../settings/json.ts";
import { SetupError } from "../setup_error.ts";
import { GATEWAY_SERVER, type ServerFormat } from "./server_format.ts";

const KEY = "mcpServers";

/** The user's servers of Claude Code: `mcpServers` at the top of `.claude.json`, which the client writes as plain JSON, and so do we. `alwaysLoad` in the gateway's entry would hold up every start of the client. */
export const CLAUDE_FORMAT: ServerFormat = {
  key: KEY,
  values,
  without: (text, names, file) => edited(text, file, (all) => all.filter(([name]) => !names.includes(name))),
  only: (text, names, file) => {
    const all = Object.entries(serversOf(text, file)).filter(([name]) => names.includes(name));
    return written({ [KEY]: Object.fromEntries(all) });
  },
  withServers: (text, from, file) => {
    const more = Object.entries(serversOf(from, file));
    return more.length === 0 ? text : edited(text, file, (all) => [...all, ...more]);
  },
  gateway: (program) =>
    written({ [KEY]: { [GATEWAY_SERVER]: { type: "stdio", command: program, args: ["mcp"], env: {} } } }),
  end: "",
};

function values(text: string, file: string): Record<string, unknown> {
  const json = text.replace(/^\uFEFF/, "");
  const parsed = parseStrictJson(json.trim() === "" ? "{}" : json);
  if ("line" in parsed) {
    throw new SetupError(file, "not valid JSON; correct it and run this again", { line: parsed.line });
  }
  const { value } = parsed;
  if (!isRecord(value)) throw new SetupError(file, "is no JSON object; correct it and run this again");
  if (value[KEY] !== undefined && !isRecord(value[KEY])) {
    throw new SetupError(file, `"${KEY}" must be an object { … }; correct it and run this again`);
  }
  return value;
}

function serversOf(text: string, file: string): Record<string, unknown> {
  return recordAt(values(text, file), KEY);
}

function edited(
  text: string,
  file: string,
  edit: (servers: [string, unknown][]) => [string, unknown][],
): string {
  const before = Object.entries(serversOf(text, file));
  const after = edit(before);
  return after.length === before.length
    ? text
    : written({ ...values(text, file), [KEY]: Object.fromEntries(after) });
}

function written(all: Record<string, unknown>): string {
  return JSON.stringify(all, null, 2) + "\n";
}
