import { assertEquals } from "@std/assert";
import { gatewayServers } from "../../lib/gateway/gateway.ts";
import { effectiveSettings } from "../../lib/settings/effective.ts";
import { parseRepoConfig, parseUserConfig } from "../../lib/settings/config.ts";
import { readSwitches } from "../../lib/settings/control_plane.ts";
import { locations } from "../../lib/settings/locations.ts";
import { stillWorld } from "../still_world.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const SERVERS = `mcp_servers: {${
  ["playwright", "sentry", "linear_eu"].map((name) => `${name}: {command: ${name}}`).join(", ")
}}
profiles: {web: [playwright], work: [sentry, "linear*"]}
`;

/** The servers that a gateway has by these files, and what it says of them. */
function served(user: string, repo = "{}"): Promise<[string[], string[]]> {
  return inTemporaryFolder(async (home) => {
    const world = stillWorld({ HOME: home });
    const files = {
      user: await parseUserConfig(SERVERS + user, "user"),
      repo: await parseRepoConfig(repo, "repo", false),
    };
    const settings = effectiveSettings(readSwitches(world), files, world);
    const at = { root: home, cwd: home, locations: locations(world) };
    const place = { ...at, settings, program: "/x", environment: {} };
    const { servers, problems } = await gatewayServers(place, world);
    return [servers.map(({ name }) => name), problems];
  });
}

Deno.test("a profile chooses among the servers, a project's only among what the user's leaves", async () => {
  assertEquals(await served(""), [["playwright", "sentry", "linear_eu"], []]);
  assertEquals(await served("profile: work"), [["sentry", "linear_eu"], []]);
  assertEquals(await served("", "profile: web"), [["playwright"], []]);
  assertEquals(await served("profile: work", "profile: web"), [[], []]);
});

Deno.test("a profile that the user does not have chooses nothing, and that is said", async () => {
  const [names, problems] = await served("", "profile: theirs");
  assertEquals(names.length, 3);
  assertEquals(problems, ["profile theirs is none of profiles in your auto-tools.yaml; it chooses nothing"]);
});
