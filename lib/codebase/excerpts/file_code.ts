import { isSource, language } from "../files/languages.ts";
import type { Definition, Outline } from "../structure/definition.ts";
import { definitions } from "../structure/definitions.ts";
import { maskedLines } from "../structure/mask.ts";
import { type LineRole, lineRoles, maskedProgram, parsedProgram } from "./line_roles.ts";

/** What choosing lines of a file asks of its text. All but the lines is worked out when it is first asked for. */
export interface FileCode {
  /** As written, without line ends; where the text ends with one, the last is empty. */
  readonly lines: readonly string[];
  /** False for texts that are no program. */
  readonly isProgram: boolean;
  /** The lines without comments and strings; none for texts that are no program. */
  readonly masked: readonly string[];
  /** In order of lines. */
  readonly definitions: readonly Definition[];
  /** What each line is there for. */
  readonly roles: readonly LineRole[];
}

/**
 * Reads a text by the language that its path or its first line tells, and by what a parser found in it where that is known: an outline whose definitions no longer
 * stand in their lines is of another text and is not used.
 */
export function codeOf(path: string, text: string, outline?: Outline): FileCode {
  const lines = text.includes("\r") ? text.split(/\r?\n/) : text.split("\n");
  const isProgram = isSource(path, text);
  const parsed = outline && fits(outline, lines) ? outline : undefined;
  const spoken = language(path, text);
  let masked: readonly string[] | undefined;
  let defined: readonly Definition[] | undefined;
  let roles: readonly LineRole[] | undefined;
  const programOf = () => {
    if (!isProgram) return undefined;
    return parsed ? parsedProgram(lines, parsed.comments, spoken) : maskedProgram(lines, code.masked);
  };
  const code: FileCode = {
    lines,
    isProgram,
    get masked() {
      return masked ??= isProgram ? maskedLines(text, spoken) : [];
    },
    get definitions() {
      return defined ??= parsed?.definitions ?? (isProgram ? definitions(text, spoken, code.masked) : []);
    },
    get roles() {
      return roles ??= lineRoles(lines, programOf());
    },
  };
  return code;
}

/** Whether every definition stands where it was found. */
function fits({ definitions }: Outline, lines: readonly string[]): boolean {
  return definitions.every(({ line, endLine, signature }) =>
    endLine <= lines.length && (lines[line - 1] ?? "").includes(signature)
  );
}
