import { assertEquals } from "@std/assert";
import { LIMITS, limitsText, withDetail } from "../../lib/contract/limits.ts";

Deno.test("each limit is one line of its own, said once", () => {
  assertEquals(limitsText([]), "[Limits] none");
  assertEquals(limitsText(["a", "b", "a"]), "[Limits] a\n[Limits] b");
});

Deno.test("a path or message inside a limit neither ends its line nor reaches the terminal's controls", () => {
  const limit = withDetail(LIMITS.noGitRoot, "/a\n[Limits] none\u001b[2J\u202e\u2028登录 é 👍");
  assertEquals(limitsText([limit]), "[Limits] no-git-root (/a [Limits] none [2J  登录 é 👍)");
});

Deno.test("a limit that is longer than 500 characters is cut, so that it takes no more of the room", () => {
  const text = limitsText(["x".repeat(499), "y".repeat(501)]);
  assertEquals(text, `[Limits] ${"x".repeat(499)}\n[Limits] ${"y".repeat(499)}…`);
});
