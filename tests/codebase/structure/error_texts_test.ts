import { assertEquals } from "@std/assert";
import { errorTexts } from "../../../lib/codebase/structure/error_texts.ts";

const CASES: readonly [string, string, { messages?: string[]; types?: string[] }][] = [
  [
    "a message is cut where a program fills in values",
    "It says ConfigError: cannot open file '/etc/app.conf' after 3 attempts were made",
    { messages: ["attempts were made", "cannot open file"], types: ["ConfigError"] },
  ],
  [
    "quoted texts are messages, quoted names are not",
    'It shows "the session has expired" for `user.name` and "login"',
    { messages: ["the session has expired"] },
  ],
  [
    "a warning is a message, cut where a list is filled in",
    "[Vue warn]: Extraneous attributes (class, id) were passed to a component",
    { messages: ["were passed to a component", "Extraneous attributes"] },
  ],
  ["what C++ says of an exception", "terminate called\n  what():  argument not found", {
    messages: ["argument not found"],
  }],
  [
    "a message stands below the place of a panic",
    "thread 'main' (7) panicked at src/main.rs:4:5:\nthe shop is closed on Sundays\nnote: run",
    { messages: ["the shop is closed on Sundays"] },
  ],
  [
    "what a trace ends in is an error type, whatever it is called",
    '  File "a.py", line 1, in f\nshop.errors.SoldOut: no more of these pears\n',
    { messages: ["no more of these pears"], types: ["SoldOut"] },
  ],
  [
    "a type alone, or in modules of Ruby or PHP, before a message",
    "MissingSchema: Invalid URL 'foo': No scheme\nActiveRecord::RecordNotFound: Couldn't find the pear",
    { messages: ["Couldn't find the pear", "Invalid URL"], types: ["MissingSchema", "RecordNotFound"] },
  ],
  [
    "a plain word before a colon is no type",
    "Expected: a long list of pears\nrename JsonShop: it is long",
    {},
  ],
  [
    "the ending of a noun that may be one or many is the message's own",
    'Error: required flag(s) "name" not set by anybody (pid 7)',
    { messages: ["not set by anybody", "required flag(s)"] },
  ],
  ["Chinese messages are read too", "页面提示「登录状态已经过期，请重新登录系统」怎么办", {
    messages: ["登录状态已经过期，请重新登录系统"],
  }],
  [
    "error types of the project are kept, those of the language are not",
    "raises SessionExpiredError, then ValueError and NullPointerException",
    { types: ["SessionExpiredError"] },
  ],
  ["a plain request holds no error text", "please refactor the login page", {}],
];

for (const [what, text, { messages = [], types = [] }] of CASES) {
  Deno.test(`error texts: ${what}`, () => assertEquals(errorTexts(text), { messages, types }));
}
