import { assertEquals } from "@std/assert";
import { repoRelative } from "../../lib/tools/mcp_findings.ts";

Deno.test("paths inside the root become relative to it", () => {
  const inside: [string, string][] = [
    ["src/a.ts", "src/a.ts"],
    ["./src//a.ts", "src/a.ts"],
    ["src/x/../a.ts", "src/a.ts"],
    ["/repo/src/a.ts", "src/a.ts"],
    ["file:///repo/src/a%20b.ts", "src/a b.ts"],
    ["文档/说明.md", "文档/说明.md"],
  ];
  for (const [named, expected] of inside) assertEquals(repoRelative(named, "/repo"), expected, named);
});

Deno.test("paths outside the root and what is no path are left out", () => {
  const outside = [
    "../a.ts",
    "src/../../a.ts",
    "/repository/a.ts",
    "/etc/passwd",
    "/repo/../etc/passwd",
    "/repo",
    ".",
    "",
    "https://example.com/a.ts",
    "file:///etc/passwd",
    "file:///repo/%2e%2e/etc/passwd",
    "file:///repo/%ff",
    "src/a\n.ts",
    "src/\u0000a.ts",
    "a/".repeat(600),
  ];
  for (const named of outside) assertEquals(repoRelative(named, "/repo"), undefined, named);
});

Deno.test("below a root of / every absolute path is inside", () => {
  assertEquals(repoRelative("/etc/hosts", "/"), "etc/hosts");
});
