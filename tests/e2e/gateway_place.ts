/** A home whose user has MCP servers behind the gateway, and a repository with an output that is too long for any context. */
import { assertEquals } from "@std/assert";
import { binary, type Home, makeRepo, type Repo } from "../acceptance/harness.ts";
import { typed } from "../acceptance/terminal.ts";
import { serverEntries, type ServerEntry } from "./mcp_servers.ts";

/** What stands in the configuration of a client. */
export function gatewayEntry(): { command: string; args: string[] } {
  return { command: binary(), args: ["mcp"] };
}

/** 2 MB of lines in two scripts, with pairs of surrogates, quotes and backslashes, and two words to be found. */
export const LONG_TEXT = longText();
export const LONG_FILE = "long.txt";

/** Names of servers that stand behind the gateway in these tests. */
const SERVERS = ["filesystem", "memory", "everything"];

export interface GatewayPlace {
  repo: Repo;
  /** The configuration of servers, for `auto-tools.yaml` as for clients. */
  servers: Record<string, ServerEntry>;
}

/** All may run but for one tool that changes something. */
const PERMISSIONS = { allow: ["*"], ask: ["memory/create_entities"] };

/** Puts the servers into the user's own file. `more` stands beside them. */
export async function gatewayPlace(
  home: Home,
  more: { servers?: Record<string, ServerEntry>; settings?: Record<string, unknown> } = {},
): Promise<GatewayPlace> {
  const repo = await makeRepo({ [LONG_FILE]: LONG_TEXT, "a.txt": "alpha\n", "b.txt": "beta\n" });
  const servers = {
    ...await serverEntries({ scratch: home.path, repo: repo.path }, SERVERS),
    ...more.servers,
  };
  const patient = Object.fromEntries(
    Object.entries(servers).map(([name, entry]) => [name, { ...entry, startup_timeout_sec: 30 }]),
  );
  await Deno.mkdir(`${home.path}/.config/auto-tools`, { recursive: true });
  // JSON is YAML.
  await Deno.writeTextFile(
    `${home.path}/.config/auto-tools/auto-tools.yaml`,
    JSON.stringify({ mcp_servers: patient, permissions: PERMISSIONS, ...more.settings }),
  );
  return { repo, servers };
}

/** The user allows a call that waits, at a terminal of their own. */
export async function userAllows(tool: string, home: Home, cwd: string): Promise<void> {
  const yes = { when: () => Promise.resolve(), text: "y\n" };
  const { code, screen } = await typed(["allow", tool], [yes], { cwd, env: home.env });
  assertEquals(code, 0, screen);
}

/** Ids of the gateways that were started with this home, by the environment that they were given. */
export function gatewaysOf({ path }: Home): number[] {
  const program = Deno.realPathSync(binary());
  return Array.from(Deno.readDirSync("/proc")).flatMap(({ name }) => {
    try {
      if (!/^\d+$/.test(name) || Deno.readLinkSync(`/proc/${name}/exe`) !== program) return [];
      const environment = Deno.readTextFileSync(`/proc/${name}/environ`).split("\0");
      return environment.includes(`HOME=${path}`) ? [Number(name)] : [];
    } catch (error) {
      // It has ended meanwhile, or is not ours to look at.
      if (error instanceof Error) return [];
      throw error;
    }
  });
}

function longText(): string {
  const lines = Array.from(
    { length: 40_000 },
    (_, at) => `${at} 行 "quoted" \\ tab\t😀 line ${(at * 7919) % 1000} of many`,
  );
  lines[21_234] = "21234 here is the needle in the haystack";
  lines[39_998] = "39998 fatal error: the last one";
  return `${lines.join("\n")}\n`;
}

/** Puts pages together that were read in any order; throws where one is missing or two overlap. */
export function joined(pages: readonly { offset: number; text: string; next_offset?: number }[]): string {
  const sorted = pages.toSorted((a, b) => a.offset - b.offset);
  let text = "";
  for (const [at, page] of sorted.entries()) {
    assertEquals(page.offset, text.length, "a page begins where the one before it ends");
    text += page.text;
    assertEquals(page.next_offset, at === sorted.length - 1 ? undefined : text.length);
  }
  return text;
}
