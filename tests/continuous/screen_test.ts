import { stripVTControlCharacters } from "node:util";
import { assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import stringWidth from "string-width";
import { budgetSchema, type RunEvent } from "../../lib/continuous/run/event.ts";
import { rendered } from "../../lib/continuous/report/render.ts";
import { reportOf } from "../../lib/continuous/report/report.ts";
import { stateOf } from "../../lib/continuous/run/state.ts";
import { plain } from "../../lib/continuous/run/words.ts";
import { doingOf, draw, preview, shortened } from "../../lib/continuous/screen/draw.ts";
import { lineOf } from "../../lib/continuous/screen/view.ts";
import { item, planned, started, stepEnded } from "./fixtures.ts";

const SNAPSHOTS = new URL("../fixtures/continuous/screens/", import.meta.url);

const PLANNED = {
  ...planned(),
  plan: {
    requirements: ["Dates are Temporal everywhere", "全部测试通过"],
    tasks: [
      item("a", { title: "Move the helpers" }),
      item("b", {
        title: "把日期函数迁移到 Temporal，并保持所有公共接口不变，同时更新全部的单元测试与文档说明",
        verify: ["npm test -- 日期"],
      }),
      item("c", { title: "Change the public interface", breakpoint: true, risk: "high" }),
      item("d", { title: "Write the release notes 🚀" }),
    ],
  },
};
const PREVIEW: RunEvent = {
  type: "paused",
  pause: {
    kind: "preview",
    why: "The plan has 4 tasks and nothing has been done yet",
    next: "Look the plan over: continue to begin, or edit it first",
  },
};
const ACCEPTED: RunEvent = { type: "decided", decision: "continue", by: "person" };

function move(task_id: string, ...states: string[]): RunEvent[] {
  return states.slice(1).map((to, at) =>
    ({ type: "task", task_id, from: states[at], to, why: "so it is" }) as RunEvent
  );
}

const WORKING: RunEvent[] = [
  started("Move the date helpers to Temporal"),
  PLANNED,
  PREVIEW,
  ACCEPTED,
  ...move("a", "pending", "ready", "active"),
  { type: "step_started", step: 1, task_id: "a" },
  ...stepEnded(1, "a", {
    passed: true,
    commands: 3,
    files: ["lib/date.ts"],
    checks: [{ command: "npm test", code: 0, ms: 1200, timed_out: false, tail: "" }],
    tokens: 1_234_567,
    ms: 95_000,
  }),
  ...move("a", "active", "done"),
  ...move("b", "pending", "ready", "active"),
  { type: "step_started", step: 2, task_id: "b" },
];

const WAITING: RunEvent[] = [
  ...WORKING,
  { type: "step_lost", step: 2, task_id: "b" },
  ...move("b", "active", "ready"),
  ...move("c", "pending", "ready", "blocked"),
  {
    type: "paused",
    pause: {
      kind: "breakpoint",
      task_id: "c",
      why: '"Change the public interface" (risk high) waits for your word',
      next: "Continue to let it be done, skip it, or edit the plan",
    },
  },
];

/** What a terminal of a size shows of a run: its lines, and below them the panel. */
function screen(events: RunEvent[], size = { columns: 80, rows: 24 }, colour = false): string {
  const lines = events.flatMap((event, at) =>
    lineOf({ kind: "event", event }, stateOf(events.slice(0, at + 1))) ?? []
  );
  const state = stateOf(events);
  const shown = events.at(-1) === PREVIEW ? [...lines, preview(state)] : lines;
  return [...shown.map(plain), ...draw(state, { doingMs: 0, says: "" }, size, colour)].join("\n");
}

const SCREENS: [name: string, events: RunEvent[]][] = [
  ["preview", [started("Move the date helpers to Temporal"), PLANNED, PREVIEW]],
  ["working", WORKING],
  ["breakpoint", WAITING],
  ["complete", [...WORKING, { type: "finished", outcome: "complete", why: "All done" }]],
];

for (const [name, events] of SCREENS) {
  Deno.test(`the screen "${name}" is drawn as it was agreed`, () => {
    const drawn = screen(events);
    assertEquals(stripVTControlCharacters(screen(events, undefined, true)), drawn);
    const file = new URL(`${name}.txt`, SNAPSHOTS);
    if (Deno.env.get("UPDATE_SNAPSHOTS") === "1") Deno.writeTextFileSync(file, `${drawn}\n`);
    assertEquals(`${drawn}\n`, Deno.readTextFileSync(file));
  });
}

Deno.test("whatever the size and whatever the texts, the panel fits the screen", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 120 }),
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.constantFrom("中文字符测试", "🚀👨‍👩‍👧‍👦", "\u001b[31mred", "a\u0301e\u0301", "\t\n\r", "한국어", "ＡＢＣ"),
  );
  const sizes = fc.record({
    columns: fc.integer({ min: 1, max: 200 }),
    rows: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(text, text, text, sizes, (goal, title, why, size) => {
      const events: RunEvent[] = [
        started(goal),
        {
          ...PLANNED,
          plan: { requirements: [why], tasks: [item("a", { title }), item("b", { title: why })] },
        },
        { type: "paused", pause: { kind: "preview", why, next: title } },
      ];
      const lines = draw(stateOf(events), { doingMs: 0, says: why }, size, false);
      assertEquals(lines.length <= size.rows, true);
      for (const line of lines) {
        assertEquals(stringWidth(line) <= size.columns, true, JSON.stringify(line));
        // deno-lint-ignore no-control-regex
        assertEquals(/[\u0000-\u001f\u007f-\u009f]/.test(line), false);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("of tasks side by side the screen names all, and with each line whose it is", () => {
  const begun = ["a", "b"].flatMap((id, at): RunEvent[] => [
    ...move(id, "pending", "ready", "active"),
    { type: "step_started", step: at + 1, task_id: id },
  ]);
  const budget = { ...budgetSchema.parse({}), parallel: 2 };
  const state = stateOf([started(), PLANNED, { type: "adjusted", budget }, ACCEPTED, ...begun]);
  const event = { kind: "command_started", command: "npm test" } as const;
  const shown = { kind: "agent", event, task_id: "a" } as const;
  assertStringIncludes(doingOf(state), "working on: Move the helpers | 把日期函数迁移到 Temporal");
  assertEquals(lineOf(shown, state), "  runs    npm test  (a)");
});

Deno.test("no character turns round on the screen what a command does", () => {
  assertEquals(shortened("make \u202etset\u202c \u2066x\u2069\u001b", 20), "make  tset   x  ");
  assertEquals(plain("a\u202eb\nc\u001b"), "a b\nc ");
  assertEquals(shortened("日期函数迁移", 8), "日期函…");
});

Deno.test("of a step that writes many files, or names one without end, a line is kept", () => {
  const state = stateOf([started("Move it")]);
  const paths = Array.from({ length: 100_000 }, (_, at) => `path/to/file${at}`);
  for (const event of [{ kind: "files", paths }, { kind: "tool", name: "x".repeat(100_000) }] as const) {
    assertEquals((lineOf({ kind: "agent", event }, state)?.length ?? 0) < 400, true);
  }
});

Deno.test("a preview shows every verify whole", () => {
  const verify = Array.from({ length: 90 }, (_, at) => `test-number-${at}`).join(" && ");
  const plan = { requirements: [], tasks: [item("a", { verify: [verify] })] };
  assertStringIncludes(screen([started(), { ...planned(), plan }, PREVIEW]), verify);
});

Deno.test("a report is words in every format: nothing that a model says is markup of its page, and nothing is loaded", () => {
  const evil = "<script>alert(1)</script> & `rm <b>` **bold** [x](javascript:1) \u001b[2J\u202egnp.c\u2028d";
  const state = stateOf([started(evil), planned(item("a", { title: evil }))]);
  const shown = (["html", "text"] as const).map((format) => rendered(reportOf([], state), format));
  const [html] = shown;
  assertEquals(/(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}]/u.test(shown.join("")), false);
  assertEquals(/<script|<b>|https?:|\ssrc=|<link|\son\w+=/.test(html ?? ""), false, html);
  assertStringIncludes(
    html ?? "",
    "&#60;script&#62;alert(1)&#60;/script&#62; &#38; <code>rm &#60;b&#62;</code>",
  );
});
