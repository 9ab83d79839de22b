import { assertEquals } from "@std/assert";
import { parseRepoConfig, parseUserConfig } from "../../lib/settings/config.ts";
import { readSwitches } from "../../lib/settings/control_plane.ts";
import { effectiveSettings, type Settings } from "../../lib/settings/effective.ts";
import { stillWorld } from "../still_world.ts";

async function settings(env: Record<string, string>, user?: string, repo?: string): Promise<Settings> {
  const at = stillWorld(env);
  return effectiveSettings(readSwitches(at), {
    user: user === undefined ? undefined : await parseUserConfig(user, "user"),
    repo: repo === undefined ? undefined : await parseRepoConfig(repo, "repo", false),
  }, at);
}

Deno.test("excluded paths and disabled tools of both files add up", async () => {
  const all = await settings({}, "exclude: [a]\ndisable: [ci_search]", "exclude: [b]\ndisable: [ci_hotspot]");
  assertEquals([all.exclude, all.disable], [["a", "b"], ["ci_search", "ci_hotspot"]]);
});

Deno.test("any mistake in the user's file may be a rule misspelt, and none in a repository's", async () => {
  for (const text of ["budget: 7", "permissons: {deny: [x]}", "deny: [x]", "risk: 7", "["]) {
    assertEquals((await settings({}, text, "deny: 7")).permissions.unread.length, 1, text);
  }
});

Deno.test("globs beyond what is looked at are said, and the user's own come before the repository's", async () => {
  const many = (name: string, count: number) =>
    `exclude: [${Array.from({ length: count }, (_, at) => `${name}${at}`).join(", ")}]`;
  const most = await settings({}, many("a", 600), many("b", 400));
  assertEquals([most.exclude.length, most.limits], [1000, []]);
  const more = await settings({}, many("a", 600), many("b", 401));
  assertEquals([more.exclude.length, more.exclude[0], more.exclude[999]], [1000, "a0", "b399"]);
  assertEquals(more.limits, ["exclude: globs clamped to 1000"]);
  const long = await settings({}, undefined, `exclude: [${"a".repeat(512)}, ${"b".repeat(513)}]`);
  assertEquals(long.exclude, ["a".repeat(512)]);
  assertEquals(long.limits, ["exclude: 1 refused: longer than 512 characters"]);
});

Deno.test("globs in a way of writing that is not understood are said: what was to stay unread may be read", async () => {
  const said = (...globs: string[]) => settings({}, `exclude: ${JSON.stringify(globs)}`);
  const { limits } = await said("**/*.{pem,crt}", "!src/keep.ts", " # mine", "docs/**");
  assertEquals(limits, ['exclude: 3 without effect: "!" or "#" in front and "{a,b}" are not understood']);
  const plain = ["{{cookiecutter.slug}}/**", "a,b", "\\{a,b}", "src/#x", "[!a].ts", "{", "a!b"];
  assertEquals((await said(...plain)).limits, []);
});
