import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parse } from "smol-toml";
import { CODEX_FORMAT } from "../../../lib/setup/gateway/codex_format.ts";
import { SetupError } from "../../../lib/setup/setup_error.ts";

const CONFIG = `model = "m"

# about a
# more about a
[mcp_servers.a] # a
command = "x"
env_vars = ["A_VAR", "XDG_CONFIG_HOME"]

[mcp_servers.a.env]
K = """
[mcp_servers.no]
"""

# not about b

[mcp_servers."b c"]
url = "https://example.test"
bearer_token_env_var = "B_TOKEN"
env_http_headers = { X = "B_HEADER" }
[tui]
`;

Deno.test("a server goes with its tables and the comments right above it, and nothing else goes", () => {
  assertEquals(
    CODEX_FORMAT.without(CONFIG, ["a"], "f"),
    CONFIG.slice(0, CONFIG.indexOf("# about a")) + CONFIG.slice(CONFIG.indexOf('[mcp_servers."b c"]')),
  );
  assertEquals(
    CODEX_FORMAT.only(CONFIG, ["b c"], "f"),
    CONFIG.slice(CONFIG.indexOf('[mcp_servers."b c"]'), CONFIG.indexOf("[tui]")),
  );
});

Deno.test("the gateway stands in a fence in the place of the first, with the variables that servers need", () => {
  const text = CODEX_FORMAT.withGateway(CONFIG, '/opt/"it"', ["a", "b c"], "f");
  assertStringIncludes(text, `model = "m"\n\n# >>> auto-tools gateway`);
  assertStringIncludes(text, `# <<< auto-tools gateway <<<\n\n# about a\n`);
  const { command, args, env_vars, default_tools_approval_mode } = JSON.parse(
    JSON.stringify(Reflect.get(Object(parse(text)["mcp_servers"]), "auto-tools")),
  );
  assertEquals([command, args, default_tools_approval_mode], ['/opt/"it"', ["mcp"], "approve"]);
  assertEquals(env_vars.filter((name: string) => /^[AB]_/.test(name)), ["A_VAR", "B_HEADER", "B_TOKEN"]);
  assertEquals(env_vars.filter((name: string) => name === "XDG_CONFIG_HOME").length, 1);
});

Deno.test("the fence is taken out whole, also after a person has written into it or the client has dropped it", () => {
  const fenced = CODEX_FORMAT.withGateway(CONFIG, "/p", [], "f");
  const out = (text: string) => CODEX_FORMAT.withServers(text, "", { order: [], instead: true }, "f");
  assertEquals(out(fenced).trimEnd(), CONFIG.trimEnd());
  assertEquals(out(fenced.replace(/^#.*auto-tools gateway.*\n/gm, "")).trimEnd(), CONFIG.trimEnd());
  const inside = fenced.replace("# <<<", "[mine]\nx = 1\n# <<<");
  assertEquals(out(inside).trimEnd(), `${CONFIG}\n[mine]\nx = 1`);
});

Deno.test("a server that is not written as a table of its own is told apart", () => {
  const fixed = (text: string) =>
    CODEX_FORMAT.servers(text, "f").map(({ name, fixed }) => [name, fixed !== undefined]);
  assertEquals(fixed('mcp_servers = { a = { command = "x" } }'), [["a", true]]);
  assertEquals(fixed('mcp_servers.a.command = "x"\n[mcp_servers.b]\ncommand = "y"\n'), [["a", true], [
    "b",
    false,
  ]]);
  assertEquals(fixed('[mcp_servers]\na = { command = "x" }\n[mcp_servers.b]\ncommand = "y"\n'), [
    ["a", true],
    ["b", false],
  ]);
});

Deno.test("a text that is no TOML is an error with its line", () => {
  const error = assertThrows(() => CODEX_FORMAT.servers("a = 1\nb = = 2\n", "/home/config.toml"), SetupError);
  assertStringIncludes(error.message, "/home/config.toml:2: not valid TOML");
});

Deno.test("servers in one value are named with its line and what to write instead: nothing can be added to them", () => {
  const text = 'model = "m"\nmcp_servers = { a = { command = "x" } }\n';
  const error = assertThrows(() => CODEX_FORMAT.withGateway(text, "/p", [], "/home/config.toml"), SetupError);
  assertStringIncludes(error.message, "/home/config.toml:2: mcp_servers is one value");
  assertStringIncludes(error.message, "[mcp_servers.NAME]");
});

Deno.test("values below secret keys are masked in every form", () => {
  const masked = CODEX_FORMAT.masked(
    `[mcp_servers.a]\nenv = { A = "se cret", B = 'other' }\n[mcp_servers.b.http_headers]\n"X-Key" = """th\nird"""\n[mcp_servers.c]\nenv.D = "fourth"\nargs = ["shown"]\n`,
    "f",
  );
  assertEquals(
    masked,
    `[mcp_servers.a]\nenv = { A = "<redacted>", B = "<redacted>" }\n[mcp_servers.b.http_headers]\n"X-Key" = "<redacted>"\n[mcp_servers.c]\nenv.D = "<redacted>"\nargs = ["shown"]\n`,
  );
});
