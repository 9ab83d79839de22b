import process from "node:process";
import { assert } from "@std/assert";
import { filterInjection } from "../../lib/guard/injection/injection.ts";
import { redact } from "../../lib/guard/secrets/redact.ts";
import { PREFIX_ROWS } from "../../lib/guard/secrets/rules/prefixes.ts";
import { STRUCTURES } from "../../lib/guard/secrets/rules/structures.ts";

/** Characters of the longer text. */
const SIZE = 100_000;
/** ms for it: several times what it takes on a busy machine; what grows with the square takes tens of seconds. */
const MOST = 1000;
/** Tries: what else runs on a machine is not the text's fault. */
const TRIES = 4;

const filled = (unit: string, size = SIZE) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** Holds one way through the guard to its time, on a unit repeated to a megabyte. */
function within(way: (text: string) => unknown, unit: string): void {
  const text = filled(unit);
  way(filled(unit, SIZE / 50));
  let best = Infinity;
  for (let attempt = 0; attempt < TRIES && best > MOST; attempt++) {
    const began = performance.now();
    way(text);
    best = Math.min(best, performance.now() - began);
  }
  assert(best <= MOST, `${JSON.stringify(unit.slice(0, 60))} took ${Math.round(best)} ms`);
}

const REDACTION = [
  "token=",
  'token="',
  "password: |\n  ",
  "eyJhbGciOiJ.",
  "http://a:",
  "https://a:b",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN RSA PRIVATE KEY-----\nMIIEow",
  "-----END PRIVATE KEY-----\n",
  "Private-Lines: 9\n",
  "sk-",
  "pk.",
  "s.",
  "password ",
  "a",
  "=",
  "%3D",
  "ab_cd-",
  "MIIEvQIBADAN",
  "key: ",
  "name: token\nvalue: ",
  "name, token\n",
  "token,",
  "| token | ",
  "<key>token</key>",
  'variable "token" {',
  "Cookie: a=",
  "cookie=a;",
  "mysql -u ",
  "curl -u a",
  "'a' + 'b' + ",
  "<redacted>'+'a",
  "aGVsbG8gd29ybGQ",
  "68656c6c6f",
  "密码是",
  "kind: Secret\ndata:\n",
  "authorization: a ",
  "mnemonic: abc abc ",
  "a:5432:a:a:",
  "\\n",
  "\u200b",
  "\r",
  "token=a&",
  "set-cookie:",
  "cGFzc3dvcmQ9aHVudGVyMjEyMw== ",
  "70617373776f726470617373776f7264 ",
  "Maaaaaaaaaaaaaaaaaaaaaaa.aaaaaa.",
  "login('a','",
  "password={",
  "kind: Secret\ndata:\n  a: |\n    b\n",
];

Deno.test("text made to be slow for redaction takes time proportional to its length, whatever it repeats", () => {
  for (const unit of REDACTION) within(redact, unit);
});

/** Of all that was tried, these take the longest. */
const SLOWEST = [
  'token="',
  "pass: ",
  "secret=",
  "token=a&",
  "set-cookie:",
  "http://a:",
  "\r",
  "cGFzc3dvcmQ9aHVudGVyMjEyMw== ",
  "Maaaaaaaaaaaaaaaaaaaaaaa.aaaaaa.",
  "AAAAAAAAAAAAAAAAAAAAA",
];
/** ms of processor time for a megabyte, on a machine that does other things as well. */
const MOST_FOR_MEGABYTE = 1000;

Deno.test("a megabyte made to be slow is redacted in less than a second of processor time", () => {
  for (const unit of SLOWEST) {
    const text = filled(unit, 1_000_000);
    let best = Infinity;
    for (let attempt = 0; attempt < TRIES && best > MOST_FOR_MEGABYTE; attempt++) {
      const before = process.cpuUsage();
      redact(text);
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1000);
    }
    assert(best <= MOST_FOR_MEGABYTE, `${JSON.stringify(unit.slice(0, 60))} took ${Math.round(best)} ms`);
  }
});

Deno.test("so does the beginning of any token, and what any structure is looked for by", () => {
  const units = new Set([
    ...PREFIX_ROWS.map(([, prefixes]) => prefixes.split(" ")[0] ?? ""),
    ...STRUCTURES.flatMap(({ keywords }) => keywords).flatMap((
      keyword,
    ) => [`${keyword} `, keyword, `${keyword}=`]),
  ]);
  // Several in one text, a line each: what is slow for one is slow for all.
  const all = [...units];
  for (let at = 0; at < all.length; at += 6) {
    const text = all.slice(at, at + 6).map((unit) => filled(unit, SIZE / 6)).join("\n");
    within(() => redact(text), text.slice(0, 200));
  }
});

Deno.test("text made to be slow for the injection filter takes time proportional to its length", () => {
  for (
    const unit of [
      "ignore all previous ",
      "ignore all the previous\n",
      "i g n o r e ",
      "ignore",
      "instructions",
      "you must ",
      "AI assistant, please\n",
      "your your ",
      "忽略之前的所有",
      "忽略",
      "\u0456gnore ",
      "-",
      " ",
      "\u001b[",
      "\u202e",
      "a b ",
      "<system ",
      "aWdub3JlIGFsbA",
      "&#105;",
      "%69",
      "\\u0069",
      "![a](http://a?",
      "user: ",
    ]
  ) within(filterInjection, unit);
});
