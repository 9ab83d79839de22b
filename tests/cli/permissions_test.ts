/** What the main thread may still do while a command runs: seen from inside, by a module that was loaded before the program. */
import { assertEquals } from "@std/assert";

const ROOT = new URL("../../", import.meta.url).pathname;
const PROMPT = "read write run env";

/** Each command, with how it is called so that it ends by itself. */
const COMMANDS: [args: string[], kept: string][] = [
  [["hook"], PROMPT],
  [["context", "--help"], PROMPT],
  [["loop", "--help"], PROMPT],
  [["--dry-run", "ping"], PROMPT],
  [["trust", "--help"], PROMPT],
  [["doctor", "--help"], PROMPT],
  [["index", "--help"], `${PROMPT} sys`],
  [["setup", "--help"], PROMPT],
  [["continuous", "--help"], PROMPT],
  [["why", "--help"], "read run env"],
  [["why", "--open", "--help"], PROMPT],
  [["files", "--help"], "read write env"],
  [["tool", "ci_search"], "read env"],
  [["mcp", "--help"], `${PROMPT} net`],
  // Its stdin is at its end, and no server is configured: it has given the network back, and ended.
  [["mcp"], PROMPT],
  [["login", "--help"], `${PROMPT} net`],
  [["login"], PROMPT],
  [["logout", "--help"], PROMPT],
  [["webhook"], "env net"],
  [["allow", "--help"], PROMPT],
  [["help"], "env"],
  [["--version"], "env"],
  [["redact"], ""],
];

for (const [args, kept] of COMMANDS) {
  Deno.test(`codex-auto ${args.join(" ")} keeps ${kept === "" ? "no permission" : kept}`, async () => {
    const allowed = ["read", "write", "run", "env", "sys", "net"].map((name) => `--allow-${name}`);
    const { stderr } = await new Deno.Command(`${ROOT}config/toolchain/run_deno.sh`, {
      args: [
        "run",
        "--no-check",
        "--no-prompt",
        "--unstable-worker-options",
        "--preload",
        `${ROOT}tests/cli/say_permissions.ts`,
        ...allowed,
        `${ROOT}main.ts`,
        ...args,
      ],
      cwd: ROOT,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    const said = /^kept: ?(.*)$/m.exec(new TextDecoder().decode(stderr))?.[1];
    assertEquals(said, kept, new TextDecoder().decode(stderr));
  });
}
