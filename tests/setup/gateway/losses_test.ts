/** CONTRACT 2.5: undo works from the client's original file even if ours are lost. Every state × every loss, and every instant at which it may end. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SetupError } from "../../../lib/setup/setup_error.ts";
import { serversIn } from "../../../lib/setup/gateway/server_format.ts";
import { CLIENTS, FILES, TestHome, TEXTS } from "./home.ts";

type Client = typeof CLIENTS[number];

const ADDED = {
  claude: (text: string) =>
    text.replace('"mcpServers": {', '"mcpServers": {\n    "added": { "command": "new" },'),
  codex: (text: string) => `${text}\n[mcp_servers.added]\ncommand = "new"\n`,
};
const STAYING = {
  claude: TEXTS.claude.replace(
    '"mcpServers": {',
    '"mcpServers": {\n    "events": { "type": "sse", "url": "https://e.test" },',
  ),
  codex: TEXTS.codex.replace("[tui]", '[mcp_servers.events]\ncommand = "x"\nenabled = false\n\n[tui]'),
};
const KEPT = (client: Client) => `.config/auto-tools/gateway/${client}`;
const SUFFIX = { claude: "json", codex: "toml" };
const NAMES = (client: Client) => ({
  servers: `${KEPT(client)}/servers.${SUFFIX[client]}`,
  original: `${KEPT(client)}/original.${SUFFIX[client]}`,
  record: `${KEPT(client)}/record.json`,
});

function edit(home: TestHome, path: string, change: (text: string) => string): void {
  const before = home.read(path);
  const after = change(before);
  assert(after !== before, "the edit hits something");
  home.write(path, after);
}

/** What has happened since servers were moved; the servers that a person expects to have after undo, beside `memory` and `web`. */
const STATES: Record<string, { does(home: TestHome, client: Client): void; more?: string[] }> = {
  "as the move left it": { does: () => {}, more: ["events"] },
  "a server was added": {
    does: (home, client) => edit(home, FILES[client], ADDED[client]),
    more: ["events", "added"],
  },
  "a server was added and moved too": {
    does: (home, client) => {
      edit(home, FILES[client], ADDED[client]);
      home.move(client);
    },
    more: ["events", "added"],
  },
  "a server of the client's own was removed": {
    does: (home, client) => {
      const { format } = home.gateway(client);
      edit(home, FILES[client], (text) => format.without(text, ["events"], "f"));
    },
  },
  "the gateway was removed by hand": {
    does: (home, client) => {
      const { format } = home.gateway(client);
      edit(home, FILES[client], (text) => format.without(text, ["auto-tools"], "f"));
    },
    more: ["events"],
  },
  "the client's file is gone": { does: (home, client) => Deno.removeSync(`${home.path}/${FILES[client]}`) },
};

/** Without a record and with an edited client's file nobody can tell a file that was cut off from one with a slip in it. */
type Ending = "back" | "refused" | "back, or refused";
type Lose = (home: TestHome, client: Client) => void;
const remove = (...which: (keyof ReturnType<typeof NAMES>)[]): Lose => (home, client) => {
  for (const each of which) {
    Deno.removeSync(`${home.path}/${NAMES(client)[each]}`);
  }
};
const overwrite =
  (which: "servers" | "original" | "record", change: (text: string) => string): Lose => (home, client) =>
    home.write(NAMES(client)[which], change(home.read(NAMES(client)[which])));
const half = (text: string) => text.slice(0, text.length / 2);

/** What is lost; whether undo works all the same; and what it says where it does not. */
const LOSSES: Record<string, [lose: Lose, ending: Ending, says?: (client: Client) => string]> = {
  "nothing": [() => {}, "back"],
  "servers": [remove("servers"), "back"],
  "servers: empty": [overwrite("servers", () => ""), "back"],
  "servers: cut off": [
    overwrite("servers", half),
    "back, or refused",
    (client) => `${NAMES(client).servers}:`,
  ],
  "servers: a slip": [
    overwrite("servers", (text) => `${text}\n]`),
    "refused",
    (client) => `${NAMES(client).servers}:`,
  ],
  "servers: a folder": [
    (home, client) => {
      Deno.removeSync(`${home.path}/${NAMES(client).servers}`);
      Deno.mkdirSync(`${home.path}/${NAMES(client).servers}`);
    },
    "refused",
    (client) => `${NAMES(client).servers}: is not a file`,
  ],
  "record": [remove("record"), "back"],
  "record: damaged": [overwrite("record", half), "back"],
  "original": [remove("original"), "back"],
  "original: cut off": [overwrite("original", half), "back"],
  "servers and record": [remove("servers", "record"), "back"],
  "servers: cut off, and record": [
    (home, client) => {
      overwrite("servers", half)(home, client);
      remove("record")(home, client);
    },
    "back, or refused",
    (client) => `${NAMES(client).servers}:`,
  ],
  "original and record": [remove("original", "record"), "back"],
  "servers and original": [remove("servers", "original"), "refused", () => "memory, web"],
  "servers, and the original is cut off": [
    (home, client) => {
      remove("servers")(home, client);
      overwrite("original", half)(home, client);
    },
    "refused",
    () => "memory, web",
  ],
  "everything of ours": [
    remove("servers", "original", "record"),
    "refused",
    (client) => FILES[client],
  ],
};

function withLoss(client: Client, state: string, loss: string): TestHome {
  const home = new TestHome();
  home.write(FILES[client], STAYING[client]);
  home.move(client, { only: ["memory", "web"] });
  STATES[state]?.does(home, client);
  LOSSES[loss]?.[0](home, client);
  return home;
}

/** What an action refuses with; undefined where it does what it is asked for. */
function refusal(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof SetupError) return error.message;
    throw error;
  }
}

function requireAll(home: TestHome, client: Client, more: readonly string[]): void {
  const { format } = home.gateway(client);
  const expected = serversIn(format, ADDED[client](STAYING[client]), "f")
    .filter(({ name }) => ["memory", "web", ...more].includes(name));
  const present = home.servers(client);
  for (const { name, entry } of expected) assertEquals(present[name], entry, name);
  assert(!("auto-tools" in present), "the gateway is gone");
  assert(
    !Object.keys(home.tree()).some((path) => path.startsWith("/.config/auto-tools")),
    "nothing of ours is left",
  );
}

for (const client of CLIENTS) {
  for (const [loss, [, ending, says]] of Object.entries(LOSSES)) {
    const isSaid = (home: TestHome, message: string) =>
      assertStringIncludes(message.replaceAll(`${home.path}/`, ""), says?.(client) ?? "not refused");

    Deno.test(`${client}: undone without ${loss}: ${ending}`, () => {
      for (const [state, { more = [] }] of Object.entries(STATES)) {
        using home = withLoss(client, state, loss);
        const before = home.tree();
        const servers = home.servers(client);
        const message = refusal(() => home.undo(client));
        // Then neither our files nor the client's say that there ever was a move.
        if (loss === "everything of ours" && /removed by hand|file is gone/.test(state)) {
          assertEquals([message, home.servers(client)], [undefined, servers], state);
          continue;
        }
        if (message === undefined) {
          assert(ending !== "refused", state);
          requireAll(home, client, more);
          continue;
        }
        assert(ending !== "back", `${state}: ${message}`);
        isSaid(home, message);
        assertEquals(home.tree(), before, "nothing is changed");
        if (loss === "servers: a folder") continue;
        home.undo(client, true);
        assert(!("auto-tools" in home.servers(client)), "--forget takes the gateway out all the same");
        assertEquals(home.undo(client), undefined);
      }
    });

    Deno.test(`${client}: set up again without ${loss}: mended, or refused`, () => {
      for (const [state, { more = [] }] of Object.entries(STATES)) {
        using home = withLoss(client, state, loss);
        const before = home.tree();
        const message = refusal(() => home.move(client));
        if (message !== undefined) {
          assert(ending !== "back", `${state}: ${message}`);
          isSaid(home, message);
          assertEquals(home.tree(), before, "nothing is changed");
          continue;
        }
        // With nothing left of ours, the entry in the client's file may as well be a person's own.
        if (loss === "everything of ours") continue;
        assert(ending !== "refused", state);
        assertEquals(home.move(client).changes, [], "mended");
        home.undo(client);
        requireAll(home, client, more);
      }
    });
  }
}

Deno.test("undone without the file of servers, an unedited client's file comes back byte for byte", () => {
  for (const client of CLIENTS) {
    using home = new TestHome();
    home.write(FILES[client], TEXTS[client]);
    home.move(client);
    Deno.removeSync(`${home.path}/${NAMES(client).servers}`);
    assertEquals(home.undo(client)?.recovered, ["memory", "web"]);
    assertEquals(home.read(FILES[client]), TEXTS[client]);
  }
});

Deno.test("one of the moved servers that the client has anew, with another content, is not moved over it", () => {
  for (const client of CLIENTS) {
    using home = new TestHome();
    home.write(FILES[client], TEXTS[client]);
    home.move(client);
    edit(home, FILES[client], (text) => ADDED[client](text).replace("added", "web"));
    const before = home.tree();
    assertStringIncludes(refusal(() => home.move(client)) ?? "", 'another server called "web"');
    assertEquals(home.tree(), before);
    home.undo(client);
    assertEquals(Object.entries(Object(home.servers(client)["web"])), [["command", "new"]]);
    assert("web" in home.servers(client, NAMES(client).servers), "the moved one is kept");
    home.undo(client, true);
    assertEquals(Object.keys(home.tree()).filter((path) => path.startsWith("/.config/auto-tools")), []);
  }
});

/** All that changes something on the disk. */
const CHANGES = ["renameSync", "removeSync", "mkdirSync", "chmodSync", "chownSync"] as const;

class Killed extends Error {}

/** Does an action, of which only so many changes reach the disk; false where it ended by itself. */
function killedAfter(changes: number, action: () => void): boolean {
  let left = changes;
  const real = Object.fromEntries(CHANGES.map((name) => [name, Deno[name]]));
  for (const name of CHANGES) {
    Object.defineProperty(Deno, name, {
      configurable: true,
      writable: true,
      value: (...args: unknown[]) => {
        if (left-- <= 0) throw new Killed();
        return Reflect.apply(Object(real[name]), Deno, args);
      },
    });
  }
  try {
    action();
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  } finally {
    for (const name of CHANGES) {
      Object.defineProperty(Deno, name, { configurable: true, writable: true, value: real[name] });
    }
  }
}

const ACTIONS: Record<string, (home: TestHome, client: Client) => () => void> = {
  "the first move": (home, client) => () => home.move(client),
  "a move of one more": (home, client) => {
    home.move(client);
    edit(home, FILES[client], ADDED[client]);
    return () => home.move(client);
  },
  "one taken back": (home, client) => {
    home.move(client);
    return () => home.move(client, { except: ["web"] });
  },
  "undoing": (home, client) => {
    home.move(client);
    return () => home.undo(client);
  },
  "undoing after an edit": (home, client) => {
    home.move(client);
    edit(home, FILES[client], ADDED[client]);
    return () => home.undo(client);
  },
};

for (const client of CLIENTS) {
  for (const [name, prepare] of Object.entries(ACTIONS)) {
    Deno.test(`${client}: killed at any instant of ${name}, every server comes back`, () => {
      let instants = 0;
      for (let isKilled = true; isKilled; instants++) {
        for (const next of ["undo", "move"] as const) {
          using home = new TestHome();
          home.write(FILES[client], TEXTS[client]);
          const action = prepare(home, client);
          const more = "added" in home.servers(client) ? ["added"] : [];
          isKilled = killedAfter(instants, action);
          if (next === "move") home.move(client);
          home.undo(client);
          requireAll(home, client, more);
        }
      }
      assert(instants > 5, `${instants} instants`);
    });
  }
}
