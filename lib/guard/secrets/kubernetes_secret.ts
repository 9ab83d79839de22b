const KIND = /\bkind:[ \t]{0,40}["']?secret\b/i;
const DATA = /^(?<indent>[ \t]*)["']?(?:data|stringData)["']?:[ \t]*$/;
const ENTRY = /^(?<indent>[ \t]*)(?<name>["']?[\w.-]{1,253}["']?:[ \t]{1,40})(?<value>\S.*)$/;
/** What stands where the lines of a value follow. */
const BLOCK = /^[|>][-+\d]{0,2}[ \t]*(?:#.*)?$/;
const TEXT = /^(?<indent>[ \t]*)[^ \t\r]/;

/** Replaces the values below `data:` and `stringData:` of manifests of kind Secret. */
export function redactKubernetesSecrets(text: string, note: (kind: string) => void): string {
  if (!KIND.test(text)) return text;
  const lines = text.split("\n");
  let isSecret = documentIsSecret(lines, 0);
  let depth: number | undefined;
  /** Indentation of the entry whose value is a block of lines. */
  let block: number | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("---")) {
      isSecret = documentIsSecret(lines, index + 1);
      depth = undefined;
      block = undefined;
    }
    if (!isSecret) continue;
    const data = DATA.exec(line)?.groups?.["indent"];
    if (data !== undefined) depth = data.length;
    if (depth === undefined) continue;
    if (block !== undefined) {
      const text = TEXT.exec(line)?.groups?.["indent"];
      if (text === undefined) continue;
      if (text.length > block) {
        if (line === `${text}<redacted>`) continue;
        lines[index] = `${text}<redacted>`;
        note("kubernetes-secret");
        continue;
      }
      block = undefined;
    }
    const entry = ENTRY.exec(line)?.groups;
    if (entry === undefined) continue;
    const indent = entry["indent"] ?? "";
    const value = entry["value"] ?? "";
    if (indent.length > depth && BLOCK.test(value)) block = indent.length;
    if (indent.length <= depth) depth = undefined;
    else if (value.length >= 4 && !/^(?:<redacted>|[|>{[$&*])/.test(value)) {
      lines[index] = `${indent}${entry["name"] ?? ""}<redacted>`;
      note("kubernetes-secret");
    }
  }
  return lines.join("\n");
}

function documentIsSecret(lines: string[], from: number): boolean {
  for (let index = from; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("---")) return false;
    if (KIND.test(line)) return true;
  }
  return false;
}
