import { parse, TomlError } from "smol-toml";
import { attempt, recover } from "../../settings/attempt.ts";
import { isRecord, listAt, recordAt, valueAt } from "../../settings/json.ts";
import { SetupError } from "../setup_error.ts";
import { GATEWAY_SERVER, type ServerFormat, type WrittenServer } from "./server_format.ts";

const KEY = "mcp_servers";

/** Stands right above the gateway's table, and so goes with it. */
const REMARK = '# "codex-auto setup gateway --undo --codex" takes this out and puts your servers back';

/** What the gateway finds its files and the network by. Codex hands a server only the variables that its entry names, and a few such as HOME. */
const OWN_VARIABLES =
  ("XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME CODEX_HOME CLAUDE_CONFIG_DIR " +
    // The keychain of a desktop.
    "XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS " +
    "HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS")
    .split(" ");

/** The user's servers of Codex: the `[mcp_servers.NAME]` tables of `config.toml`, each with the comments right above it. */
export const CODEX_FORMAT: ServerFormat = {
  key: KEY,

  // The parser's tables have no prototype.
  values: (text, file) =>
    recover(() => structuredClone(parse(withoutMark(text))), TomlError, (cause) => {
      const { line, message } = cause;
      const why = message.split("\n")[0]?.replace("Invalid TOML document: ", "");
      throw new SetupError(file, `not valid TOML (${why}); correct it and run this again`, { line, cause });
    }),

  without: (text, names) =>
    tablesIn(text).filter((table) => isOf(names, table)).toReversed()
      .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text),

  only: (text, names) =>
    tablesIn(text).filter((table) => isOf(names, table)).map(({ start, end }) => text.slice(start, end))
      .reduce((all, part) => all === "" || all.endsWith("\n") ? all + part : all + eolOf(text) + part, ""),

  withServers: append,

  gateway: (program, moved) =>
    [
      REMARK,
      `[${KEY}.${GATEWAY_SERVER}]`,
      `command = ${JSON.stringify(program)}`,
      'args = ["mcp"]',
      `env_vars = ${JSON.stringify([...OWN_VARIABLES, ...variablesOf(moved)])}`,
      // The gateway asks for every call that does more than read; asked by Codex as well, `codex exec` would refuse them all.
      'default_tools_approval_mode = "approve"',
      "",
    ].join("\n"),

  end: "# the end: where this line is missing, codex-auto takes servers from the original\n",
};

interface Table {
  path: readonly string[];
  start: number;
  end: number;
}

/** Where the tables of a valid TOML text are, each up to the next one. */
function tablesIn(text: string): Table[] {
  const clean = withoutMark(text);
  const heads: Omit<Table, "end">[] = [];
  let from = 0;
  for (const { 0: line, index } of clean.matchAll(/^[ \t]*\[.*$/gm)) {
    // In a text or list of several lines such a line is no header: what is above it is then no TOML by itself.
    const start = [commentsAbove(clean, index), index].find((at) => isToml(clean.slice(from, at)));
    if (start === undefined) continue;
    heads.push({ path: headerPath(line), start });
    from = index;
  }
  return heads.map((head, at) => ({ ...head, end: heads[at + 1]?.start ?? text.length }));
}

function commentsAbove(text: string, line: number): number {
  let start = line;
  while (start > 0) {
    const above = text.lastIndexOf("\n", start - 2) + 1;
    if (!/^[ \t]*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

function headerPath(line: string): string[] {
  const path: string[] = [];
  for (let value: unknown = parse(line); isRecord(value);) {
    const [name] = Object.keys(value);
    if (name === undefined) break;
    path.push(name);
    value = value[name];
  }
  return path;
}

function isToml(text: string): boolean {
  return attempt(() => parse(text), TomlError) !== undefined;
}

function isOf(names: readonly string[], { path: [key, name = ""] }: Table): boolean {
  return key === KEY && names.includes(name);
}

/** With more tables at the end. TOML lets nobody add to a value that is written out in one place: `mcp_servers = { … }`. */
function append(text: string, block: string, file: string): string {
  if (block === "") return text;
  const eol = eolOf(text || block);
  const gap = text === "" || /\n[ \t]*\r?\n$/.test(text) ? "" : text.endsWith("\n") ? eol : eol + eol;
  const after = text + gap + block.replaceAll(/\r?\n/g, eol);
  if (isToml(withoutMark(after))) return after;
  throw new SetupError(
    file,
    `${KEY} is one value, to which no server can be added; write each server as a table, [${KEY}.NAME], and run this again`,
  );
}

/** The variables that servers are given, or take their credentials from. */
function variablesOf(servers: readonly WrittenServer[]): string[] {
  const named = servers.flatMap(({ entry }) => [
    valueAt(entry, ["bearer_token_env_var"]),
    ...listAt(entry, "env_vars"),
    ...Object.values(recordAt(entry, "env_http_headers")),
  ]);
  const variables = named.filter((each) => typeof each === "string");
  return [...new Set(variables)].filter((each) => !OWN_VARIABLES.includes(each)).sort();
}

/** A byte order mark as a blank, so that places stay what they are. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, " ");
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
