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
  "Ruby": {
    text: "app/models/user.rb:12:in `save': x (RuntimeError)\n\tfrom bin/run:3:in `<main>'",
    frames: ["app/models/user.rb:12 save"],
  },
  "PHP": {
    text: "PHP Fatal error: x in /srv/app/Shop.php on line 12\n#0 /srv/app/Main.php(5): Shop->sell()",
    frames: ["/srv/app/Shop.php:12", "/srv/app/Main.php:5 Shop->sell"],
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
    text: "src/a.c:12:5: error: x\nsrc/b.ts(7,3): error TS2322: y",
    frames: ["src/a.c:12", "src/b.ts:7"],
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
