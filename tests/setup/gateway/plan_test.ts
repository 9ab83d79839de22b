import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { CLAUDE_FORMAT } from "../../../lib/setup/gateway/claude_format.ts";
import { CODEX_FORMAT } from "../../../lib/setup/gateway/codex_format.ts";
import { type Kept, NOTHING_KEPT } from "../../../lib/setup/gateway/kept.ts";
import { type Move, planMove, planUndo } from "../../../lib/setup/gateway/plan.ts";
import { type ServerFormat, serversIn } from "../../../lib/setup/gateway/server_format.ts";
import { SetupError } from "../../../lib/setup/setup_error.ts";
import { holds } from "../../fixtures/property.ts";
import { CLAUDE_CONFIG, CODEX_CONFIG, type Written } from "./written_configs.ts";

/** Parsing TOML takes milliseconds; a hundred cases each would take half a minute. */
const RUNS = 40;
const PROGRAM = '/opt/my "tools"/codex-auto';
const FORMATS = { claude: CLAUDE_FORMAT, codex: CODEX_FORMAT };
const CONFIGS: Record<keyof typeof FORMATS, fc.Arbitrary<Written>> = {
  claude: CLAUDE_CONFIG,
  codex: CODEX_CONFIG,
};

function optionsFor(format: ServerFormat, stays: readonly string[] = []) {
  return {
    format,
    file: "f",
    servers: "s",
    program: PROGRAM,
    isGateway: (entry: unknown) =>
      typeof entry === "object" && entry !== null && Reflect.get(entry, "command") === PROGRAM,
    stays: (name: string) => stays.includes(name) ? "for a reason" : undefined,
  };
}

function keptOf({ original, servers }: Move, exact = false): Kept {
  return { ...NOTHING_KEPT, original, behind: servers, exact, isWhole: true };
}

/** Name → value, to be compared without regard to order. */
function entries(format: ServerFormat, text: string): Record<string, string> {
  const all = serversIn(format, text, "f").map(({ name, entry }) => [name, JSON.stringify(entry)] as const);
  return Object.fromEntries(all.sort());
}

function without(map: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(map).filter(([name]) => !names.includes(name)));
}

for (const [client, format] of Object.entries(FORMATS)) {
  const config = CONFIGS[client as keyof typeof FORMATS];
  const withStaying = config.chain((written) =>
    fc.subarray(written.names).map((staying) => ({ ...written, staying }))
  );

  Deno.test(`${client}: a move puts every server in exactly one place, and the gateway in the client's file`, () => {
    holds(
      fc.property(withStaying, ({ text, names, staying }) => {
        const plan = planMove(text, undefined, optionsFor(format, staying));
        assertEquals(plan.moved.toSorted(), names.filter((name) => !staying.includes(name)).toSorted());
        const all = entries(format, text);
        assertEquals(entries(format, plan.servers), without(all, ...staying));
        assertEquals(without(entries(format, plan.client), "auto-tools"), without(all, ...plan.moved));
        assert("auto-tools" in entries(format, plan.client));
        assertEquals(plan.original, text);
      }),
      RUNS,
    );
  });

  Deno.test(`${client}: undone one by one, every server is back with its words, and the gateway is gone`, () => {
    holds(
      fc.property(withStaying, ({ text, staying }) => {
        const options = optionsFor(format, staying);
        const plan = planMove(text, undefined, options);
        const { client: back = "", conflicts } = planUndo(plan.client, keptOf(plan), options);
        assertEquals(conflicts, []);
        assertEquals(entries(format, back), entries(format, text));
        for (const comment of ["mine", 'with "quotes", { and [']) {
          const count = (of: string) => of.split(comment).length;
          assert(count(back) >= count(text), `a comment was lost:\n${back}`);
        }
      }),
      RUNS,
    );
  });

  Deno.test(`${client}: what was edited in between stays: a server added, one taken up again, the gateway removed`, () => {
    const edits = fc.record({ add: fc.boolean(), again: fc.boolean(), drop: fc.boolean() });
    holds(
      fc.property(withStaying, edits, ({ text, staying }, { add, again, drop }) => {
        const options = optionsFor(format, staying);
        const plan = planMove(text, undefined, options);
        const [first] = plan.moved;
        let edited = drop ? format.without(plan.client, ["auto-tools"], "f") : plan.client;
        const put = (name: string) => {
          const source = format === CLAUDE_FORMAT
            ? JSON.stringify({ mcpServers: { [name]: { command: "new" } } })
            : `[mcp_servers.${JSON.stringify(name)}]\ncommand = "new"\n`;
          edited = format.withServers(edited, source, "f");
        };
        if (add) put("added");
        if (again && first !== undefined) put(first);

        const { client: back = "", conflicts, servers } = planUndo(edited, keptOf(plan), options);

        const found = entries(format, back);
        const expected = entries(format, text);
        if (add) expected["added"] = JSON.stringify({ command: "new" });
        if (again && first !== undefined) {
          assertEquals(conflicts, [first]);
          assertEquals(entries(format, servers), { [first]: expected[first] ?? "" }, "the moved one is kept");
          expected[first] = JSON.stringify({ command: "new" });
        } else assertEquals([conflicts, servers], [[], ""]);
        assertEquals(found, Object.fromEntries(Object.entries(expected).sort()));
      }),
      RUNS,
    );
  });

  Deno.test(`${client}: moved again, nothing changes; and a server that came meanwhile goes there too`, () => {
    holds(
      fc.property(withStaying, fc.boolean(), ({ text, staying }, untouched) => {
        const options = optionsFor(format, staying);
        const plan = planMove(text, undefined, options);
        const again = planMove(plan.client, keptOf(plan, untouched), options);
        assertEquals(again.done, true);

        const added = format.withServers(
          plan.client,
          format === CLAUDE_FORMAT
            ? '{"mcpServers":{"added":{"command":"new"}}}'
            : '[mcp_servers.added]\ncommand = "new"\n',
          "f",
        );
        const more = planMove(added, keptOf(plan), options);
        assertEquals(more.done, false);
        assertEquals(more.moved.toSorted(), [...plan.moved, "added"].toSorted());
        const back = planUndo(more.client, keptOf(more, true), options).client ?? "";
        const expected = { ...entries(format, text), added: JSON.stringify({ command: "new" }) };
        assertEquals(entries(format, back), Object.fromEntries(Object.entries(expected).sort()));
      }),
      RUNS,
    );
  });

  Deno.test(`${client}: where there was no file, undoing leaves none`, () => {
    const options = optionsFor(format);
    const plan = planMove(undefined, undefined, options);
    assertEquals(plan.moved, []);
    assertEquals(Object.keys(entries(format, plan.client)), ["auto-tools"]);
    assertEquals(planUndo(plan.client, keptOf(plan, true), options).client, undefined);
  });

  Deno.test(`${client}: a server of the gateway's name that is something else is not replaced`, () => {
    const text = format === CLAUDE_FORMAT
      ? '{"mcpServers":{"auto-tools":{"command":"mine"}}}'
      : '[mcp_servers.auto-tools]\ncommand = "mine"\n';
    const error = assertThrows(() => planMove(text, undefined, optionsFor(format)), SetupError);
    assertStringIncludes(error.message, "rename it");
  });

  Deno.test(`${client}: a gateway that a person has put there stays theirs`, () => {
    const text = format === CLAUDE_FORMAT
      ? `{"mcpServers":{"auto-tools":{"command":${JSON.stringify(PROGRAM)}},"a":{"command":"x"}}}`
      : `[mcp_servers.auto-tools]\ncommand = ${JSON.stringify(PROGRAM)}\n[mcp_servers.a]\ncommand = "x"\n`;
    const options = optionsFor(format);
    const plan = planMove(text, undefined, options);
    assertEquals(plan.moved, ["a"]);
    assertEquals(Object.keys(entries(format, plan.client)), ["auto-tools"]);
    const back = planUndo(`${plan.client}\n`, keptOf(plan), options).client ?? "";
    assertEquals(entries(format, back), entries(format, text));
  });
}
