import { assertEquals } from "@std/assert";
import { type FusedItem, placeOf } from "../../lib/kernel/fuse.ts";
import { addToJournal } from "../../lib/kernel/journal.ts";
import { givenAs, inSession, readSession, withoutGiven } from "../../lib/kernel/session_memory.ts";
import type { Locations } from "../../lib/settings/locations.ts";
import { withState } from "./state_folder.ts";

function item(path: string, text: string): FusedItem {
  return {
    tool: "ci_search",
    path,
    title: path,
    summary: "",
    lines: { start: 1, end: 2 },
    snippet: { startLine: 1, text },
    confidence: 1,
    sources: [],
    truncated: false,
  };
}

const RUN = "20260301-000000-abcdef";
const held = [RUN];

/** A log in which a session was given these, of which some by their names alone. */
function shown(places: Locations, session: string, items: FusedItem[], quoted = new Set(items)): void {
  addToJournal(places, "/repo", {
    time: "2026-03-01T00:00:00Z",
    client: "claude-code",
    prompt: `prompt of ${session}`,
    outcome: "injected 7 characters",
    tools: [],
    shown: items.map((each) => ({ place: placeOf(each), why: "", as: givenAs(each, quoted.has(each)) })),
    session: inSession(session, RUN, `asked by ${session}`),
    limits: [],
    ms: 12,
  });
}

Deno.test("a place that was only named is given with its lines once it is the best", () =>
  withState((places) => {
    const [a, b] = [item("a.ts", "x"), item("b.ts", "y")];
    shown(places, "one", [a, b], new Set([a]));
    const memory = readSession(places, "/repo", "one", held);
    const fresh = (...items: FusedItem[]) => withoutGiven(items, memory).fresh.map(({ path }) => path);
    assertEquals(fresh(a, b), []);
    assertEquals(fresh(b, a), ["b.ts"]);
    assertEquals(fresh(a, item("b.ts", "changed")), ["b.ts"]);
  }));

Deno.test("a session has its own prompts and what the model still has; the log is the user's alone and does not carry its id", () =>
  withState((places, state) => {
    const given = () => Object.keys(readSession(places, "/repo", "../../one", held).given);
    assertEquals(given(), []);
    shown(places, "../../one", [item("a.ts", "x")]);
    shown(places, "two", [item("b.ts", "y")]);
    assertEquals(given(), ["a.ts:1-2"]);
    assertEquals(readSession(places, "/repo", "two", []), {
      given: {},
      prompts: ["asked by two"],
    });
    assertEquals(readSession(places, "/other", "two", held), { given: {}, prompts: [] });
    const [log] = [...Deno.readDirSync(`${state}/why`)];
    const file = `${state}/why/${log?.name}`;
    assertEquals(Deno.readTextFileSync(file).includes('"../../one"'), false);
    assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
  }));
