import { assertEquals } from "@std/assert";
import { VERSION } from "../../lib/contract/version.ts";

Deno.test("the program and deno.json name the same version", async () => {
  const manifest: { version: string } = JSON.parse(
    await Deno.readTextFile(new URL("../../deno.json", import.meta.url)),
  );
  assertEquals(VERSION, manifest.version);
});
