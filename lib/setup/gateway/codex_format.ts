import type { AST } from "toml-eslint-parser";
import { isRecord } from "../../settings/mcp_servers/configured_server.ts";
import { SetupError } from "../setup_error.ts";
import { GATEWAY_SERVER, MASK, SECRET_KEYS, type ServerFormat, type WrittenServer } from "./server_format.ts";
import { keyNames, parseToml, type TomlDocument, type TomlTable } from "./toml_document.ts";

const SERVERS = "mcp_servers";
const FENCE_BEGIN =
  '# >>> auto-tools gateway: "codex-auto setup gateway --undo --codex" takes this out and puts your servers back >>>';
const FENCE_END = "# <<< auto-tools gateway <<<";

/** What the gateway finds its files and the network by. Codex hands a server only the variables that its entry names, and a few such as HOME. */
const OWN_VARIABLES = [
  ...[
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "CODEX_HOME",
    "CLAUDE_CONFIG_DIR",
  ],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"],
];

/** The user's servers of Codex: the `[mcp_servers.NAME]` tables of `config.toml`. */
export const CODEX_FORMAT: ServerFormat = {
  servers(text, file) {
    const document = read(text, file);
    const all = document.values[SERVERS];
    if (!isRecord(all)) return [];
    return Object.entries(all).map(([name, entry]): WrittenServer => ({
      name,
      entry,
      ...(standsInTables(name, document)
        ? {}
        : { fixed: `it is not written as a table of its own; write it as [${SERVERS}.${name}]` }),
    }));
  },

  ofProjects: () => [],

  without(text, names, file) {
    const { tables } = read(text, file);
    return cut(text, tables.filter((table) => names.some((name) => isOf(name, table))));
  },

  only(text, names, file) {
    const { tables } = read(text, file);
    const taken = tables.filter((table) => names.some((name) => isOf(name, table)));
    return joined(taken.map(({ start, end }) => text.slice(start, end)), eolOf(text));
  },

  withGateway(text, program, before, file) {
    const { tables, body, values } = read(text, file);
    requireTables(body, file);
    const first = tables.find((table) => before.some((name) => isOf(name, table)));
    const variables = [...OWN_VARIABLES, ...variablesOf(values[SERVERS], before)];
    const eol = eolOf(text);
    const block = [
      FENCE_BEGIN,
      `[${SERVERS}.${GATEWAY_SERVER}]`,
      `command = ${JSON.stringify(program)}`,
      'args = ["mcp"]',
      `env_vars = ${JSON.stringify(variables)}`,
      // The gateway asks for every call that does more than read; asked by Codex as well, `codex exec` would refuse them all.
      'default_tools_approval_mode = "approve"',
      FENCE_END,
      "",
    ].join(eol);
    return insert(text, first?.start ?? text.length, block, eol);
  },

  withServers(text, from, { instead }, file) {
    const { tables } = read(text, file);
    const own = instead ? tables.filter((table) => isOf(GATEWAY_SERVER, table)) : [];
    const at = own[0]?.start ?? text.length;
    // What stands before the first of them does not move when they are cut.
    const bare = cut(text, own);
    return from === "" ? bare : insert(bare, at, from, eolOf(text));
  },

  masked(text, file) {
    const { body } = read(text, file);
    return secrets(body, false).reverse().reduce(
      (masked, [from, to]) => masked.slice(0, from) + JSON.stringify(MASK) + masked.slice(to),
      text,
    );
  },

  rest(text, file) {
    const { [SERVERS]: _, ...rest } = read(text, file).values;
    return rest;
  },
};

function read(text: string, file: string): TomlDocument {
  return parseToml(text, file, FENCE_END);
}

function isOf(name: string, { path }: TomlTable): boolean {
  return path[0] === SERVERS && path[1] === name;
}

/** TOML lets nobody add to a value that is written out in one place: `mcp_servers = { … }`. */
function requireTables(body: TomlDocument["body"], file: string): void {
  const whole = body.find((node) =>
    node.type === "TOMLKeyValue" && node.key.keys.length === 1 && keyNames(node.key)[0] === SERVERS
  );
  if (whole === undefined) return;
  throw new SetupError(
    file,
    `${SERVERS} is one value, to which no server can be added; write each server as a table, [${SERVERS}.NAME], and run this again`,
    { line: whole.loc.start.line },
  );
}

/** The variables that servers are given, or take their credentials from. */
function variablesOf(all: unknown, names: readonly string[]): string[] {
  const found = new Set<string>();
  for (const name of names) {
    const entry = isRecord(all) && Object.hasOwn(all, name) ? all[name] : undefined;
    if (!isRecord(entry)) continue;
    const { env_vars: passed, env_http_headers: headers, bearer_token_env_var: bearer } = entry;
    const variables = [
      bearer,
      ...(Array.isArray(passed) ? passed : []),
      ...(isRecord(headers) ? Object.values(headers) : []),
    ];
    for (const variable of variables) if (typeof variable === "string") found.add(variable);
  }
  return [...found].filter((variable) => !OWN_VARIABLES.includes(variable)).sort();
}

/** Whether all that is said of a server stands in tables below its own header, which can be cut out whole. */
function standsInTables(name: string, { body }: TomlDocument): boolean {
  return body.every((node) => {
    const isTable = node.type === "TOMLTable";
    const path = isTable ? node.resolvedKey : keyNames(node.key);
    if (path[0] !== SERVERS) return true;
    if (!isTable) return path.length > 1 && path[1] !== name;
    if (path.length > 1) return true;
    return node.body.every(({ key }) => keyNames(key)[0] !== name);
  });
}

/** Without these tables. A fence that is left without its table goes too. */
function cut(text: string, tables: readonly TomlTable[]): string {
  const bare = tables.toReversed().reduce(
    (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
    text,
  );
  if (!tables.some((table) => isOf(GATEWAY_SERVER, table))) return bare;
  return bare.split(/(?<=\n)/).filter((line) => line.trim() !== FENCE_BEGIN && line.trim() !== FENCE_END)
    .join("");
}

function insert(text: string, at: number, block: string, eol: string): string {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const gap = before === "" || /\n[ \t]*\r?\n$/.test(before) ? "" : before.endsWith("\n") ? eol : eol + eol;
  const close = after === "" || /\n\r?\n$/.test(block) ? "" : block.endsWith("\n") ? eol : eol + eol;
  return before + gap + block + close + after;
}

function joined(parts: readonly string[], eol: string): string {
  return parts.map((part, at) => at < parts.length - 1 && !part.endsWith("\n") ? part + eol : part).join("");
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Where the texts stand that hold secrets, in the order of the file. */
function secrets(
  nodes: readonly (AST.TOMLKeyValue | AST.TOMLTable | AST.TOMLContentNode)[],
  inside: boolean,
): [number, number][] {
  return nodes.flatMap((node): [number, number][] => {
    switch (node.type) {
      case "TOMLTable":
        return secrets(node.body, inside || node.resolvedKey.some((name) => SECRET_KEYS.has(String(name))));
      case "TOMLKeyValue":
        return secrets([node.value], inside || keyNames(node.key).some((name) => SECRET_KEYS.has(name)));
      case "TOMLInlineTable":
        return secrets(node.body, inside);
      case "TOMLArray":
        return secrets(node.elements, inside);
      default:
        return inside ? [[node.range[0], node.range[1]]] : [];
    }
  });
}
