import { assertEquals } from "@std/assert";
import { systemWorld } from "../../lib/settings/world.ts";
import { runProgram } from "../../lib/tools/run_program.ts";
import { remaining } from "./living.ts";

function run(script: string, changes: Partial<Parameters<typeof runProgram>[0]> = {}) {
  const lines: string[] = [];
  const sign = `sign-${crypto.randomUUID()}`;
  const ended = runProgram({
    command: "/bin/sh",
    args: ["-c", script],
    env: { SIGN: sign },
    cwd: "/",
    totalMs: 20_000,
    onLine: (line) => lines.push(line),
    ...changes,
  }, systemWorld());
  return { lines, sign, ended };
}

Deno.test("a process gets its stdin, and its lines come whole, the last one without a break as well", async () => {
  const { lines, ended, sign } = run("cat; printf 'a\\nb'; echo trouble >&2; exit 3", {
    stdin: "hello\n日本\n",
  });
  assertEquals(await ended, { kind: "exit", code: 3, stderr: "trouble" });
  assertEquals(await remaining(sign), []);
  assertEquals(lines, ["hello", "日本", "a", "b"]);
});

Deno.test("a line in many pieces comes whole and is looked at once; of one without end the beginning comes", async () => {
  const { lines, ended } = run("head -c 60000000 /dev/zero | tr '\\0' a; echo; printf 'b\\n日'; printf '本'");
  assertEquals((await ended).code, 0);
  assertEquals(lines.map((line) => line.length), [8 * 1024 * 1024, 1, 2]);
  assertEquals(lines.slice(1), ["b", "日本"]);
});

// What ends such a process is not waited for, so it may outlive the test: that nothing else does is asked of the system.
const unwaited = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "a process that is silent, too slow or called off is ended with all it has started",
  unwaited,
  async () => {
    const stubborn = "trap '' TERM INT HUP; (trap '' TERM; setsid sleep 100) & sleep 100 & echo on; wait";
    const stopping = new AbortController();
    const cases = [
      { changes: { idleMs: 1000 }, kind: "idle" },
      { changes: { totalMs: 1000 }, kind: "time" },
      { changes: { signal: stopping.signal }, kind: "called-off" },
    ];
    setTimeout(() => stopping.abort(), 1000);
    await Promise.all(cases.map(async ({ changes, kind }) => {
      const { ended, sign, lines } = run(stubborn, changes);
      assertEquals((await ended).kind, kind);
      assertEquals(await remaining(sign), []);
      assertEquals(lines, ["on"]);
    }));
  },
);
