const KIND = /\bkind:[ \t]{0,40}["']?secret\b/i;
/** The entries, of which a manifest holds a megabyte at most, below `data:`, all that stands further in. */
const DATA =
  /^([ \t]*)["']?(?:data|stringData)["']?:[ \t\r]*\n(?:\1[ \t]+[^\n]*(?:\n|$)|[ \t\r]*\n){1,20000}/gm;
/** A value with its name, or a line of one that is written as a block. */
const LINE = /^([ \t]+)(["']?[\w.-]{1,253}["']?:[ \t]{1,40})?(\S[^\n]*)$/gm;
/** What stands where the lines of a value follow, and where there is none. */
const NO_VALUE = /^(?:<redacted>|[|>{[$&*#])/;
/** Characters of the shortest value beside a name. */
const LEAST = 4;

/** Replaces the values below `data:` and `stringData:` of manifests of kind Secret. */
export function redactKubernetesSecrets(text: string, note: (kind: string) => void): string {
  if (!KIND.test(text)) return text;
  const hide = (depth: number) => (line: string, indent: string, name: string | undefined, value: string) => {
    const isEntry = indent.length <= depth;
    const kept = isEntry ? name : "";
    if (kept === undefined || value === "<redacted>") return line;
    if (isEntry && (NO_VALUE.test(value) || value.length < LEAST)) return line;
    note("kubernetes-secret");
    return `${indent}${kept}<redacted>`;
  };
  return text.split(/^(?=---)/m).map((document) => {
    if (!KIND.test(document)) return document;
    return document.replace(DATA, (block) => {
      const entries = block.slice(block.indexOf("\n") + 1);
      const depth = /^[ \t]*(?=\S)/m.exec(entries)?.[0].length ?? 0;
      return block.slice(0, -entries.length) + entries.replace(LINE, hide(depth));
    });
  }).join("");
}
