import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { checkPlan } from "../../lib/continuous/plan/check.ts";
import { editInEditor, readEdited } from "../../lib/continuous/plan/edit.ts";
import { type PlanItem, planJsonSchema } from "../../lib/continuous/plan/plan.ts";
import { readAnswer } from "../../lib/continuous/runner/plan_and_review.ts";
import { newTask, type Task } from "../../lib/continuous/run/task.ts";
import { after, stateOf } from "../../lib/continuous/run/state.ts";
import { systemWorld } from "../../lib/settings/world.ts";
import { item, plan, planned, SECRET, started } from "./fixtures.ts";

async function problems(raw: unknown): Promise<string[]> {
  const checked = await checkPlan(raw, undefined, ["/tmp/mine"]);
  return checked.kind === "unsound" ? checked.problems : [];
}

const SECRET_VERIFY = `curl -fH 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789' http://x`;
const CIRCLE = plan(...["ac", "ba", "cb"].map(([id = "", on = ""]) => item(id, { depends_on: [on] })));
const MANY = plan(...Array.from({ length: 41 }, (_, at) => item(`t${at}`)));
const one = (changes: Record<string, unknown>) => ({ ...plan(), tasks: [{ ...item("a"), ...changes }] });
const UNSOUND: [name: string, raw: unknown, says: string][] = [
  ["a circle", CIRCLE, "tasks wait for each other: a, b, c"],
  [
    "a dependency on nothing",
    one({ depends_on: ["z"] }),
    "a: depends_on names z, which is no task of the plan",
  ],
  ["an id used twice", plan(item("a"), item("a", { title: "Other" })), "a: the task_id is used twice"],
  ["no task", plan(), "the plan has no task"],
  ["too many tasks", MANY, "41 tasks are more than 40"],
  ["nothing to verify", one({ verify: [] }), "a: verify: is empty"],
  ["a dangerous verify", one({ verify: ["git push --force && npm t"] }), '"git push --force" changes what'],
  ["a verify that writes to the user's folder", one({ verify: ["touch /tmp/mine/a"] }), "reach out"],
  ["a verify with a secret", one({ verify: [SECRET_VERIFY] }), "holds a secret"],
  ["a wrong type", one({ breakpoint: "yes" }), "a: breakpoint"],
  ["an unknown field", one({ owner: "me" }), "owner"],
  ["no plan at all", "sorry, I cannot", "what was given holds no plan"],
  ["a title without end", one({ title: "x".repeat(121) }), "a: title: has 1 to 120 characters"],
];
for (const [name, raw, says] of UNSOUND) {
  Deno.test(`a plan with ${name} is refused: ${says}`, async () =>
    assertStringIncludes((await problems(raw)).join("\n"), says));
}

Deno.test("what may be left out is filled in, and a risky task waits for a person, which its breakpoint says", async () => {
  const tasks = [
    { task_id: "one", title: " First ", verify: ["npm test"] },
    { ...item("two"), depends_on: ["one"], risk: "high" },
  ];
  const checked = await checkPlan({ tasks });
  assertEquals(checked, {
    kind: "sound",
    plan: plan(
      item("one", { title: "First", risk: "medium" }),
      item("two", { depends_on: ["one"], risk: "high", breakpoint: true }),
    ),
  });
});

Deno.test("checking never throws, and what it lets through it lets through again unchanged", async () => {
  const text = fc.oneof(
    fc.constantFrom("a", "b", "A b", "", "true", "npm test", "rm -rf x"),
    fc.string({ maxLength: 20 }),
  );
  const raw = fc.oneof(
    fc.anything({ maxDepth: 4 }),
    fc.array(
      fc.record({
        task_id: text,
        title: text,
        description: text,
        depends_on: fc.array(text, { maxLength: 3 }),
        breakpoint: fc.boolean(),
        risk: fc.constantFrom("low", "medium", "high", "extreme"),
        verify: fc.array(text, { maxLength: 3 }),
      }, { requiredKeys: ["task_id", "title"] }),
      { maxLength: 6 },
    ),
  );
  await fc.assert(
    fc.asyncProperty(raw, async (value) => {
      const checked = await checkPlan(value);
      if (checked.kind === "unsound") assert(checked.problems.length > 0);
      else assertEquals(await checkPlan(checked.plan), { kind: "sound", plan: checked.plan });
    }),
    { numRuns: 200 },
  );
});

Deno.test("a new plan keeps what is done, as it was, and may not wait for a task that it drops", async () => {
  const old = plan(item("a"), item("b"), item("c", { depends_on: ["b"] }));
  const tasks = new Map<string, Task>(["a", "b"].map((id) => [id, { ...newTask(id), status: "done" }]));
  const replaced = (...fresh: PlanItem[]) => checkPlan(plan(...fresh), { plan: old, tasks });
  const sound = await replaced(item("b", { title: "Other" }), item("d", { depends_on: ["a"] }));
  assert(sound.kind === "sound");
  assertEquals(sound.plan, plan(item("a"), item("b"), item("d", { depends_on: ["a"] })));
  const problems = ["d: depends_on names c, which is no task of the plan"];
  assertEquals(await replaced(item("d", { depends_on: ["c"] })), { kind: "unsound", problems });
});

/** A run that waits with a plan. */
const WAITING = stateOf([started(), planned(item("a"), item("b", { depends_on: ["a"] }))]);

Deno.test("an editor may remove the plan, replace it, or begin it with a mark of its encoding; what cannot be used is kept, until the run has changed, and said in few words", async () => {
  const folder = Deno.realPathSync(Deno.makeTempDirSync());
  const edit = async (script: string, state = WAITING) => {
    Deno.writeTextFileSync(`${folder}/editor`, script);
    const world = {
      ...systemWorld(),
      env: (name: string) => name === "EDITOR" ? `sh ${folder}/editor` : undefined,
    };
    const edited = await editInEditor(state, folder, world);
    if (edited.kind === "edited") return { ...edited, problems: [], file: "" };
    return { events: [], ...edited, text: Deno.readTextFileSync(edited.file ?? "") };
  };
  assertEquals((await edit('rm "$1"')).events, []);
  const marked = await edit(`sed -i 's/"Do a"/"Do it"/; 1s/^/\\xef\\xbb\\xbf/' "$1"`);
  assertEquals(marked.events.map(({ type }) => type), ["planned"]);

  const broken = await edit(`sed -i '0,/"title": "[^"]*",/s//"title": oops,/' "$1"`);
  const [, line = ""] = /line (\d+)/.exec(broken.problems.join()) ?? [];
  assertEquals("text" in broken && broken.text.split("\n")[Number(line) - 1], '      "title": oops,');
  assertEquals(await edit("true"), broken);
  const limits = { ...WAITING.budget, steps: 7 };
  const other = await edit("true", after(WAITING, [{ type: "adjusted", budget: limits }]));
  assertEquals([other.kind, other.events], ["edited", []]);

  const others = Array.from({ length: 30 }, (_, at) => `t${at}`);
  const depends_on = [`\u001b]0;x\u0007${SECRET}`, "x".repeat(5000), ...others];
  Deno.writeTextFileSync(`${folder}/plan.json`, JSON.stringify(one({ depends_on })));
  const { problems, ...kept } = await edit(`cp ${folder}/plan.json "$1"`);
  assertStringIncludes(problems[0] ?? "", "a: depends_on names ");
  assertEquals(problems.at(-1), "and 22 more");
  const said = problems.join("\n") + ("text" in kept ? kept.text : "");
  assertEquals([problems.join().includes("\u001b"), said.includes(SECRET.slice(4, 20))], [false, false]);
  assert(problems.join().length < 4000);
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("a plan of any depth is refused in few words, whether a model or a person has written it", async () => {
  const deep = "[".repeat(60_000) + "]".repeat(60_000);
  const text = `{"requirements": [], "tasks": [{"task_id": "a", "description": ${deep}}]}`;
  for (const refused of [await checkPlan(readAnswer(text)), await readEdited(text, WAITING)]) {
    assert(refused.kind === "unsound");
    assertEquals(refused.problems.join("").length < 1000, true);
  }
});

Deno.test("an answer of any size and shape is judged in few words, and ends nothing", async () => {
  const chain = (count: number) =>
    Array.from({ length: count }, (_, at) => item(`t${at}`, { depends_on: at > 0 ? [`t${at - 1}`] : [] }))
      .reverse();
  const many = Array.from({ length: 300_000 }, (_, at) => `t${at}`);
  for (const tasks of [chain(20_000), [item("a", { depends_on: many })], [item("a", { verify: many })]]) {
    const checked = await checkPlan({ requirements: [], tasks });
    assert(checked.kind === "unsound");
    assertEquals(checked.problems.length, 1);
  }
  assertEquals(readAnswer('Here:\n```json \n{"a": 1}\n```\nand more'), { a: 1 });
});

Deno.test("the planner's schema is strict: every field required, nothing else allowed", () => {
  const schema = JSON.stringify(planJsonSchema());
  assertEquals(schema.match(/"additionalProperties":false|"default"/g)?.length, 2);
  assertStringIncludes(
    schema,
    '"required":["task_id","title","description","depends_on","breakpoint","risk","changes_tests","verify"]',
  );
});
