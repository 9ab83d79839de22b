import table from "../data/stores.txt" with { type: "text" };
import { hexOf } from "../../settings/sha256.ts";
import { patternOf, type Rule, rulesOf } from "../rule_table.ts";
import { isPlaceholder } from "../secrets/names.ts";

/* Stores of credentials by what stands in them. Asked of data and configuration only: code and documentation show such things as examples. */

/** Characters that tell: the keys by which a store is known stand near its beginning. */
const MAX_READ = 64 * 1024;

const MAX_LINES = 200;

let rules: { stores: readonly Rule[]; lists: { least: number; line: RegExp }[] } | undefined;

/** The rules of the table; of a list of accounts, what every line is like, and how many are needed. */
function read(): NonNullable<typeof rules> {
  const { lists = [], stores = [] } = Object.groupBy(
    rulesOf(table),
    ({ kind }) => kind.startsWith("accounts") ? "lists" : "stores",
  );
  const listed = lists.map(({ kind, patterns: [line = ""] }) => ({
    least: Number(kind.split(" ")[1]),
    line: patternOf(line),
  }));
  return { stores, lists: listed };
}

/** Whether a text, in which credentials are not just spoken of, is a store of them. Linear. */
export function isStore(text: string): boolean {
  const head = text.slice(0, MAX_READ);
  const lower = head.toLowerCase();
  const { stores, lists } = rules ??= read();
  const isOne = (rule: Rule) =>
    lower.includes(rule.needs[0] ?? "") && rule.patterns.every((pattern) => patternOf(pattern).test(head));
  if (stores.some(isOne)) return true;
  const lines = head.split("\n", MAX_LINES).map((line) => line.trim())
    .filter((line) => !/^(?:$|#|\/\/)/.test(line));
  const isMadeUp = (line: string) => isPlaceholder(/[^:;|,\t ]*$/.exec(line.toLowerCase())?.[0] ?? "");
  return lists.some(({ least, line }) =>
    lines.length >= least && lines.every((each) => line.test(each)) &&
    !(least > 1 && lines.every(isMadeUp))
  );
}

/** How keys and stores of keys begin, in hexadecimal: Java's, KeePass's, PKCS #12's, whose version is 3; PKCS #8 and PKCS #1 in DER. */
const CONTAINER = /^(?:feedfeed|cececece|03d9a29a|3082....(?:02010330|020100300d0609|0201000282))/;

export function isKeyContainer(bytes: Uint8Array): boolean {
  return CONTAINER.test(hexOf(bytes.subarray(0, 12)));
}
