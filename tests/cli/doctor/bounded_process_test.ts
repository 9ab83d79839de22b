import { assert, assertEquals, assertMatch } from "@std/assert";
import { runBounded } from "../../../lib/cli/doctor/bounded_process.ts";

const PATIENT_MS = 20_000;

Deno.test("a process that ends tells its code and both streams, and got its input", async () => {
  const outcome = await runBounded("/bin/sh", {
    args: ["-c", "cat; echo oops >&2; exit 3"],
    stdin: "hello",
    timeoutMs: PATIENT_MS,
  });
  assert(outcome.kind === "ended");
  assertEquals([outcome.code, outcome.stdout, outcome.stderr], [3, "hello", "oops\n"]);
});

Deno.test("a process that does not read a long input is judged by its answer", async () => {
  const outcome = await runBounded("/bin/sh", {
    args: ["-c", "echo done"],
    stdin: "x".repeat(1_000_000),
    timeoutMs: PATIENT_MS,
  });
  assert(outcome.kind === "ended");
  assertEquals(outcome.stdout, "done\n");
});

Deno.test("a process that prints without end is ended, and nobody waits for its time or keeps what it prints", async () => {
  for (const script of ["exec yes", "exec yes >&2", "(yes; true) & wait"]) {
    const outcome = await runBounded("/bin/sh", { args: ["-c", script], timeoutMs: PATIENT_MS * 10 });
    assertEquals(outcome.kind, "too much", script);
  }
});

Deno.test("a program that is missing is an answer, not an exception", async () => {
  const outcome = await runBounded("/nowhere/program", { timeoutMs: PATIENT_MS });
  assert(outcome.kind === "not started");
  assertMatch(outcome.reason, /nowhere/);
});

Deno.test("a process that does not end is given up in time, whatever it ignores", async () => {
  const began = performance.now();
  const outcome = await runBounded("/bin/sh", {
    args: ["-c", "trap '' TERM; sleep 5 & wait"],
    timeoutMs: 300,
  });
  assertEquals(outcome.kind, "too late");
  assert(performance.now() - began < PATIENT_MS);
});
