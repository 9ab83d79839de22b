/** A run played against a world of chance: whatever happens, what holds always holds. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { type PlanItem, workOrder } from "../../lib/continuous/plan/plan.ts";
import type { Check, Decision, PauseKind, RunEvent, StepEnded } from "../../lib/continuous/run/event.ts";
import { budgetSchema, MINUTE_MS } from "../../lib/continuous/run/event.ts";
import { type Action, decide, decisionEvents, reopenEvents } from "../../lib/continuous/run/decide.ts";
import { after, doneTasks, type RunState, stateOf } from "../../lib/continuous/run/state.ts";
import { item, planned, started, stepBegun, stepEnded } from "./fixtures.ts";

/** A run under test, and what a test makes of each action. */
class Played {
  events: RunEvent[] = [started()];
  state: RunState = stateOf(this.events);
  pauses: PauseKind[] = [];
  tree = 0;

  append(...events: RunEvent[]): void {
    this.state = after(this.state, events);
    this.events.push(...events);
  }

  plan(...tasks: PlanItem[]): void {
    this.append({ ...planned(...tasks), reason: this.state.plan ? "replanned" : "first" });
  }

  step(item: PlanItem, ended: Partial<StepEnded> = {}): void {
    const step = this.state.lastStep + 1;
    this.append(
      ...stepBegun(step, item.task_id),
      ...stepEnded(step, item.task_id, {
        checks: [check("make test", ended.passed ? 0 : 1)],
        tokens: 10,
        ms: 10,
        tree: String(this.tree),
        ...ended,
      }),
    );
  }

  red(task_id: string, code: number): void {
    const action = this.next(false);
    assert(action.do === "red" && action.task.task_id === task_id);
    this.append({ type: "red", task_id, checks: [check("npm test", code)], ms: 1 });
  }

  /** Acts until something else than writing down, looking what fails before a task, or a commit is to be done. */
  next(looks = true, atWork: Pick<ReadonlySet<number>, "has"> = new Set()): Action {
    for (let rounds = 0; rounds < 100; rounds++) {
      const action = decide(this.state, atWork);
      if (action.do === "record") {
        assert(action.events.length > 0);
        this.append(...action.events);
      } else if (action.do === "red" && looks) {
        const { task_id } = action.task;
        this.append({ type: "red", task_id, checks: [check("make test", 1)], ms: 1 });
      } else if (action.do === "commit") {
        const { head = "", tree = "" } = this.state.baseline ?? {};
        this.append({ type: "committed", step: action.step, task_id: action.task_id, head, tree });
      } else return action;
    }
    throw new Error("It writes down without end");
  }

  decide(decision: Decision): void {
    this.append(...decisionEvents(this.state, decision, "person"));
  }

  /** Goes on to the next question, with `work` for each step. */
  toPause(
    work: (item: PlanItem, times: number) => Partial<StepEnded>,
  ): { kind: PauseKind; why: string; next: string } {
    for (let times = 1; times < 200; times++) {
      const action = this.next();
      if (action.do === "ask") return action.pause;
      if (action.do === "step") this.step(action.task, work(action.task, times));
      else if (action.do === "check") this.append({ type: "checked", checks: [], passed: true, ms: 1 });
      else if (action.do === "plan") throw new Error(`A plan: ${action.why}`);
      else throw new Error("The end");
    }
    throw new Error("No pause");
  }
}

const TAMPERED = { kind: "tampered", task_id: "a", why: "it changed a test", next: "look" } as const;
const ENDS = ["broke", "provider", "stopped", "called-off"] as const;

function check(command: string, code: number): Check {
  return { command, code, ms: 1, timed_out: false, tail: "" };
}

function accepted(...tasks: PlanItem[]): Played {
  const run = new Played();
  assertEquals(run.next().do, "plan");
  run.plan(...tasks);
  const preview = run.next();
  assert(preview.do === "ask" && preview.pause.kind === "preview");
  run.decide("continue");
  run.append({ type: "baseline", head: "h", tree: "0", why: "start" });
  return run;
}

Deno.test("a commit, an amend or a test that passes now is progress, though no file differs", () => {
  const commits = accepted(item("a"));
  assert(commits.next().do === "step");
  for (let at = 0; at < 3; at++) {
    commits.step(item("a"), { head: `h${at}` });
    commits.next();
  }
  assertEquals([commits.state.idle, commits.state.pause?.kind], [0, undefined]);
  const tests = accepted(item("a", { verify: ["x", "y"] }));
  tests.next();
  tests.step(item("a"), { checks: [check("x", 1), check("y", 1)] });
  tests.next();
  tests.step(item("a"), { checks: [check("x", 0), check("y", 1)] });
  assertEquals(tests.state.idle, 0);
});

Deno.test("a task that fails is retried twice, then planned anew, and then a person is asked", () => {
  const run = accepted(item("a"));
  let trees = 0;
  for (let plans = 0; plans <= 2; plans++) {
    let action = run.next();
    for (let attempt = 1; attempt <= 3; attempt++) {
      assert(action.do === "step");
      run.step(item("a"), { tree: String(trees++) });
      action = run.next();
    }
    if (plans < 2) {
      assert(action.do === "plan");
      assertStringIncludes(action.why, "a failed 3 times: did not pass: make test");
      run.plan(item("a", { changes_tests: true }));
      assertEquals(run.state.plan?.tasks[0]?.changes_tests, false);
    } else {
      assert(action.do === "ask" && action.pause.kind === "failed");
      assertStringIncludes(action.pause.why, "is not done after 3 attempts: make test ended with 1");
    }
  }
});

Deno.test("steps that change nothing stall, whatever the model says", () => {
  const { kind, why, next } = accepted(item("a")).toPause(() => ({}));
  assertEquals(kind, "stalled");
  assertStringIncludes(why, "3 steps in a row changed no file, made no commit and changed no test result");
  assertStringIncludes(why, "whatever the model says, make test ended with 1");
  assertStringIncludes(next, "edit the plan");
});

Deno.test("with review = gate a review that misses something waits: a yes ends the run, a retry has a new plan made, and there is nothing to skip", () => {
  for (const [decision, then] of [["continue", "end"], ["retry", "plan"], ["skip", "ask"]] as const) {
    const run = accepted(item("a"));
    Object.assign(run.state, { review: "gate" });
    assert(run.next().do === "step");
    run.step(item("a"), { passed: true, tree: "1" });
    // What a person changes then is checked once more.
    for (const tree of ["1", "2"]) {
      run.append({ type: "baseline", head: "h", tree, why: "as a person left it" });
      assertEquals(run.next().do, "check");
      run.append({ type: "checked", checks: [], passed: true, ms: 1 });
    }
    assertEquals(run.next().do, "review");
    const verdicts = [{ requirement: "It works", met: "no" as const, why: "a.txt:1" }];
    const used = { tokens: 1, cost_usd: 0, ms: 1 };
    run.append({ type: "reviewed", outcome: "answered", verdicts, concerns: [], ...used });
    const ask = run.next();
    assert(ask.do === "ask" && ask.pause.kind === "review");
    assertStringIncludes(ask.pause.why, "does not find everything done: It works");
    run.decide(decision);
    assertEquals(run.next().do, then);
  }
});

Deno.test("a provider that fails is waited out, longer each time, and costs no step", () => {
  const run = accepted(item("a"));
  const waits: number[] = [];
  for (;;) {
    const action = run.next();
    if (action.do !== "step") break;
    waits.push(action.waitMs);
    run.step(action.task, { outcome: "provider", said: "high demand", checks: [] });
  }
  assertEquals(waits, [0, 4000, 8000, 16_000, 32_000, 60_000]);
  const { pause, steps, tasks } = run.state;
  assertEquals([pause?.kind, steps, tasks.get("a")?.attempts], ["provider", 0, 0]);
});

Deno.test("budgets of steps, time, tokens and cost end in a question, and a yes grants as much again", () => {
  const cases: [PauseKind, Partial<StepEnded>][] = [
    ["steps", {}],
    // One step may use more than several grants.
    ["time", { ms: 3 * budgetSchema.parse({}).total_minutes * MINUTE_MS }],
    ["tokens", { tokens: 3 * budgetSchema.parse({}).tokens }],
    ["cost", { cost_usd: 3 * budgetSchema.parse({}).cost_usd }],
  ];
  for (const [kind, ended] of cases) {
    const run = accepted(...Array.from({ length: 30 }, (_, at) => item(`t${at}`)));
    const pause = run.toPause((_item, times) => ({ passed: true, tree: String(times), ...ended }));
    assertEquals([pause.kind, run.state.history.length], [kind, kind === "steps" ? 20 : 1]);
    run.decide("continue");
    assertEquals(run.next().do, "step");
  }
});

Deno.test("work goes by depth, then the lower risk, then the plan's order", () => {
  const task = (task_id: string, depends_on: string[], risk: "low" | "high") =>
    item(task_id, { depends_on, risk });
  const [d, b, c] = [task("d", ["b"], "low"), task("b", ["a"], "high"), task("c", ["a"], "low")];
  const order = workOrder([d, b, c, task("a", [], "high"), task("e", [], "low")]);
  assertEquals(order, ["e", "a", "c", "b", "d"]);
});

Deno.test("a verify that passes before any work has the plan made anew, and after that proves nothing", () => {
  const run = accepted(item("a"));
  run.red("a", 0);
  for (const verify of ["npm test", "npm run check"]) {
    const action = run.next();
    assert(action.do === "plan");
    assertStringIncludes(action.why, "a: `npm test` passes already, before any work, so it proves nothing");
    run.plan(item("a", { verify: [verify] }));
  }
  run.red("a", 0);
  const step = run.next();
  assert(step.do === "step");
  run.step(item("a"), { passed: true, tree: "1", unproven: "it passed before" });
  assertEquals(run.next().do, "check");
  run.append({ type: "checked", checks: [], passed: true, ms: 1 });
  assertEquals([run.next().do, run.state.finished], ["end", "unproven"]);
});

Deno.test("what no longer passes at the end has a new plan made, and then a person is asked", () => {
  const run = accepted(item("a"));
  run.next();
  run.step(item("a"), { passed: true, tree: "1" });
  for (let plans = 0; plans <= 2; plans++) {
    assertEquals(run.next().do, "check");
    run.append({ type: "checked", checks: [check("make test", 1)], passed: false, ms: 1 });
    const action = run.next();
    if (plans < 2) {
      assert(action.do === "plan");
      assertStringIncludes(action.why, "at the end these no longer pass: make test");
      run.plan(item("a"));
    } else assert(action.do === "ask" && action.pause.kind === "regressed");
  }
});

Deno.test("while one task waits for a person the others go on, and only then the run asks", () => {
  const run = accepted(
    item("a"),
    item("b"),
    item("c", { breakpoint: true }),
    item("d", { depends_on: ["a"] }),
  );
  assert(run.next().do === "step");
  run.step(item("a"), { passed: true, tree: "1", pause: TAMPERED });
  const action = run.next();
  assert(action.do === "step" && action.task.task_id === "b");
  run.step(item("b"), { passed: true, tree: "2" });
  const ask = run.next();
  assert(ask.do === "ask" && ask.pause.kind === "tampered");
  // Other files stand there now, so its work is done again, and may change what it did.
  run.decide("continue");
  const again = run.next();
  assert(again.do === "step" && again.task.task_id === "a" && run.state.mayTamper.has("a"));
});

Deno.test("what a person accepts of a step that passed is committed without another turn", () => {
  const run = accepted(item("a"));
  assert(run.next().do === "step");
  run.step(item("a"), { passed: true, tree: "1", pause: TAMPERED });
  assert(run.next().do === "ask");
  run.decide("continue");
  assertEquals([run.next().do, run.state.tasks.get("a")?.status], ["check", "done"]);
});

Deno.test("an answer to a breakpoint holds for a plan that was edited while it was asked", () => {
  for (const [decision, status] of [["continue", "ready"], ["skip", "blocked"]] as const) {
    const waits = { breakpoint: true };
    const run = accepted(item("a", waits));
    assert(run.next(false).do === "ask");
    run.append({ ...planned(item("a", { ...waits, title: "Do it" })), reason: "edited" });
    run.decide(decision);
    run.next(false);
    assertEquals(run.state.tasks.get("a")?.status, status);
  }
});

Deno.test("whatever happens: no task is worked on before those it needs, nothing is called complete that was not proven, budgets hold, and the log alone tells it all", () => {
  const plans = fc.integer({ min: 1, max: 5 }).chain((size) =>
    fc.tuple(...Array.from({ length: size }, (_, at) =>
      fc.record({
        depends_on: fc.subarray(Array.from({ length: at }, (_, n) => `t${n}`)),
        breakpoint: fc.boolean(),
        risk: fc.constantFrom("low" as const, "high" as const),
      }).map((fields) => item(`t${at}`, fields))))
  );
  const steps = fc.record({
    outcome: fc.constantFrom("worked", "worked", "worked", ...ENDS, "lost"),
    passed: fc.boolean(),
    tree: fc.nat(3).map(String),
  });
  const chances = fc.record({
    first: plans,
    second: plans,
    steps: fc.infiniteStream(steps),
    decisions: fc.array(fc.constantFrom<Decision>("continue", "retry", "skip"), { maxLength: 12 }),
    checks: fc.infiniteStream(fc.boolean()),
    parallel: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(chances, (world) => {
      const atWork = new Map<number, RunEvent[]>();
      const run = new Played();
      run.append({ type: "adjusted", budget: { ...budgetSchema.parse({}), parallel: world.parallel } });
      const decisions = [...world.decisions];
      for (let rounds = 0;; rounds++) {
        assert(rounds < 1500, "the run does not come to an end");
        const action = run.next(true, atWork);
        const isBeside = ["step", "wait", "prove"].includes(action.do);
        assert(isBeside || run.state.running.length === 0, `${action.do} beside what is at work`);
        if (action.do === "end") {
          if (run.state.finished === "complete" || decisions.shift() === undefined) break;
          run.append(...reopenEvents(run.state));
        } else if (action.do === "ask") {
          assert(action.pause.why !== "" && action.pause.next !== "");
          const decision = decisions.shift();
          if (decision === undefined) break;
          run.decide(decision);
        } else if (action.do === "plan") run.plan(...(run.state.plan ? world.second : world.first));
        else if (action.do === "check") {
          const passed = world.checks.next().value;
          run.append({ type: "checked", checks: [check("make test", passed ? 0 : 1)], passed, ms: 1 });
        } else if (action.do === "step") {
          const { task: { task_id, depends_on, breakpoint } } = action;
          const { running, steps, budget, lastStep } = run.state;
          assert(steps < budget.steps && running.length < budget.parallel);
          assert(!breakpoint || running.length === 0);
          const done = doneTasks(run.state);
          assertEquals(depends_on.filter((each) => !done.has(each)), []);
          const step = lastStep + 1;
          run.append(...stepBegun(step, task_id));
          const { outcome, passed, ...rest } = world.steps.next().value;
          if (outcome === "lost") continue;
          const isOver = { outcome: outcome as StepEnded["outcome"], passed: passed && outcome === "worked" };
          atWork.set(step, stepEnded(step, task_id, { ...rest, ...isOver }));
        } else if (action.do === "wait") {
          const [turn] = [...atWork.values()].at(world.checks.next().value ? 0 : -1) ?? [];
          assert(turn);
          run.append(turn);
        } else if (action.do === "prove") {
          const { step, task_id } = action.turn;
          const [, over] = atWork.get(step) ?? [];
          assert(over?.type === "step_ended");
          const meets = over.passed && run.state.budget.parallel > 1 && world.checks.next().value;
          // Where it was alone it met nothing.
          const before = run.state.history.findLast((each) => each.task_id === task_id);
          const conflicts = meets && !before?.conflicts ? { passed: false, conflicts: ["a.txt"] } : {};
          run.append({ ...over, ...conflicts });
          atWork.delete(step);
        }
      }
      assertEquals(stateOf(run.events), run.state);
      if (run.state.finished === "complete") {
        assertEquals([...run.state.tasks.values()].filter(({ status }) => status !== "done"), []);
        assertEquals(run.state.finalCheck?.passed, true);
      }
      for (const { task_id, status } of run.state.tasks.values()) {
        if (status === "done") {
          assert(run.state.history.some((step) => step.task_id === task_id && step.passed));
        }
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("side by side: what waits for nothing goes together, what met others' changes goes again by itself and lost no try, and the limits are everybody's", () => {
  const atWork = new Set<number>();
  const run = accepted(item("a"), item("b"), item("c"), item("d", { depends_on: ["a"] }));
  const budget = { ...budgetSchema.parse({}), parallel: 2, steps: 4 };
  run.append({ type: "adjusted", budget });
  const begins = (task_id: string) => {
    const action = run.next(true, atWork);
    assert(action.do === "step" && action.task.task_id === task_id, JSON.stringify(action));
    const step = run.state.lastStep + 1;
    run.append(...stepBegun(step, task_id));
    atWork.add(step);
  };
  const ends = (step: number, task_id: string, ended: Partial<StepEnded>) => {
    const [turn, over] = stepEnded(step, task_id, ended);
    assert(turn && over);
    run.append(turn);
    const action = run.next(true, atWork);
    assert(action.do === "prove" && action.turn.step === step);
    run.append(over);
    atWork.delete(step);
  };
  begins("a");
  begins("b");
  assertEquals(run.next(true, atWork).do, "wait");
  ends(2, "b", { passed: true, tree: "b" });
  begins("c");
  ends(1, "a", { conflicts: ["x.ts"], tree: "b" });
  // It waits for the one at work, and then nothing begins beside it.
  assertEquals(run.next(true, atWork).do, "wait");
  const { status, attempts, why } = run.state.tasks.get("a") ?? {};
  assertEquals([status, attempts, run.state.idle], ["ready", 0, 0]);
  assertStringIncludes(why ?? "", "tasks beside it have changed x.ts in the meantime");
  ends(3, "c", { passed: true, tree: "c" });
  begins("a");
  assertEquals(run.next(true, atWork).do, "wait");
  ends(4, "a", { passed: true, tree: "a" });
  const limit = run.next(true, atWork);
  assert(limit.do === "ask" && limit.pause.kind === "steps");
});

Deno.test("side by side: after a crash what had ended is proven, the rest is lost and tried again, and the events alone tell it", () => {
  const run = accepted(item("a"), item("b"), item("c"));
  run.append({ type: "adjusted", budget: { ...budgetSchema.parse({}), parallel: 3 } });
  assertEquals(run.next().do, "step");
  run.append(...["a", "b", "c"].flatMap((task_id, at) => stepBegun(at + 1, task_id)));
  const left = { head: "h", tree: "b" };
  const [turn, over] = stepEnded(2, "b", { left, passed: true, tree: "b" });
  assert(turn && over);
  run.append(turn);
  assertEquals(stateOf(run.events), run.state);
  const action = run.next();
  assert(action.do === "prove" && action.turn.left?.tree === "b");
  run.append(over);
  const again = run.next();
  assert(again.do === "step" && again.task.task_id === "a");
  const states = [...run.state.tasks.values()].map(({ status, attempts }) => `${status} ${attempts}`);
  assertEquals(states, ["ready 0", "done 1", "ready 0"]);
});
