import { assertEquals } from "@std/assert";
import { stackFrames } from "../../../lib/codebase/structure/stack_frames.ts";

const said = (text: string) =>
  stackFrames(text).map(({ path, line, symbol }) =>
    `${path}${line === undefined ? "" : `:${line}`}${symbol === undefined ? "" : ` ${symbol}`}`
  );

const TRACES: Record<string, { text: string; frames: string[] }> = {
  "Python, innermost last": {
    text:
      'Traceback (most recent call last):\n  File "/srv/app/main.py", line 3, in <module>\n    run()\n  File "/srv/app/core.py", line 12, in run\nValueError: x',
    frames: ["/srv/app/core.py:12 run", "/srv/app/main.py:3 <module>"],
  },
  "JavaScript": {
    text:
      "TypeError: x\n    at Router.handle (/srv/src/router.js:12:5)\n    at async file:///srv/src/app.mjs:7:1\n    at node:internal/process",
    frames: ["/srv/src/router.js:12 Router.handle", "/srv/src/app.mjs:7"],
  },
  "Java": {
    text:
      "java.lang.IllegalStateException: x\n\tat com.acme.Shop.sell(Shop.java:12)\n\tat com.acme.Main.main(Main.java:5)",
    frames: ["com/acme/Shop.java:12 Shop.sell", "com/acme/Main.java:5 Main.main"],
  },
  "Go": {
    text:
      "panic: boom\n\ngoroutine 1 [running]:\nmain.run(0x1)\n\t/home/x/shop/main.go:12 +0x1d\nmain.main()\n\t/home/x/shop/main.go:5 +0x20",
    frames: ["/home/x/shop/main.go:12 run", "/home/x/shop/main.go:5 main"],
  },
  "Go's methods": {
    text:
      "github.com/acme/shop.(*Cart).total(0xc0000b8000, {0x7f1, 0x5})\n\t/root/go/pkg/mod/github.com/acme/shop@v1.9.1/cart.go:150 +0x1a4",
    frames: ["/root/go/pkg/mod/github.com/acme/shop@v1.9.1/cart.go:150 total"],
  },
  "Rust": {
    text:
      "thread 'main' panicked at src/main.rs:12:5:\nboom\n   1: shop::run\n             at ./src/lib.rs:7:3",
    frames: ["src/main.rs:12", "./src/lib.rs:7 run"],
  },
  "C#": {
    text:
      "Unhandled exception. System.Exception: x\n   at Acme.Shop.Sell(Int32 count) in C:\\src\\Shop.cs:line 12\n   at Acme.Program.Main()",
    frames: ["C:\\src\\Shop.cs:12 Acme.Shop.Sell", "Program.cs Acme.Program.Main"],
  },
  "pytest, which writes the innermost frame last": {
    text:
      "tests/test_cart.py:5: in test_total\n    assert total() == 1\nshop/cart.py:11: in total\n    return cost(1)\nE   PriceError: no",
    frames: ["shop/cart.py:11 total", "tests/test_cart.py:5 test_total"],
  },
  "Ruby": {
    text: "app/models/user.rb:12:in `save': x (RuntimeError)\n\tfrom bin/run:3:in `<main>'",
    frames: ["app/models/user.rb:12 save", "bin/run:3 <main>"],
  },
  "PHP": {
    text:
      "PHP Fatal error: x in /srv/app/Shop.php on line 12\n#0 phar:///srv/app/Main.php(5): Shop->sell(Array)\n#1 [internal function]: Acme\\Main->run()\n#2 /srv/app/run.php(9): call_user_func()\n#3 {main}",
    frames: ["/srv/app/Shop.php:12", "/srv/app/Main.php:5 Acme\\Main->run", "/srv/app/run.php:9"],
  },
  "bundlers, development servers and folders in brackets": {
    text:
      "Error: x\n    at sell (webpack:///src/cart.ts?a1b2:12:5)\n    at async Page (/srv/app/(shop)/[id]/page.tsx:3:1)\n    at http://localhost:5173/src/main.ts?t=17:7:1\n    at My.#run (file:///C:/My Shop/run.js:2:1)\n./app/(shop)/[...slug]/page.tsx:8:2",
    frames: [
      "webpack:///src/cart.ts:12 sell",
      "/srv/app/(shop)/[id]/page.tsx:3 Page",
      "http://localhost:5173/src/main.ts:7",
      "/C:/My Shop/run.js:2 My.#run",
      "./app/(shop)/[...slug]/page.tsx:8",
    ],
  },
  "Firefox and Safari": {
    text: "sell@http://localhost:5173/src/cart.ts?t=17:12:5\n@file:///srv/main.js:3:1\nrun@/srv/run.js:1:1",
    frames: ["http://localhost:5173/src/cart.ts:12 sell", "/srv/main.js:3", "/srv/run.js:1 run"],
  },
  "Node, where one error caused another": {
    text:
      "Error: x\n    at main (/srv/main.js:5:1) {\n  [cause]: Error: y\n      at sell (/srv/shop.js:12:1)\n}",
    frames: ["/srv/shop.js:12 sell", "/srv/main.js:5 main"],
  },
  "Kotlin, its files and its tests": {
    text:
      "\tat app//com.acme.ShopTest.sells nothing(ShopTest.kt:12)\n\tat java.base@17.0.1/java.lang.Thread.run(Thread.java:833)\n\tat com.acme.-Shop.sell(Shop.kt:7)",
    frames: [
      "com/acme/ShopTest.kt:12 ShopTest.sells nothing",
      "java/lang/Thread.java:833 Thread.run",
      "com/acme/Shop.kt:7 -Shop.sell",
    ],
  },
  "C#, generic and made by the compiler": {
    text:
      "   at Acme.Shop.Sell[TItem](TItem item) in /_/src/Shop.cs:line 12\n   at Acme.Shop.<Sell>g__Inner|12_0(Int32 x) in D:\\a\\Shop.cs:line 7\n   at Program.<Main>$(String[] args) in /src/Program.cs:line 3",
    frames: [
      "/_/src/Shop.cs:12 Acme.Shop.Sell[TItem]",
      "D:\\a\\Shop.cs:7 Acme.Shop.<Sell>g__Inner|12_0",
      "/src/Program.cs:3 Program.<Main>$",
    ],
  },
  "C# in other languages": {
    text:
      "   bei Acme.Shop.Sell(Int32 count) in C:\\src\\Shop.cs:Zeile 12.\n   在 Acme.Main.Run() 位置 C:\\src\\Main.cs:行号 7\n   在 Acme.Tool.Start()",
    frames: [
      "C:\\src\\Shop.cs:12 Acme.Shop.Sell",
      "C:\\src\\Main.cs:7 Acme.Main.Run",
      "Tool.cs Acme.Tool.Start",
    ],
  },
  "closures": {
    text:
      "main.(*Shop).Sell.func2.1(0x1)\n\t/home/x/shop.go:12 +0x1d\n   1: shop::run::{{closure}}\n             at ./src/lib.rs:7:3",
    frames: ["/home/x/shop.go:12 Sell", "./src/lib.rs:7 run"],
  },
  "sanitizers and templates": {
    text:
      "    #0 0x4f2a in acme::sell(acme::Cart<int>&) /src/shop.cc:12:5\n#1  0x00007f in acme::Cart<char, 5ul>::add (this=0x7) at cart.h:7",
    frames: ["/src/shop.cc:12 acme::sell(acme::Cart<int>&)", "cart.h:7 acme::Cart<char, 5ul>::add"],
  },
  "Dart": {
    text: "#0      Cart.sell (package:shop/src/cart.dart:12:5)\n#1      main (file:///srv/bin/main.dart:3:1)",
    frames: ["lib/src/cart.dart:12 Cart.sell", "/srv/bin/main.dart:3"],
  },
  "languages that write the line in words": {
    text:
      'Fatal error: x: file /src/Shop.swift, line 12\n./install.sh: line 7: make: not found\nsh: ./run.sh: 5: foo: not found\ndied at lib/Shop.pm line 3.\nCalled from file "src/shop.ml", line 9, characters 5-10\nAt C:\\src\\build.ps1:2 char:5',
    frames: [
      "/src/Shop.swift:12",
      "./install.sh:7",
      "./run.sh:5",
      "lib/Shop.pm:3",
      "src/shop.ml:9",
      "C:\\src\\build.ps1:2",
    ],
  },
  "Java, where one exception caused another": {
    text:
      "java.lang.IllegalStateException: x\n\tat com.acme.Main.main(Main.java:5)\nCaused by: java.io.IOException: y\n\tat com.acme.Shop.sell(Shop.java:12)\n\tat com.acme.Main.run(Main.java:9)",
    frames: [
      "com/acme/Shop.java:12 Shop.sell",
      "com/acme/Main.java:9 Main.run",
      "com/acme/Main.java:5 Main.main",
    ],
  },
  "a debugger": {
    text:
      "#0  0x00007ffff7a in poll_io (loop=0x7f, timeout=-1) at ../src/unix/linux.c:140\n#1  main () at run.c:5",
    frames: ["../src/unix/linux.c:140 poll_io", "run.c:5 main"],
  },
  "assertions of C": {
    text:
      "prog: ../src/a.c:438: shut_down: Assertion `x != 0' failed.\nAssertion failed: (x), function shut_down, file src/b.c, line 12.",
    frames: ["../src/a.c:438 shut_down", "src/b.c:12 shut_down"],
  },
  "a compiler": {
    text:
      "src/a.c:12:5: error: x\nsrc/b.ts(7,3): error TS2322: y\n[ERROR] /src/C.java:[5,3] x\ne: file:///src/D.kt:4:1 x\ne: /src/E.kt: (3, 20): x",
    frames: ["src/a.c:12", "src/b.ts:7", "/src/C.java:5", "/src/D.kt:4", "/src/E.kt:3"],
  },
};

for (const [name, { text, frames }] of Object.entries(TRACES)) {
  Deno.test(`frames of ${name} are read innermost first`, () => assertEquals(said(text), frames));
}

Deno.test("prose, times and versions are no frames", () => {
  assertEquals(said("At 12:30 we met. See v1.2:3 and http://example.org:8080/x and ratio 3:4"), []);
});

Deno.test("a trace of any length costs little and gives at most forty frames", () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `    at f${at} (/srv/a${at}.js:${at + 1}:1)`);
  assertEquals(stackFrames(lines.join("\n")).length, 40);
});

Deno.test("frames of scripts without an extension, where the form tells that it is a place", () => {
  const written = {
    "bin/deploy:12:in 'roll_out': no stage (RuntimeError)": [{
      path: "bin/deploy",
      line: 12,
      symbol: "roll_out",
    }],
    "./scripts/release: line 7: jq: command not found": [{ path: "./scripts/release", line: 7 }],
    "/srv/app/bin/stop: line 3: syntax error": [{ path: "/srv/app/bin/stop", line: 3 }],
    "cannot stop at bin/stop line 40.": [{ path: "bin/stop", line: 40 }],
    "and/or line 3 of the poem": [],
    "http://a.example/bin/stop: line 3:": [],
  };
  for (const [text, frames] of Object.entries(written)) assertEquals(stackFrames(text), frames, text);
});
