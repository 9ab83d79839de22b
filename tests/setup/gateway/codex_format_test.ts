import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parse } from "smol-toml";
import { CODEX_FORMAT } from "../../../lib/setup/gateway/codex_format.ts";
import { sameValue, serversIn, valuesOf } from "../../../lib/setup/gateway/server_format.ts";
import { SetupError } from "../../../lib/setup/setup_error.ts";
import { holds } from "../../fixtures/property.ts";
import { FILES, TestHome } from "./home.ts";
import { CODEX_CONFIG } from "./written_configs.ts";

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
    CODEX_FORMAT.without(CONFIG, ["a"]),
    CONFIG.slice(0, CONFIG.indexOf("# about a")) + CONFIG.slice(CONFIG.indexOf('[mcp_servers."b c"]')),
  );
  assertEquals(
    CODEX_FORMAT.only(CONFIG, ["b c"]),
    CONFIG.slice(CONFIG.indexOf('[mcp_servers."b c"]'), CONFIG.indexOf("[tui]")),
  );
});

Deno.test("the gateway is the last server, with the variables that servers need, and goes with what is said of it", () => {
  const moved = serversIn(CODEX_FORMAT, CONFIG, "f");
  const text = CODEX_FORMAT.withServers(CONFIG, CODEX_FORMAT.gateway('/opt/"it"', moved), "f");
  assertStringIncludes(text, `${CONFIG}\n# "codex-auto setup gateway --undo --codex" takes this out`);
  const { command, args, env_vars, default_tools_approval_mode } = JSON.parse(
    JSON.stringify(Reflect.get(Object(parse(text)["mcp_servers"]), "auto-tools")),
  );
  assertEquals([command, args, default_tools_approval_mode], ['/opt/"it"', ["mcp"], "approve"]);
  assertEquals(env_vars.filter((name: string) => /^[AB]_/.test(name)), ["A_VAR", "B_HEADER", "B_TOKEN"]);
  assertEquals(env_vars.filter((name: string) => name === "XDG_CONFIG_HOME").length, 1);
  assertEquals(CODEX_FORMAT.without(text, ["auto-tools"]).trimEnd(), CONFIG.trimEnd());
});

Deno.test("what looks like a header in a text or a list of several lines is none", () => {
  const text =
    `[mcp_servers.a]\nargs = [\n  [1],\n  ["x"]\n]\nk = '''\n[mcp_servers.b]\n# '''\n[mcp_servers.c]\nd = 1\n`;
  assertEquals(CODEX_FORMAT.without(text, ["a", "b"]), "[mcp_servers.c]\nd = 1\n");
});

Deno.test("a text that is no TOML is an error with its line", () => {
  const error = assertThrows(() => valuesOf(CODEX_FORMAT, "a = 1\nb = = 2\n", "/config.toml"), SetupError);
  assertStringIncludes(error.message, "/config.toml:2: not valid TOML");
});

Deno.test("servers in one value are named with what to write instead: nothing can be added to them", () => {
  const text = 'model = "m"\nmcp_servers = { a = { command = "x" } }\n';
  const add = () => CODEX_FORMAT.withServers(text, CODEX_FORMAT.gateway("/p", []), "/home/config.toml");
  const error = assertThrows(add, SetupError);
  assertStringIncludes(error.message, "/home/config.toml: mcp_servers is one value");
  assertStringIncludes(error.message, "[mcp_servers.NAME]");
});

Deno.test("however a configuration is written: each server is in one place after a move, and back with its comments after an edit", () => {
  const cases = fc.record({ text: CODEX_CONFIG, drop: fc.boolean() });
  const file = FILES.codex;
  // Parsing TOML takes milliseconds; a hundred cases would take half a minute.
  holds(
    fc.property(cases, ({ text, drop }) => {
      using home = new TestHome();
      home.write(file, text);
      const all = home.servers("codex");
      assertEquals(home.move("codex").moved, Object.keys(all));
      const { "auto-tools": gateway, ...left } = home.servers("codex");
      assert(gateway !== undefined);
      const moving = home.servers("codex", ".config/auto-tools/gateway/codex/servers.toml");
      assert(sameValue({ ...left, ...moving }, all));

      const edited = CODEX_FORMAT.withServers(home.read(file), '[mcp_servers.added]\ncommand = "new"\n', "f");
      home.write(file, drop ? CODEX_FORMAT.without(edited, ["auto-tools"]) : edited);
      home.undo("codex");
      const { added, ...back } = home.servers("codex");
      assert(sameValue([back, added], [all, { command: "new" }]));
      for (const comment of ["mine", 'with "quotes", { and [']) {
        const count = (of: string) => of.split(comment).length;
        assert(count(home.read(file)) >= count(text), `a comment was lost:\n${home.read(file)}`);
      }
    }),
    40,
  );
});
