/** `why --open` and `status --open`: one page each that loads nothing, for the user alone. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { hookOf, SHOP } from "./context_runs.ts";
import { runBinary, setting, textOf, until } from "./harness.ts";

Deno.test("pages show what prompts were given, as words and never as markup, and are opened where a desktop can", async () => {
  await using at = await setting(SHOP);
  await hookOf(at, { prompt: "where is retryDelay <script>alert(1)</script> computed?" });
  for (const command of ["why", "status"]) {
    const { code, stdout } = await runBinary([command, "--open"], at);
    assertEquals(code, 0);
    const page = Deno.readTextFileSync(stdout.trim());
    assertStringIncludes(page, "default-src 'none'");
    assertStringIncludes(page, "<code>src/retry.ts");
    assert(!/<script|<img|<link|src=/.test(page), page);
    assertEquals(Deno.statSync(stdout.trim()).mode! & 0o777, 0o600);
  }
  at.home.install("xdg-open", `#!/bin/sh\necho "$1" >'${at.home.path}/opened'\n`);
  const { stdout } = await runBinary(["why", "--open"], { ...at, env: { DISPLAY: ":0" } });
  await until(() => textOf(`${at.home.path}/opened`) === stdout, "the page is opened");
});
