import { assert, assertEquals } from "@std/assert";
import { LIMITS } from "../../lib/contract/limits.ts";
import { userLine } from "../../lib/kernel/user_line.ts";
import { envelopeWith } from "../fixtures/codex/envelope.ts";

const REQUEST = {
  prompt: "",
  cwd: "/repo",
  client: { name: "claude-code", event: "UserPromptSubmit" },
  cap: { size: 9500, unit: "utf16" },
} as const;

function line(paths: string[], limits: string[] = [], context = paths.join()): string | undefined {
  const envelope = envelopeWith(REQUEST, context);
  envelope.fused_context.for_model.structured["shown_paths"] = paths;
  envelope.fused_context.for_user.limits_text = limits.map((limit) => `[Limits] ${limit}`).join("\n") ||
    "[Limits] none";
  return userLine(envelope, 151);
}

const TIER_2 = "tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable";
const PATHS = ["lib/view.js", "lib/application.js", "a/b/c.js", "d.js", "e.js"];

Deno.test("the person sees how long, two files without their folders, and how many more; nothing where nothing was added", () => {
  assertEquals(line(PATHS), "auto-tools 0.2 s: view.js, application.js +3");
  assertEquals(line(["lib/view.js"]), "auto-tools 0.2 s: view.js");
  assertEquals(line([], [], "Given earlier"), "auto-tools 0.2 s: given earlier in this session");
  assertEquals(line([]), undefined);
});

Deno.test("a limit is shown where the person can do something about it, and as much beside it as has room", () => {
  const theirs = ["budget exceeded; results truncated", "ci_search: cut off", "no-git-history (foreign)"];
  assertEquals(line(PATHS, theirs), "auto-tools 0.2 s: view.js, application.js +3");
  assertEquals(line(PATHS, [...theirs, TIER_2]), `auto-tools 0.2 s: +5 [Limits] ${TIER_2}`);
  assertEquals(line([], ["no-git-history (foreign)", "no-git-root", "ci_index_status: missing"]), undefined);
  assertEquals(line([], ["ci_search: cut off"]), "auto-tools: [Limits] ci_search: cut off");
  const late = `${LIMITS.toolTimeout} (ci_graph_rag: no answer within 3500 ms)`;
  assertEquals(line(["a.js"], [late]), "auto-tools 0.2 s: a.js");
  assertEquals(line([], [late]), `auto-tools: [Limits] ${late}`);
  const root = "repository root: /home/me is not searched as a whole; start in a project folder";
  assertEquals(line([], [TIER_2, root]), `auto-tools: [Limits] ${root.replace("/home/", "")}`);
  const wrong = `configuration: /home/${"x".repeat(80)}/auto-tools.yaml:3: budget.wall_ms: a number`;
  assertEquals(
    line(["a.js"], [wrong]),
    "auto-tools 0.2 s: a.js [Limits] configuration: auto-tools.yaml:3: budget.wall_ms: a number",
  );
});

Deno.test("the line has 100 columns at most, of which a Chinese character takes two", () => {
  for (const name of ["长".repeat(38), "长".repeat(45), "x".repeat(200)]) {
    for (const limits of [[], ["配置".repeat(60)]]) {
      const shown = line([`${name}.js`, "b.js"], limits) ?? "";
      const columns = Array.from(shown).reduce(
        (sum, char) => sum + (/[\u1100-\u115f\u2e80-\uffdc]/.test(char) ? 2 : 1),
        0,
      );
      assert(columns <= 100 && !shown.endsWith("undefined"), shown);
    }
  }
});
