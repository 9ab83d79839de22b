import { parse, TomlError } from "smol-toml";
import { attempt } from "../../settings/attempt.ts";
import { listAt, recordAt, textAt } from "../../settings/json.ts";
import { SERVERS_KEY } from "../../settings/mcp_servers/written_servers.ts";
import { SetupError } from "../setup_error.ts";
import { GATEWAY_SERVER, type ServerFormat, type WrittenServer } from "./server_format.ts";

const KEY = SERVERS_KEY.codex;

/** Stands right above the gateway's table, and so goes with it. */
const REMARK = '# "codex-auto setup gateway --undo --codex" takes this out and puts your servers back';

/** What the gateway finds its files and the network by. Codex hands a server only the variables that its entry names, and a few such as HOME. */
const OWN_VARIABLES =
  ("XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME CODEX_HOME CLAUDE_CONFIG_DIR " +
    // The keychain of a desktop.
    "XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS " +
    "HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS")
    .split(" ");

/** Codex's: the `[mcp_servers.NAME]` tables of `config.toml`, each with the comments right above it. */
export const CODEX_FORMAT: ServerFormat = {
  client: "codex",

  without: (text, names) =>
    tablesOf(text, names).toReversed()
      .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text),

  only: (text, names) =>
    tablesOf(text, names).map(({ start, end }) => text.slice(start, end))
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
  path: ReturnType<typeof headerPath>;
  start: number;
  end: number;
}

const COMMENTS_AT_END = /(?:(?<![^\n])[ \t]*#.*\r?\n)*$/;

/** Where the tables of a valid TOML text are, each up to the next one. */
function tablesIn(text: string): Table[] {
  const clean = withoutMark(text);
  const heads: Omit<Table, "end">[] = [];
  let from = 0;
  for (const { 0: line, index } of clean.matchAll(/^[ \t]*\[.*$/gm)) {
    // In a text or list of several lines such a line is no header: what is above it is then no TOML by itself.
    const comments = COMMENTS_AT_END.exec(clean.slice(from, index))?.[0].length ?? 0;
    const start = [index - comments, index].find((at) => isToml(clean.slice(from, at)));
    if (start === undefined) continue;
    heads.push({ path: headerPath(line), start });
    from = index;
  }
  return heads.map((head, at) => ({ ...head, end: heads[at + 1]?.start ?? text.length }));
}

/** The names in a header: `a` and `b` of `[a.b.c]`. */
function headerPath(line: string): [key: string | undefined, name: string | undefined] {
  const [[key, value] = []] = Object.entries(parse(line));
  return [key, Object.keys(recordAt(value))[0]];
}

function isToml(text: string): boolean {
  return attempt(() => parse(text), TomlError) !== undefined;
}

/** The tables of these servers. */
function tablesOf(text: string, names: readonly string[]): Table[] {
  return tablesIn(text).filter(({ path: [key, name = ""] }) => key === KEY && names.includes(name));
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
function variablesOf(servers: readonly WrittenServer[]): unknown[] {
  const named = servers.flatMap(({ entry }) => [
    textAt(entry, "bearer_token_env_var"),
    ...listAt(entry, "env_vars"),
    ...Object.values(recordAt(entry, "env_http_headers")),
  ]);
  const variables = new Set(named.filter((each) => typeof each === "string" && each !== ""));
  return [...variables.difference(new Set(OWN_VARIABLES))].sort();
}

/** A byte order mark as a blank, so that places stay what they are. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, " ");
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
