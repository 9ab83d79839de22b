import { assert, assertEquals } from "@std/assert";
import { callsIn } from "../../../lib/codebase/structure/written_calls.ts";

function named(...code: string[]): string[] {
  return callsIn(code).map(({ name, receiver, line }) =>
    `${receiver === undefined ? "" : `${receiver}.`}${name}:${line}`
  );
}

Deno.test("a name with a parenthesis is a call, with what it is called on; words of the language are none", () => {
  assertEquals(named("if (a) {", "  open(b.read(), C::d::<E>(1));", "}"), ["open:2", "b.read:2", "C.d:2"]);
});

Deno.test("Rust's attributes call nothing, on one line or on several", () => {
  assertEquals(
    named(
      "#![cfg(unix)]",
      "#[derive(Clone)] #[cfg(any(a, b))] struct Shop(open());",
      "#[cfg_attr(",
      "    test,",
      "    derive(Debug),",
      ")]",
      "fn sell() { list[0](a); }",
    ),
    ["Shop:2", "open:2", "sell:7"],
  );
});

Deno.test("a line of brackets costs linear time", () => {
  const line = `${"#[".repeat(900)}] a(b)`;
  const started = performance.now();
  assertEquals(callsIn(Array<string>(2000).fill(line)).length, 2000);
  assert(performance.now() - started < 5000);
});
