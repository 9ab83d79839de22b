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
