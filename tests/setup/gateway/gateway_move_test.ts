import {
  assert,
  assertEquals,
  assertNotEquals,
  assertNotMatch,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { clientGateway } from "../../../lib/setup/gateway/client_gateway.ts";
import { moveServers, undoMove } from "../../../lib/setup/gateway/gateway_move.ts";
import { rewritingDiff } from "../../../lib/setup/gateway/rewriting_diff.ts";
import { ChangedMeanwhile, findFile, replaceFile } from "../../../lib/setup/replace_file.ts";
import { SetupError } from "../../../lib/setup/setup_error.ts";
import type { GatewayClient } from "../../../lib/settings/mcp_servers/moved_servers.ts";

const PROGRAM = "/opt/bin/codex-auto";
const CLAUDE = `{
  "numStartups": 3,
  "mcpServers": {
    // the graph
    "memory": { "command": "npx", "args": ["-y", "memory"], "env": { "TOKEN": "s3cret-value" } },
    "web": { "type": "http", "url": "https://example.test/mcp", "headers": { "X-Key": "an-other-one" } }
  }
}
`;
const CODEX = `model = "m" # mine

# the graph
[mcp_servers.memory]
command = "npx"
args = ["-y", "memory"]
env = { TOKEN = "s3cret-value" }

[mcp_servers.web]
url = "https://example.test/mcp"
bearer_token_env_var = "WEB_TOKEN"
http_headers = { "X-Key" = "an-other-one" }

[tui]
theme = "dark"
`;
const TEXTS = { claude: CLAUDE, codex: CODEX };
const FILES = { claude: ".claude.json", codex: ".codex/config.toml" };

interface Place {
  home: string;
  write(path: string, text: string, mode?: number): void;
  gateway(client: GatewayClient): ReturnType<typeof clientGateway>;
  move(
    client: GatewayClient,
    choice?: Partial<Parameters<typeof moveServers>[1]>,
  ): ReturnType<typeof moveServers>;
  undo(client: GatewayClient): ReturnType<typeof undoMove>;
}

function withHome(test: (place: Place) => void): void {
  const home = Deno.makeTempDirSync();
  const world = {
    now: () => new Date(0),
    elapsed: () => 0,
    nonce: () => "",
    env: (name: string) => name === "HOME" ? home : undefined,
  };
  const gateway = (client: GatewayClient) => clientGateway(client, PROGRAM, world);
  try {
    test({
      home,
      gateway,
      write(path, text, mode = 0o600) {
        Deno.mkdirSync(`${home}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
        Deno.writeTextFileSync(`${home}/${path}`, text);
        Deno.chmodSync(`${home}/${path}`, mode);
      },
      move: (client, choice = {}) =>
        moveServers(gateway(client), { program: PROGRAM, only: [], except: [], dryRun: false, ...choice }),
      undo: (client) => undoMove(gateway(client), false),
    });
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}

/** Everything below a folder: mode, and what is in it or where it leads. */
function tree(folder: string, name = ""): Record<string, string> {
  const all: Record<string, string> = {};
  for (const entry of Deno.readDirSync(folder)) {
    const path = `${folder}/${entry.name}`;
    const mode = ((Deno.lstatSync(path).mode ?? 0) & 0o7777).toString(8);
    if (entry.isSymlink) all[`${name}/${entry.name}`] = `-> ${Deno.readLinkSync(path)}`;
    else if (entry.isDirectory) {
      Object.assign(all, tree(path, `${name}/${entry.name}`), { [`${name}/${entry.name}`]: mode });
    } else all[`${name}/${entry.name}`] = `${mode} ${Deno.readTextFileSync(path)}`;
  }
  return all;
}

for (const client of ["claude", "codex"] as const) {
  const file = FILES[client];
  const text = TEXTS[client];

  const situations: Record<string, (place: Place) => void> = {
    "a file of its own mode": ({ write }) => write(file, text, 0o640),
    "a link into a dotfiles folder": ({ home, write }) => {
      write("dotfiles/it", text, 0o644);
      Deno.mkdirSync(`${home}/${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.symlinkSync(`${home}/dotfiles/it`, `${home}/${file}`);
    },
    "a byte order mark and lines of Windows": ({ write }) =>
      write(file, `\uFEFF${text.replaceAll("\n", "\r\n")}`),
    "no server at all": ({ write }) => write(file, client === "claude" ? '{"a":1}' : "a = 1"),
    "an empty file": ({ write }) => write(file, ""),
    "a folder and no file": ({ home }) => Deno.mkdirSync(`${home}/.codex`, { recursive: true }),
  };
  for (const [name, make] of Object.entries(situations)) {
    Deno.test(`${client}: moved, moved again and undone leads back to the start: ${name}`, () =>
      withHome((place) => {
        make(place);
        Deno.mkdirSync(`${place.home}/.config`);
        const before = tree(place.home);

        const first = place.move(client);
        const moved = tree(place.home);
        assertStringIncludes(moved["/dotfiles/it"] ?? moved[`/${file}`] ?? "", PROGRAM);
        assert(first.changes.length > 0);
        assertEquals(place.move(client).changes, []);
        assertEquals(tree(place.home), moved, "the second time touches nothing");

        place.undo(client);
        assertEquals(tree(place.home), before);
        assertEquals(place.undo(client), undefined, "there is nothing left to undo");
      }));
  }

  Deno.test(`${client}: what is kept is for its owner alone, and holds the servers and the original whole`, () =>
    withHome(({ home, write, move }) => {
      write(file, text, 0o644);
      Deno.mkdirSync(`${home}/.config/auto-tools/gateway/${client}`, { recursive: true, mode: 0o755 });
      move(client);
      const kept = `${home}/.config/auto-tools/gateway/${client}`;
      const modeOf = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;
      assertEquals(modeOf(kept), 0o700);
      const names = Array.from(Deno.readDirSync(kept), ({ name }) => name);
      assertEquals(names.length, 3);
      for (const name of names) assertEquals(modeOf(`${kept}/${name}`), 0o600);
      const suffix = client === "claude" ? "json" : "toml";
      assertEquals(Deno.readTextFileSync(`${kept}/original.${suffix}`), text);
      const servers = Deno.readTextFileSync(`${kept}/servers.${suffix}`);
      for (const part of ["s3cret-value", "an-other-one", "the graph"]) assertStringIncludes(servers, part);
      assertNotMatch(Deno.readTextFileSync(`${home}/${file}`), /s3cret-value|an-other-one/);
      assertNotMatch(Deno.readTextFileSync(`${kept}/record.json`), /s3cret-value|an-other-one/);
    }));

  Deno.test(`${client}: a dry run changes nothing and shows everything but secrets`, () =>
    withHome(({ home, write, gateway, move }) => {
      write(file, text);
      const before = tree(home);
      const { rewritings } = move(client, { dryRun: true });
      assertEquals(tree(home), before);
      const diff = rewritings.map((each) => rewritingDiff(each, gateway(client).format)).join("");
      assertNotMatch(diff, /s3cret-value|an-other-one/);
      for (const part of ["--- /dev/null", `+++ ${home}/${file}`, PROGRAM, "memory", "<redacted>"]) {
        assertStringIncludes(diff, part);
      }
    }));

  Deno.test(`${client}: what the client writes while we work is read again, not overwritten`, () =>
    withHome(({ home, write, gateway, move, undo }) => {
      write(file, text);
      const place = gateway(client);
      const edited = client === "claude" ? text.replace("3,", "4,") : text.replace('"m"', '"n"');
      let writes = 0;
      // As late as a writer can come: after the plan is made, before anything is written.
      const busy = {
        ...place,
        get servers() {
          if (new Error().stack?.includes("at apply") === true && writes++ === 0) {
            Deno.writeTextFileSync(`${home}/${file}`, edited);
          }
          return place.servers;
        },
      };
      moveServers(busy, { program: PROGRAM, only: [], except: [], dryRun: false });
      assert(writes > 1, "the plan was made anew");
      assertStringIncludes(Deno.readTextFileSync(`${home}/${file}`), client === "claude" ? "4," : '"n"');
      assertEquals(move(client).changes, []);
      undo(client);
      assertEquals(Deno.readTextFileSync(`${home}/${file}`), edited);
    }));

  Deno.test(`${client}: a file that may not be written, or cannot be read, is left with nothing half-done`, () =>
    withHome(({ home, write, move }) => {
      for (const [content, mode] of [[text, 0o400], [client === "claude" ? "{" : "[x\n", 0o600]] as const) {
        write(file, content, mode);
        const before = tree(home);
        const error = assertThrows(() => move(client), SetupError);
        assertStringIncludes(error.message, file);
        assertEquals(tree(home), before);
        Deno.removeSync(`${home}/${file}`);
      }
    }));

  Deno.test(`${client}: servers that were edited behind the gateway go back as they are now`, () =>
    withHome(({ home, write, move, undo }) => {
      write(file, text);
      move(client);
      const kept = `${home}/.config/auto-tools/gateway/${client}/servers.${
        client === "claude" ? "json" : "toml"
      }`;
      Deno.writeTextFileSync(kept, Deno.readTextFileSync(kept).replace("s3cret-value", "rotated-value"));
      undo(client);
      assertEquals(Deno.readTextFileSync(`${home}/${file}`), text.replace("s3cret-value", "rotated-value"));
    }));

  Deno.test(`${client}: one by one: --only moves one, a later run the rest, --except takes one back`, () =>
    withHome(({ home, write, move, undo }) => {
      write(file, text);
      assertEquals(move(client, { only: ["web"] }).plan.moved, ["web"]);
      assertEquals(move(client, { only: ["memory"] }).plan.moved.toSorted(), ["memory", "web"]);
      assertEquals(move(client, { except: ["web"] }).plan.moved, ["memory"]);
      assertEquals(move(client).plan.moved.toSorted(), ["memory", "web"]);
      undo(client);
      assertEquals(Deno.readTextFileSync(`${home}/${file}`), text);
    }));

  Deno.test(`${client}: what a person adds to the gateway's entry is no reason to write it anew`, () =>
    withHome(({ home, write, move }) => {
      write(file, text);
      move(client);
      const moved = Deno.readTextFileSync(`${home}/${file}`);
      const mine = client === "claude"
        ? moved.replace('"type": "stdio",', '"type": "stdio", "alwaysLoad": true,')
        : moved.replace('args = ["mcp"]', 'args = ["mcp"]\nstartup_timeout_sec = 30').replace(
          '["XDG',
          '["MINE", "XDG',
        );
      assertNotEquals(mine, moved);
      write(file, mine);
      assertEquals(move(client).changes, []);
      write(file, mine.replace(PROGRAM, "/elsewhere/codex-auto"));
      assert(move(client).changes.length > 0, "a program that has moved is");
      assertStringIncludes(Deno.readTextFileSync(`${home}/${file}`), PROGRAM);
    }));

  Deno.test(`${client}: ended between any two writes, nothing is lost and the next run goes on`, () =>
    withHome(({ home, write, move, undo }) => {
      write(file, text);
      const before = tree(home);
      move(client);
      const moved = tree(home);
      // A move that has written ours and not yet the client's file; an undoing that has written that and not yet removed ours.
      for (const next of [move, undo]) {
        write(file, text);
        next(client);
        if (next === move) assertEquals(tree(home), moved);
        else assertEquals({ ...tree(home), "/.config": undefined }, { ...before, "/.config": undefined });
      }
    }));

  Deno.test(`${client}: with a damaged record the servers still go back`, () =>
    withHome(({ home, write, move, undo }) => {
      write(file, text);
      move(client);
      write(`.config/auto-tools/gateway/${client}/record.json`, "{");
      undo(client);
      assertEquals(Deno.readTextFileSync(`${home}/${file}`), text);
    }));
}

Deno.test("a file that was written since it was found is not replaced", () =>
  withHome(({ home, write }) => {
    write("a", "one");
    const found = findFile(`${home}/a`);
    const missing = findFile(`${home}/b`);
    write("a", "two");
    write("b", "new");
    assertThrows(() => replaceFile(found, "three"), ChangedMeanwhile);
    assertThrows(() => replaceFile(missing, "three"), ChangedMeanwhile);
    assertEquals([Deno.readTextFileSync(`${home}/a`), Deno.readTextFileSync(`${home}/b`)], ["two", "new"]);
    assertEquals(Array.from(Deno.readDirSync(home)).length, 2, "no temporary file is left");
  }));

Deno.test("both clients: each is undone by itself", () =>
  withHome(({ home, write, move, undo }) => {
    Deno.mkdirSync(`${home}/.config`);
    write(FILES.claude, CLAUDE);
    write(FILES.codex, CODEX.replace("memory", "graph"));
    const before = tree(home);
    move("claude");
    move("codex");
    undo("claude");
    undo("codex");
    assertEquals(tree(home), before);
  }));
