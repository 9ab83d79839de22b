import { assertEquals } from "@std/assert";
import { errorTexts, stackFrames } from "../../../lib/codebase/structure/failure_clues.ts";

const said = (text: string) =>
  stackFrames(text).map(({ path, line, symbol = "" }) => `${path}:${line} ${symbol}`.trim()).join(", ");

const TRACES: Record<string, [text: string, frames: string]> = {
  "Python, innermost last": [
    'Traceback:\n  File "/srv/main.py", line 3, in <module>\n    run()\n  File "/srv/core.py", line 12, in run\nValueError: x',
    "/srv/core.py:12 run, /srv/main.py:3 <module>",
  ],
  "pytest, innermost last": [
    "tests/test_cart.py:5: in test_total\n    assert total() == 1\nshop/cart.py:11: in total\n    return cost(1)",
    "shop/cart.py:11 total, tests/test_cart.py:5 test_total",
  ],
  "JavaScript": [
    "TypeError: x\n    at Router.handle (/srv/src/router.js:12:5)\n    at async file:///srv/src/app.mjs:7:1\n    at node:internal/process",
    "/srv/src/router.js:12 Router.handle, /srv/src/app.mjs:7",
  ],
  "bundlers, development servers and folders in brackets": [
    "    at sell (webpack:///src/cart.ts?a1b2:12:5)\n    at async Page (/srv/app/(shop)/[id]/page.tsx:3:1)\n    at http://localhost:5173/src/main.ts?t=17:7:1\n./app/(shop)/[...slug]/page.tsx:8:2",
    "webpack:///src/cart.ts:12 sell, /srv/app/(shop)/[id]/page.tsx:3 Page, http://localhost:5173/src/main.ts:7, ./app/(shop)/[...slug]/page.tsx:8",
  ],
  "Firefox and Safari": [
    "sell@http://localhost:5173/src/cart.ts?t=17:12:5\n@file:///srv/main.js:3:1",
    "http://localhost:5173/src/cart.ts:12 sell, /srv/main.js:3",
  ],
  "Kotlin, its files and its tests": [
    "\tat app//com.acme.ShopTest.sells nothing(ShopTest.kt:12)\n\tat java.base@17.0.1/java.lang.Thread.run(Thread.java:833)",
    "com/acme/ShopTest.kt:12 ShopTest.sells nothing, java/lang/Thread.java:833 Thread.run",
  ],
  "Node, where one error caused another": [
    "Error: x\n    at main (/srv/main.js:5:1) {\n  [cause]: Error: y\n      at sell (/srv/shop.js:12:1)\n}",
    "/srv/shop.js:12 sell, /srv/main.js:5 main",
  ],
  "Java, where one exception caused another": [
    "x.Error: x\n\tat com.acme.Main.main(Main.java:5)\nCaused by: y\n\tat com.acme.Shop.sell(Shop.java:12)\n\tat com.acme.Main.run(Main.java:9)",
    "com/acme/Shop.java:12 Shop.sell, com/acme/Main.java:9 Main.run, com/acme/Main.java:5 Main.main",
  ],
  "Go": [
    "main.run(0x1)\n\t/home/x/shop/main.go:12 +0x1d\nmain.main()\n\t/home/x/shop/main.go:5 +0x20",
    "/home/x/shop/main.go:12 main.run, /home/x/shop/main.go:5 main.main",
  ],
  "Rust": [
    "thread 'main' panicked at src/main.rs:12:5:\nboom\n   1: shop::run\n             at ./src/lib.rs:7:3",
    "src/main.rs:12, ./src/lib.rs:7 shop::run",
  ],
  "C#, whatever the system's language": [
    "   at Acme.Shop.Sell[T](Int32 count) in C:\\src\\Shop.cs:line 12\n   在 Acme.Main.Run() 位置 C:\\src\\Main.cs:行号 7",
    "C:\\src\\Shop.cs:12 Acme.Shop.Sell[T], C:\\src\\Main.cs:7 Acme.Main.Run",
  ],
  "Ruby": ["app/models/user.rb:12:in `save': x (RuntimeError)", "app/models/user.rb:12 save"],
  "PHP": [
    "PHP Fatal error: x in /srv/app/Shop.php on line 12\n#0 phar:///srv/app/Main.php(5): Shop->sell(Array)\n#1 {main}",
    "/srv/app/Shop.php:12, /srv/app/Main.php:5",
  ],
  "Dart": ["#0      Cart.sell (package:shop/src/cart.dart:12:5)", "shop/src/cart.dart:12"],
  "debuggers and sanitizers": [
    "#0  0x00007ffff7a in poll_io (loop=0x7f, timeout=-1) at ../src/unix/linux.c:140\n    #1 0x4f2a in acme::sell(acme::Cart<int>&) /src/shop.cc:12:5",
    "../src/unix/linux.c:140 poll_io, /src/shop.cc:12 acme::sell",
  ],
  "languages that write the line in words": [
    'Fatal error: x: file /src/Shop.swift, line 12\n./install.sh: line 7: make: not found\nsh: ./run.sh: 5: foo: not found\ndied at lib/Shop.pm line 3.\nCalled from file "src/shop.ml", line 9, characters 5-10',
    "/src/Shop.swift:12, ./install.sh:7, ./run.sh:5, lib/Shop.pm:3, src/shop.ml:9",
  ],
  "compilers": [
    "src/a.c:12:5: error: x\nsrc/b.ts(7,3): error TS2322: y\n[ERROR] /src/C.java:[5,3] x\ne: file:///src/D.kt:4:1 x\ne: /src/E.kt: (3, 20): x",
    "src/a.c:12, src/b.ts:7, /src/C.java:5, /src/D.kt:4, /src/E.kt:3",
  ],
  "prose, times, versions: none": ["At 12:30 we met. See v1.2:3 and http://example.org:8080/x and 3:4", ""],
};

for (const [name, [text, frames]] of Object.entries(TRACES)) {
  Deno.test(`frames of ${name} are read innermost first`, () => assertEquals(said(text), frames));
}

const CASES: readonly [string, string, { messages?: string[]; types?: string[] }][] = [
  [
    "a message is cut where a program fills in values",
    "It says ConfigError: cannot open file '/etc/app.conf' after 3 attempts were made",
    { messages: ["attempts were made", "cannot open file"], types: ["ConfigError"] },
  ],
  [
    "a warning is a message, cut where a list is filled in",
    "[Vue warn]: Extraneous attributes (class, id) were passed to a component",
    { messages: ["were passed to a component", "Extraneous attributes"] },
  ],
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
  ["a plain word before a colon is no type", "Expected: a long list of pears\nrename JsonShop: is long", {}],
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
