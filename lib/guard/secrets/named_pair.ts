import { isSecretByName } from "./assignment.ts";

/** A pattern with groups `name` and `value`, the value last in what it matches but for what may follow in `end`. */
interface Pair {
  /** Texts of which one stands wherever the pattern matches. */
  needs: readonly string[];
  pattern: RegExp;
}

/** Names and values that stand in fields of their own: environment entries, HTML, property lists, Terraform variables, cells of a table. */
const PAIRS: readonly Pair[] = [
  {
    needs: ["value", "content", "default"],
    pattern:
      /(?<![\w$-])["']?(?:name|key|id|variable|parameter_?key)["']?\s{0,4}[:=]\s{0,4}["']?(?<name>[\w.:-]{3,96})["']?[\s,;]{1,40}(?:-[ \t])?["']?(?:value|content|default|parameter_?value)["']?\s{0,4}[:=]\s{0,4}(?<quote>["']?)(?<value>[^\s"'<>{}]{4,4096})/gi,
  },
  {
    needs: ["variable"],
    pattern:
      /\bvariable[ \t]{1,4}"(?<name>[\w-]{3,96})"[ \t]{0,4}\{[^{}"]{0,200}(?:description[ \t]{0,16}=[ \t]{0,4}"[^"\n]{0,200}"[^{}"]{0,100})?\bdefault[ \t]{0,16}=[ \t]{0,4}"(?<value>[^"\n]{4,4096})/g,
  },
  {
    needs: ["<key>"],
    pattern: /<key>(?<name>[^<>\n]{3,96})<\/key>\s{0,64}<string>(?<value>[^<>\n]{4,4096})/g,
  },
  {
    needs: ["|"],
    pattern:
      /\|[ \t]{0,20}[`*]{0,3}(?<name>[\w .-]{3,60}?)[`*]{0,3}[ \t]{0,20}\|[ \t]{0,20}(?!_[^\s|]{1,60}_[ \t])`?(?<value>[^\s|`<>]{8,200})(?=`?[ \t]{0,20}(?:\||$))/gm,
  },
];
/** The other way round, in JSON and in YAML. */
const VALUE_FIRST = [
  /(?<lead>["'](?:value|Value)["']\s{0,4}[:=]\s{0,4}["'])(?<value>[^\s"']{4,4096})(?=["'],\s{0,40}["'](?:name|key|Name|Key)["']\s{0,4}[:=]\s{0,4}["'](?<name>[\w.:-]{3,96})["'])/g,
  /(?<![\w$-])["']?value["']?:[ \t]{1,4}(?<quote>["']?)(?<value>[^\s"']{4,4096})(?=\k<quote>[ \t]{0,4}\r?\n[ \t]{1,40}["']?(?:name|key)["']?:[ \t]{1,4}["']?(?<name>[\w.:-]{3,96}))/g,
];
const SECRET_WORD = /pass|secret|token|key|auth|credential|pwd/i;

/** Replaces values whose name stands in a field or cell of its own. */
export function redactNamedPairs(text: string, note: (kind: string) => void): string {
  if (!SECRET_WORD.test(text)) return text;
  const hide = (whole: string, name: string, value: string) => {
    if (!isSecretByName(name, value)) return whole;
    note("secret");
    return `${whole.slice(0, whole.length - value.length)}<redacted>`;
  };
  let clean = text;
  for (const { needs, pattern } of PAIRS) {
    if (!needs.some((need) => clean.includes(need))) continue;
    clean = clean.replace(pattern, (whole: string, ...rest: unknown[]) => {
      const { name, value } = groupsOf(rest);
      return hide(whole, name, value);
    });
  }
  if (!clean.includes("alue")) return clean;
  for (const pattern of VALUE_FIRST) {
    clean = clean.replace(pattern, (whole: string, ...rest: unknown[]) => {
      const { name, value } = groupsOf(rest);
      return hide(whole, name, value);
    });
  }
  return clean;
}

function groupsOf(rest: unknown[]): { name: string; value: string } {
  const groups: unknown = rest.at(-1);
  const read = (key: string) =>
    typeof groups === "object" && groups !== null ? String(Reflect.get(groups, key) ?? "") : "";
  return { name: read("name"), value: read("value") };
}
