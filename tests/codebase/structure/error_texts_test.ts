import { assertEquals } from "@std/assert";
import { errorTexts } from "../../../lib/codebase/structure/error_texts.ts";

Deno.test("messages are cut where a program fills in values", () => {
  assertEquals(
    errorTexts("It says ConfigError: cannot open file '/etc/app.conf' after 3 attempts were made").messages,
    [
      "attempts were made",
      "cannot open file",
    ],
  );
});

Deno.test("quoted texts are messages, quoted names are not", () => {
  assertEquals(errorTexts('It shows "the session has expired" for `user.name` and "login"').messages, [
    "the session has expired",
  ]);
});

Deno.test("warnings and what C++ says of an exception are messages, cut where a list is filled in", () => {
  assertEquals(
    errorTexts("[Vue warn]: Extraneous attributes (class, id) were passed to a component").messages,
    ["were passed to a component", "Extraneous attributes"],
  );
  assertEquals(errorTexts("terminate called\n  what():  argument not found").messages, [
    "argument not found",
  ]);
});

Deno.test("a message stands below the place of a panic, and behind or below a type in brackets", () => {
  assertEquals(
    errorTexts("thread 'main' (7) panicked at src/main.rs:4:5:\nthe shop is closed on Sundays\nnote: run")
      .messages,
    ["the shop is closed on Sundays"],
  );
  assertEquals(errorTexts("  [RuntimeException] Could not open the shop").messages, [
    "Could not open the shop",
  ]);
  assertEquals(errorTexts("\n  [Acme\\ShopException]\n  Could not open the shop\n"), {
    messages: ["Could not open the shop"],
    types: ["ShopException"],
  });
});

Deno.test("what a trace ends in is an error type, whatever it is called", () => {
  assertEquals(errorTexts('  File "a.py", line 1, in f\nshop.errors.SoldOut: no more of these pears\n'), {
    messages: ["no more of these pears"],
    types: ["SoldOut"],
  });
  assertEquals(errorTexts("Caused by: com.acme.SoldOut: no more of these").types, ["SoldOut"]);
  assertEquals(errorTexts("please rename shop.errors.SoldOut: it is misleading").types, []);
});

Deno.test("a type alone, or in modules of Ruby or PHP, before a message is one; a plain word before a colon is not", () => {
  assertEquals(
    errorTexts("MissingSchema: Invalid URL 'foo': No scheme supplied. Perhaps you meant https://foo?"),
    {
      messages: ["No scheme supplied. Perhaps you meant", "Invalid URL"],
      types: ["MissingSchema"],
    },
  );
  assertEquals(errorTexts("it fails:\nActiveRecord::RecordNotFound: Couldn't find the pear"), {
    messages: ["Couldn't find the pear"],
    types: ["RecordNotFound"],
  });
  assertEquals(errorTexts("Acme\\Shop\\SoldOut: no more of these pears").types, ["SoldOut"]);
  for (
    const text of [
      "Expected: a long list of pears",
      "see\nShop::Cart\nfor more",
      "rename JsonShop: it is long",
    ]
  ) {
    assertEquals(errorTexts(text), { messages: [], types: [] });
  }
});

Deno.test("the ending of a noun that may be one or many is the message's own", () => {
  assertEquals(errorTexts('Error: required flag(s) "name" not set by anybody (pid 7)').messages, [
    "not set by anybody",
    "required flag(s)",
  ]);
});

Deno.test("Chinese messages are read too", () => {
  assertEquals(errorTexts("页面提示「登录状态已经过期，请重新登录系统」怎么办").messages, [
    "登录状态已经过期，请重新登录系统",
  ]);
});

Deno.test("error types of the project are kept, those of the language are not", () => {
  assertEquals(errorTexts("raises SessionExpiredError, then ValueError and NullPointerException").types, [
    "SessionExpiredError",
  ]);
});

Deno.test("a plain request holds no error text", () => {
  assertEquals(errorTexts("please refactor the login page"), { messages: [], types: [] });
});
