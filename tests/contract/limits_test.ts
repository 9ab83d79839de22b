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
