const KIND = /\bkind:[ \t]{0,40}["']?secret\b/i;
const DATA = /^(?<indent>[ \t]*)["']?(?:data|stringData)["']?:[ \t]*$/;
const ENTRY = /^(?<indent>[ \t]*)(?<name>["']?[\w.-]{1,253}["']?:[ \t]{1,40})(?<value>\S.*)$/;

/** Replaces the values below `data:` and `stringData:` of manifests of kind Secret. */
export function redactKubernetesSecrets(text: string, note: (kind: string) => void): string {
  if (!KIND.test(text)) return text;
  const lines = text.split("\n");
  let isSecret = documentIsSecret(lines, 0);
  let depth: number | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("---")) {
      isSecret = documentIsSecret(lines, index + 1);
      depth = undefined;
    }
    if (!isSecret) continue;
    const data = DATA.exec(line)?.groups?.["indent"];
    if (data !== undefined) depth = data.length;
    const entry = depth === undefined ? undefined : ENTRY.exec(line)?.groups;
    if (entry === undefined || depth === undefined) continue;
    const indent = entry["indent"] ?? "";
    const value = entry["value"] ?? "";
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
