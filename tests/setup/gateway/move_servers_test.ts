import {
  assert,
  assertEquals,
  assertNotEquals,
  assertNotMatch,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { moveServers } from "../../../lib/setup/gateway/move_servers.ts";
import { SetupError } from "../../../lib/setup/setup_error.ts";
import { CLIENTS, FILES, PROGRAM, TestHome, TEXTS } from "./home.ts";

Deno.test("of names that come to the same each server, and its rules, have the one that the gateway gives it", () => {
  using home = new TestHome();
  const server = (name: string, more = "") => `[mcp_servers.${name}]\ncommand = "a"\n${more}`;
  home.write(FILES.codex, server('"s one"', 'default_tools_approval_mode = "prompt"\n') + server("s-one"));
  const going = home.move("codex").going.map(({ behind, rules }) => [behind, ...rules.ask]);
  assertEquals(going, [["s-one-2", "s-one-2/*"], ["s-one"]]);
});

for (const client of CLIENTS) {
  const file = FILES[client];
  const text = TEXTS[client];

  const situations: Record<string, (home: TestHome) => void> = {
    "a file of its own mode": (home) => home.write(file, text, 0o640),
    "a link into a dotfiles folder": (home) => {
      home.write("dotfiles/it", text, 0o644);
      Deno.mkdirSync(`${home.path}/${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.symlinkSync(`${home.path}/dotfiles/it`, `${home.path}/${file}`);
    },
    "a byte order mark and lines of Windows": (home) =>
      home.write(file, `\uFEFF${text.replaceAll("\n", "\r\n")}`),
    "a server as the last thing": (home) => home.write(file, text.replace('\n[tui]\ntheme = "dark"\n', "")),
    "no server at all": (home) => home.write(file, client === "claude" ? '{"a":1}' : "a = 1"),
    "an empty file": (home) => home.write(file, ""),
    "no file": () => {},
  };
  for (const [name, make] of Object.entries(situations)) {
    Deno.test(`${client}: moved, moved again and undone leads back to the start: ${name}`, () => {
      using home = new TestHome();
      make(home);
      const before = home.tree();

      const first = home.move(client);
      const moved = home.tree();
      assertStringIncludes(moved["/dotfiles/it"] ?? moved[`/${file}`] ?? "", PROGRAM);
      assert(first.changes.length > 0);
      assertEquals(home.move(client).changes, []);
      assertEquals(home.tree(), moved, "the second time touches nothing");

      home.undo(client);
      assertEquals(home.tree(), before);
      assertEquals(home.undo(client), undefined, "there is nothing left to undo");
    });
  }

  Deno.test(`${client}: what is kept is for its owner alone, and holds the servers and the original whole`, () => {
    using home = new TestHome();
    home.write(file, text, 0o644);
    Deno.mkdirSync(`${home.path}/.config/auto-tools/gateway/${client}`, { recursive: true, mode: 0o755 });
    home.move(client);
    const kept = `${home.path}/.config/auto-tools/gateway/${client}`;
    const modeOf = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;
    assertEquals(modeOf(kept), 0o700);
    const names = Array.from(Deno.readDirSync(kept), ({ name }) => name);
    assertEquals(names.length, 2);
    for (const name of names) assertEquals(modeOf(`${kept}/${name}`), 0o600);
    const suffix = client === "claude" ? "json" : "toml";
    assertEquals(Deno.readTextFileSync(`${kept}/original.${suffix}`), text);
    const servers = Deno.readTextFileSync(`${kept}/servers.${suffix}`);
    for (const part of ["s3cret-value", "an-other-one", "the graph"]) assertStringIncludes(servers, part);
    assertNotMatch(home.read(file), /s3cret-value|an-other-one/);
  });

  Deno.test(`${client}: what the client writes while we work is not overwritten, and the next move takes it along`, () => {
    using home = new TestHome();
    home.write(file, text);
    const place = home.gateway(client);
    const edited = client === "claude" ? text.replace("3,", "4,") : text.replace('"m"', '"n"');
    // Asked for after the client's file was read.
    const judge = () => {
      home.write(file, edited);
      return place.judge();
    };
    const error = assertThrows(() => moveServers({ ...place, judge }, PROGRAM, false), SetupError);
    assertStringIncludes(error.message, "run this again");
    assertEquals(home.read(file), edited);
    home.move(client);
    home.undo(client);
    assertEquals(home.read(file), edited);
  });

  Deno.test(`${client}: a file that may not be written, or cannot be read, is left with nothing half-done`, () => {
    using home = new TestHome();
    for (const [content, mode] of [[text, 0o400], [client === "claude" ? "{" : "[x\n", 0o600]] as const) {
      home.write(file, content, mode);
      const before = home.tree();
      const error = assertThrows(() => home.move(client), SetupError);
      assertStringIncludes(error.message, file);
      assertEquals(home.tree(), before);
      Deno.removeSync(`${home.path}/${file}`);
    }
  });

  Deno.test(`${client}: servers that were edited behind the gateway go back as they are now`, () => {
    using home = new TestHome();
    home.write(file, text);
    home.move(client);
    const kept = `${home.path}/.config/auto-tools/gateway/${client}/servers.${
      client === "claude" ? "json" : "toml"
    }`;
    Deno.writeTextFileSync(kept, Deno.readTextFileSync(kept).replace("s3cret-value", "rotated-value"));
    home.undo(client);
    const undone = home.servers(client);
    home.write(file, text.replace("s3cret-value", "rotated-value"));
    assertEquals(undone, home.servers(client));
  });

  Deno.test(`${client}: what a person adds to the gateway's entry is no reason to write it anew`, () => {
    using home = new TestHome();
    home.write(file, text);
    home.move(client);
    const moved = home.read(file);
    const mine = client === "claude"
      ? moved.replace('"type": "stdio",', '"type": "stdio", "alwaysLoad": true,')
      : moved.replace('args = ["mcp"]', 'args = ["mcp"]\nstartup_timeout_sec = 30').replace(
        '["XDG',
        '["MINE", "XDG',
      );
    assertNotEquals(mine, moved);
    home.write(file, mine);
    assertEquals(home.move(client).changes, []);
    home.write(file, mine.replace(PROGRAM, "/elsewhere/codex-auto"));
    assert(home.move(client).changes.length > 0, "a program that has moved is");
    assertStringIncludes(home.read(file), PROGRAM);
  });
}

/** A configuration with these servers: what each starts. */
const written = (client: typeof CLIENTS[number], servers: Record<string, string[]>) =>
  client === "claude"
    ? JSON.stringify({
      mcpServers: Object.fromEntries(
        Object.entries(servers).map(([name, [command, ...args]]) => [name, { command, args }]),
      ),
    })
    : Object.entries(servers).map(([name, [command, ...args]]) =>
      `[mcp_servers.${name}]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`
    ).join("");

for (const client of CLIENTS) {
  Deno.test(`${client}: a server of the gateway's name that is something else is not replaced, and a gateway of the user's stays`, () => {
    using home = new TestHome();
    home.write(FILES[client], written(client, { "auto-tools": ["mine"] }));
    assertStringIncludes(assertThrows(() => home.move(client), SetupError).message, "rename it");

    home.write(FILES[client], written(client, { "auto-tools": [PROGRAM, "mcp"], a: ["x"] }));
    const before = home.servers(client);
    assertEquals(home.move(client).moved, ["a"]);
    assertEquals(Object.keys(home.servers(client)), ["auto-tools"]);
    home.write(FILES[client], `${home.read(FILES[client])}\n`);
    home.undo(client);
    assertEquals(home.servers(client), before);
  });
}
