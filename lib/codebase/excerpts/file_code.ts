import { isSource, language } from "../files/languages.ts";
import type { Definition } from "../structure/definition.ts";
import { definitions } from "../structure/definitions.ts";
import { maskedLines } from "../structure/mask.ts";
import { type LineRole, lineRoles } from "./line_roles.ts";

/** What choosing lines of a file asks of its text. */
export interface FileCode {
  /** As written, without line ends; where the text ends with one, the last is empty. */
  lines: readonly string[];
  /** The lines without comments and strings; none for texts that are no program. */
  masked: readonly string[];
  /** In order of lines. */
  definitions: readonly Definition[];
  /** What each line is there for. */
  roles: readonly LineRole[];
}

/** Reads a text by the language that its path tells. Roles are worked out when they are first asked for. */
export function codeOf(path: string, text: string): FileCode {
  const lines = text.includes("\r") ? text.split(/\r?\n/) : text.split("\n");
  const spoken = language(path);
  const masked = isSource(path) ? maskedLines(text, spoken) : [];
  let roles: readonly LineRole[] | undefined;
  return {
    lines,
    masked,
    definitions: isSource(path) ? definitions(text, spoken, masked) : [],
    get roles() {
      return roles ??= lineRoles(lines, masked);
    },
  };
}
