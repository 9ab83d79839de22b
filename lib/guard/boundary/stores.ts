import table from "../data/stores.txt" with { type: "text" };
import { hexOf } from "../../settings/sha256.ts";
import { patternOf, type Rule, rulesOf } from "../rule_table.ts";
import { isPlaceholder } from "../secrets/names.ts";

/* Stores of credentials by what stands in them. Asked of data and configuration only: code and documentation show such things as examples. */

/** Characters that tell: the keys by which a store is known stand near its beginning. */
const MAX_READ = 64 * 1024;

let stores: readonly Rule[] | undefined;

/** What every line of a list of accounts is like; of one kind three lines are needed, since it is like others. */
const LISTS: readonly { least: number; line: RegExp }[] = [
  { least: 1, line: /^[\w.*-]{1,100}:(?:\d{1,5}|\*):[^:\s]{1,100}:[^:\s]{1,100}:\S{1,200}$/ },
  {
    least: 1,
    line:
      /^[^:\s]{1,100}:(?:\$(?:apr1|2[abxy]|[1567y]|argon2\w{0,2})\$|\{S?SHA\}|[\w.*-]{1,60}:[\da-f]{32}$)\S{0,400}$/,
  },
  { least: 2, line: /^[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,40}[:;|,\t ]\S{4,64}$/ },
  {
    least: 3,
    line: /^[A-Za-z][\w.@+-]{1,63}[:;|\t](?=\S*\d)(?=\S*[A-Za-z])(?!\d|v\d|\S*(?:\/|\.\w{1,5}$))\S{6,64}$/,
  },
];
const MAX_LINES = 200;

/** What a text, in which credentials are not just spoken of, is a store of; undefined where it is none. Linear. */
export function storeIn(text: string): string | undefined {
  const head = text.slice(0, MAX_READ);
  const lower = head.toLowerCase();
  const store = (stores ??= rulesOf(table)).find(({ needs: [need = ""], patterns }) =>
    lower.includes(need) && patterns.every((pattern) => patternOf(pattern).test(head))
  );
  return store?.kind ?? (isListOfAccounts(head) ? "accounts" : undefined);
}

function isListOfAccounts(head: string): boolean {
  const lines = head.split("\n", MAX_LINES).map((line) => line.trim()).filter((line) =>
    !/^(?:$|#|\/\/)/.test(line)
  );
  return LISTS.some(({ least, line }) =>
    lines.length >= least && lines.every((each) => line.test(each)) &&
    !(least > 1 && lines.every((each) => isPlaceholder(/[^:;|,\t ]*$/.exec(each.toLowerCase())?.[0] ?? "")))
  );
}

/** How keys and stores of keys begin, in hexadecimal: Java's, KeePass's, PKCS #12's, whose version is 3; PKCS #8 and PKCS #1 in DER. */
const CONTAINER = /^(?:feedfeed|cececece|03d9a29a|3082....(?:02010330|020100300d0609|0201000282))/;

export function isKeyContainer(bytes: Uint8Array): boolean {
  return CONTAINER.test(hexOf(bytes.subarray(0, 12)));
}
