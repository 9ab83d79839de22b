// deno-fmt-ignore-file: a table, in which each rule has a line for what it is and one for its pattern
import type { Rule } from "../rule_set.ts";

/** Names and values that stand in fields or cells of their own: environment entries, HTML, property lists, Terraform variables, tables. */
export const PAIRS: readonly Rule[] = [
  { kind: "secret", needs: ["value", "content", "default"], example: "- name: DB_PASSWORD\n  value: ‹x7{A12}›",
    pattern: /(?<![\w$-])["']?(?:name|key|id|variable|parameter_?key)["']?\s{0,4}[:=]\s{0,4}["']?(?<name>[\w.:-]{3,96})["']?[\s,;]{1,40}(?:-[ \t])?["']?(?:value|content|default|parameter_?value)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[^\s"'<>{}]{4,4096})/gi },
  { kind: "secret", needs: ["variable"], example: 'variable "db_password" {\n  default = "‹x7{A12}›"\n}',
    pattern: /\bvariable[ \t]{1,4}"(?<name>[\w-]{3,96})"[ \t]{0,4}\{[^{}"]{0,200}(?:description[ \t]{0,16}=[ \t]{0,4}"[^"\n]{0,200}"[^{}"]{0,100})?\bdefault[ \t]{0,16}=[ \t]{0,4}"(?<value>[^"\n]{4,4096})/g },
  { kind: "secret", needs: ["<key>"], example: "<key>ApiToken</key>\n<string>‹x7{A20}›</string>",
    pattern: /<key>(?<name>[^<>\n]{3,96})<\/key>\s{0,64}<string>(?<value>[^<>\n]{4,4096})/g },
  { kind: "secret", needs: ["|"], example: "| api_key | ‹x7{A20}› |",
    pattern: /\|[ \t]{0,20}[`*]{0,3}(?<name>[\w .-]{3,60}?)[`*]{0,3}[ \t]{0,20}\|[ \t]{0,20}(?!_[^\s|]{1,60}_[ \t])`?(?<value>[^\s|`<>]{8,200})(?=`?[ \t]{0,20}(?:\||$))/gm },
  // The other way round, in JSON and in YAML.
  { kind: "secret", needs: ["value"], example: '{"value": "‹x7{A20}›", "name": "JWT_SECRET"}',
    pattern: /["'](?:value|Value)["']\s{0,4}[:=]\s{0,4}["'](?<value>[^\s"']{4,4096})(?=["'],\s{0,40}["'](?:name|key|Name|Key)["']\s{0,4}[:=]\s{0,4}["'](?<name>[\w.:-]{3,96})["'])/g },
  { kind: "secret", needs: ["value"], example: "value: ‹x7{A20}›\nname: JWT_SECRET",
    pattern: /(?<![\w$-])["']?value["']?:[ \t]{1,4}["']?(?<value>[^\s"']{4,4096})(?=["']?[ \t]{0,4}\r?\n[ \t]{0,40}["']?(?:name|key)["']?:[ \t]{1,4}["']?(?<name>[\w.:-]{3,96}))/g },
];
