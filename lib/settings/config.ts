import { recover } from "./attempt.ts";
import type { ConfigProblem } from "./control_plane.ts";
import { type ConfigFile, nothing, readDocument } from "./config_file.ts";
import { defined, isRecord } from "./json.ts";

/** Bytes of a configuration file that is read; a larger one is a mistake or an attack. A repository's has less to say than the user's own. */
const MAX_USER_BYTES = 256 * 1024;
const MAX_REPO_BYTES = 64 * 1024;

/** Reads the user's own file: every key counts. */
export function parseUserConfig(text: string, file: string): Promise<ConfigFile> {
  return parseConfig(text, file, true, MAX_USER_BYTES);
}

/** Reads a repository's file, which may tune and restrict; keys that start programs count where the user has trusted exactly this content. */
export function parseRepoConfig(text: string, file: string, trusted: boolean): Promise<ConfigFile> {
  return parseConfig(text, file, trusted, MAX_REPO_BYTES);
}

/** What stands in for a file that could not be read as one. */
export function unreadConfig(problem: ConfigProblem): ConfigFile {
  return { ...nothing(), problems: [problem] };
}

async function parseConfig(
  text: string,
  file: string,
  everyKey: boolean,
  maxBytes: number,
): Promise<ConfigFile> {
  const wrong = (message: string, line?: number) =>
    unreadConfig({ file, key: "(file)", message: `${message}; defaults are used`, ...defined({ line }) });
  if (new TextEncoder().encode(text).length > maxBytes) {
    return wrong(`larger than ${maxBytes / 1024} KiB`);
  }
  const { load, YAMLException } = await import("js-yaml");
  const yaml = text.replace(/^\uFEFF/, "");
  if (!/^[^\S\n]*[^#\s]/m.test(yaml)) return nothing();
  return recover(
    () => {
      const document: unknown = load(yaml) ?? {};
      if (isRecord(document)) return readDocument(text, file, document, everyKey);
      return wrong("expected keys and values at the top level", 1);
    },
    Error,
    (error) => {
      const { mark, reason } = error instanceof YAMLException ? error : { reason: String(error) };
      return wrong(`invalid YAML: ${withoutQuotes(reason)}`, mark && mark.line + 1);
    },
  );
}

/** The parser's message without what it quotes of the file. */
function withoutQuotes(message: string): string {
  return message.split("\n")[0]?.slice(0, 200).replace(
    /["'<][^"'<>]*["'>]?/g,
    (quote) => /^["'<][\w.-]{1,40}["'>]$/.test(quote) ? quote : "(a text)",
  ) ?? "";
}
