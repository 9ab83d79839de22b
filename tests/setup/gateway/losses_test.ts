/** CONTRACT 2.5: undo works from the client's original file even if ours are lost. Every state × every loss, and every instant at which it may end. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { recover } from "../../../lib/settings/attempt.ts";
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
const kept = (client: Client, which: "servers" | "original") =>
  `.config/auto-tools/gateway/${client}/${which}.${client === "claude" ? "json" : "toml"}`;

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
      edit(home, FILES[client], (text) => format.without(text, ["events"]));
    },
  },
  "the gateway was removed by hand": {
    does: (home, client) => {
      const { format } = home.gateway(client);
      edit(home, FILES[client], (text) => format.without(text, ["auto-tools"]));
    },
    more: ["events"],
  },
  "the client's file is gone": { does: (home, client) => Deno.removeSync(`${home.path}/${FILES[client]}`) },
};

type Lose = (home: TestHome, client: Client) => void;
const remove = (...which: ("servers" | "original")[]): Lose => (home, client) => {
  for (const each of which) Deno.removeSync(`${home.path}/${kept(client, each)}`);
};
const overwrite = (which: "servers" | "original", change: (text: string) => string): Lose => (home, client) =>
  home.write(kept(client, which), change(home.read(kept(client, which))));

/** What is lost, and what undoing says where it does not work all the same. */
const LOSSES: Record<string, [lose: Lose, says?: (client: Client) => string]> = {
  "nothing": [() => {}],
  "servers": [remove("servers")],
  "servers: empty": [overwrite("servers", () => "")],
  "servers: cut off": [overwrite("servers", (text) => text.slice(0, text.length / 2))],
  "servers: a slip": [
    overwrite("servers", (text) => `${text}\n]`),
    (client) => `${kept(client, "servers")}:`,
  ],
  "servers: a folder": [
    (home, client) => {
      Deno.removeSync(`${home.path}/${kept(client, "servers")}`);
      Deno.mkdirSync(`${home.path}/${kept(client, "servers")}`);
    },
    (client) => `${kept(client, "servers")}: is not a file`,
  ],
  "original": [remove("original")],
  "original: cut off": [overwrite("original", (text) => text.slice(0, text.length / 2))],
  "servers, and the original has a slip": [
    (home, client) => {
      remove("servers")(home, client);
      overwrite("original", (text) => `${text}\n]`)(home, client);
    },
    (client) => `${kept(client, "original")}:`,
  ],
  "servers and original": [remove("servers", "original"), (client) => FILES[client]],
};

function withLoss(client: Client, state: string, loss: string): TestHome {
  const home = new TestHome();
  home.write(FILES[client], STAYING[client]);
  assertEquals(home.move(client).moved, ["memory", "web"]);
  STATES[state]?.does(home, client);
  LOSSES[loss]?.[0](home, client);
  return home;
}

/** What an action refuses with; undefined where it does what it is asked for. */
function refusal(action: () => unknown): string | undefined {
  return recover(() => void action(), SetupError, ({ message }) => message) ?? undefined;
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
  for (const [loss, [, says]] of Object.entries(LOSSES)) {
    const isSaid = (home: TestHome, message: string) =>
      assertStringIncludes(message.replaceAll(`${home.path}/`, ""), says?.(client) ?? "not refused");

    Deno.test(`${client}: undone without ${loss}: ${says ? "refused" : "back"}`, () => {
      for (const [state, { more = [] }] of Object.entries(STATES)) {
        using home = withLoss(client, state, loss);
        const before = home.tree();
        const message = refusal(() => home.undo(client));
        // Then neither our files nor the client's say that there ever was a move.
        if (loss === "servers and original" && /removed by hand|file is gone/.test(state)) continue;
        if (says === undefined) {
          assertEquals(message, undefined, state);
          requireAll(home, client, more);
          continue;
        }
        isSaid(home, message ?? `${state}: not refused`);
        if (loss === "servers: a slip") assertStringIncludes(message ?? "", "or remove it: then codex-auto");
        assertEquals(home.tree(), before, "nothing is changed");
      }
    });

    Deno.test(`${client}: set up again without ${loss}: mended, or refused`, () => {
      for (const [state, { more = [] }] of Object.entries(STATES)) {
        using home = withLoss(client, state, loss);
        const before = home.tree();
        const message = refusal(() => home.move(client));
        // With nothing left of ours, the entry in the client's file may as well be a person's own.
        if (loss === "servers and original") continue;
        if (says !== undefined) {
          isSaid(home, message ?? `${state}: not refused`);
          assertEquals(home.tree(), before, "nothing is changed");
          continue;
        }
        assertEquals([message, home.move(client).changes], [undefined, []], "mended");
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
    Deno.removeSync(`${home.path}/${kept(client, "servers")}`);
    assertEquals(home.undo(client)?.recovered, ["memory", "web"]);
    assertEquals(home.read(FILES[client]), TEXTS[client]);
  }
});

Deno.test("wherever the file of servers is cut off, undoing is refused, or every server comes back", () => {
  for (const client of CLIENTS) {
    using home = new TestHome();
    home.write(FILES[client], TEXTS[client]);
    const before = home.servers(client);
    home.move(client);
    const servers = home.read(kept(client, "servers"));
    let undone = 0;
    for (let length = 0; length < servers.length; length += 3) {
      home.write(kept(client, "servers"), servers.slice(0, length));
      if (refusal(() => home.undo(client)) !== undefined) continue;
      undone++;
      assertEquals(home.servers(client), before, `cut after ${length}`);
      home.write(FILES[client], TEXTS[client]);
      home.move(client);
    }
    assert(undone > 0);
  }
});

Deno.test("a server that a person took out of the file of servers, or out of the client's, stays out", () => {
  for (const client of CLIENTS) {
    using home = new TestHome();
    home.write(FILES[client], STAYING[client]);
    home.move(client);
    const { format } = home.gateway(client);
    edit(home, kept(client, "servers"), (text) => format.without(text, ["web"]) + format.end);
    edit(home, FILES[client], (text) => format.without(text, ["events"]));
    home.undo(client);
    assertEquals(Object.keys(home.servers(client)), ["memory"]);
  }
});

Deno.test("one of the moved servers that the client has anew, with another content, is neither moved nor moved back over", () => {
  for (const client of CLIENTS) {
    using home = new TestHome();
    home.write(FILES[client], TEXTS[client]);
    home.move(client);
    edit(home, FILES[client], (text) => ADDED[client](text).replace("added", "web"));
    const before = home.tree();
    for (const act of [() => home.move(client), () => home.undo(client)]) {
      assertStringIncludes(refusal(act) ?? "", 'another server called "web"');
      assertEquals(home.tree(), before);
    }
  }
});

/** All that changes something on the disk. */
const CHANGES = ["renameSync", "removeSync", "mkdirSync", "chmodSync", "chownSync"] as const;

class Killed extends Error {}

/** Does an action, of which only so many changes reach the disk, or all but one; false where it ended by itself. */
function killedAfter(changes: number, action: () => void, failsOnce = false): boolean {
  let left = changes;
  const real = Object.fromEntries(CHANGES.map((name) => [name, Deno[name]]));
  for (const name of CHANGES) {
    Object.defineProperty(Deno, name, {
      configurable: true,
      writable: true,
      value: (...args: unknown[]) => {
        left--;
        if (failsOnce && left === -1) throw new Error("No space left on device (os error 28)");
        if (!failsOnce && left < 0) throw new Killed();
        return Reflect.apply(Object(real[name]), Deno, args);
      },
    });
  }
  try {
    action();
    return false;
  } catch (error) {
    if (error instanceof Killed || failsOnce) return true;
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

    Deno.test(`${client}: a full disk at any instant of ${name} leaves everything as it was`, () => {
      let instants = 0;
      for (let hasFailed = true; hasFailed; instants++) {
        using home = new TestHome();
        home.write(FILES[client], TEXTS[client]);
        const action = prepare(home, client);
        const before = home.tree();
        hasFailed = killedAfter(instants, action, true);
        if (hasFailed) assertEquals(home.tree(), before, `instant ${instants}`);
      }
      assert(instants > 3, `${instants} instants`);
    });
  }
}
