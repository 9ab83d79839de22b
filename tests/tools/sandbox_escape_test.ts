/** CONTRACT 1.6, from inside: a sandbox as `startSandbox` makes it, with code in it that wants out. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { reachOf, startSandbox } from "../../lib/tools/sandbox.ts";
import type { Attempt } from "./escape.ts";
import { gitProgram } from "../../lib/guard/git/git.ts";

const ENTRY = new URL("./escape.ts", import.meta.url);
const CANARY = "outsideCanary";

interface Place {
  base: string;
  root: string;
  cache: string;
  outside: string;
  git: string;
  port: number;
  attempt(way: Attempt["way"], a?: string, b?: string): Promise<string>;
}

async function inside(act: (place: Place) => Promise<void>): Promise<void> {
  const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "escape-" }));
  const [root, cache, outside] = [`${base}/root`, `${base}/cache`, `${base}/outside`];
  for (const folder of [root, `${root}/.git`, cache, outside]) Deno.mkdirSync(folder);
  Deno.writeTextFileSync(`${root}/a.ts`, "export const a = 1;\n");
  Deno.writeTextFileSync(`${outside}/secret.ts`, `export const escaped = "${CANARY}";\n`);
  Deno.symlinkSync(`${outside}/secret.ts`, `${root}/link.ts`);
  Deno.symlinkSync(outside, `${root}/folder`);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const socket = Deno.listen({ transport: "unix", path: `${root}/socket` });
  let reached = 0;
  const counting = [listener, socket].map(async (each: Deno.Listener) => {
    for await (const connection of each) {
      reached++;
      connection.close();
    }
  });
  const git = gitProgram() ?? "";
  const worker = startSandbox(ENTRY, reachOf({ root, gitDir: `${root}/.git`, cacheDir: cache, git }));
  const attempt = (way: Attempt["way"], a = "", b = "") =>
    new Promise<string>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
      worker.postMessage({ way, a, b });
    });
  try {
    await act({ base, root, cache, outside, git, port: listener.addr.port, attempt });
    assertEquals(reached, 0);
  } finally {
    worker.terminate();
    listener.close();
    socket.close();
    await Promise.all(counting);
    Deno.removeSync(base, { recursive: true });
  }
}

Deno.test("from inside: what the sandbox is for works", () =>
  inside(async ({ root, cache, git, attempt }) => {
    assertEquals(await attempt("read", `${root}/a.ts`), "GOT export const a = 1;\n");
    assertEquals(await attempt("write", `${cache}/note`), "GOT undefined");
    assertEquals(await attempt("open a database", `${cache}/index.db`), "GOT undefined");
    assertEquals(await attempt("spawn", git), "GOT 1");
  }));

type Ways = Attempt["way"][];

/** What the runtime does not permit: each way, with each of these. */
const REFUSED: Record<string, (place: Place) => [ways: Ways, a?: string[], b?: string][]> = {
  "nothing outside the root is read, by no function": ({ base, root, outside }) => [[
    ["read", "read by node", "open", "list", "stat", "real path"],
    [
      "/etc/passwd",
      "/proc/self/environ",
      "/proc/self/mem",
      "/proc/1/environ",
      "/dev/tty",
      `${outside}/secret.ts`,
      `${root}/../outside/secret.ts`,
      base,
      "/",
    ],
  ]],
  "nothing is written, made, moved, linked or removed but in the cache": ({ root, cache, outside }) => [
    [["write", "append", "remove", "change a mode"], [
      `${root}/a.ts`,
      `${root}/.git/config`,
      `${outside}/secret.ts`,
      "/etc/hosts",
    ]],
    [["make a folder"], [`${root}/new`]],
    [["temporary file"]],
    [["rename", "copy", "link", "symlink"], [`${outside}/secret.ts`], `${cache}/taken`],
    [["rename", "copy", "link", "symlink"], [`${cache}/note`], `${root}/put`],
  ],
  "SQLite is no way out": ({ outside }) => [[["open a database"], [`${outside}/new.db`]]],
  "no program but git, and the shell that bounds it, is started": ({ base, root, git }) => [
    [["spawn", "spawn by node"], [`${base}/codex`, "/usr/bin/env", Deno.execPath(), `${root}/git`]],
    [["git with a library"], [git], `${root}/evil.so`],
  ],
  "nobody is connected to, nothing is listened on, no name is looked up": ({ root, port }) => [
    [["connect", "fetch", "listen", "look up a name"], [String(port)]],
    [["connect to a socket"], [`${root}/socket`]],
  ],
  "no environment, no word of the system, no signal, no library": ({ root }) => [
    [["environment"], ["PATH", "HOME", "ANTHROPIC_API_KEY"]],
    [["whole environment", "system", "system by node", "user"]],
    [["signal"], [String(Deno.pid)]],
    [["foreign library", "native module"], [`${root}/evil.node`]],
  ],
  "no Worker with more, no permission for the asking": ({ outside }) => [
    [["wider worker", "inherit nothing, ask for all", "ask the user"], [outside]],
  ],
};

for (const [what, attempts] of Object.entries(REFUSED)) {
  Deno.test(`from inside: ${what}`, () =>
    inside(async (place) => {
      for (const program of [`${place.root}/git`, `${place.root}/evil.node`, `${place.base}/codex`]) {
        Deno.copyFileSync("/bin/true", program);
      }
      const before = [place.root, place.outside].map(files);
      for (const [ways, first = [""], second] of attempts(place)) {
        for (const a of first) {
          for (const way of ways) {
            const answer = await place.attempt(way, a, second);
            assert(
              /^(NotCapable|PermissionDenied|NotSupported)\b|access to|not authorized/i.test(answer),
              `${way} ${a}: ${answer}`,
            );
          }
        }
      }
      assertEquals([place.root, place.outside].map(files), before);
    }));
}

/** What stands in a folder, and how long it is. */
function files(folder: string): string[] {
  return Array.from(
    Deno.readDirSync(folder),
    ({ name }) => `${name} ${Deno.lstatSync(`${folder}/${name}`).size}`,
  ).sort();
}

Deno.test("from inside: what the runtime would do by itself is refused as well: links that lead out, SQLite's ways, modules from elsewhere", () =>
  inside(async ({ root, cache, outside, port, attempt }) => {
    const attempts: [Attempt["way"], string, string][] = [
      ...["link.ts", "folder/secret.ts", "../outside/secret.ts"].map((path) =>
        ["guarded read", root, path] as [Attempt["way"], string, string]
      ),
      ["attach a database", `${cache}/index.db`, `${outside}/new.db`],
      ["vacuum into", `${cache}/index.db`, `${outside}/new.db`],
      ["load an extension", `${cache}/index.db`, `${outside}/new.db`],
      ["import a file", `${outside}/secret.ts`, ""],
      ["import from afar", String(port), ""],
    ];
    for (const [way, a, b] of attempts) {
      const answer = await attempt(way, a, b);
      assert(!answer.startsWith("GOT") && !answer.includes(CANARY), `${way} ${b}: ${answer}`);
    }
    assertEquals(files(outside).length, 1);
    // Node's own word for it. Somebody does listen there, and would have counted the connection.
    assertMatch(await attempt("connect by node", String(port)), /NotCapable|ECONNREFUSED/);
  }));

Deno.test("of all that the sandbox loads, only what runs git, and what the sandbox may not run, starts a program", async () => {
  const { stdout } = await new Deno.Command(
    new URL("../../config/toolchain/run_deno.sh", import.meta.url).pathname,
    { args: ["info", "--json", new URL("../../lib/tools/sandbox_worker.ts", import.meta.url).pathname] },
  ).output();
  const graph: { modules: { specifier: string }[] } = JSON.parse(new TextDecoder().decode(stdout));
  const own = graph.modules.map(({ specifier }) => specifier).filter((each) => /\/lib\/.*\.ts$/.test(each));
  assert(own.length > 50, `${own.length} modules`);
  const starting = own.filter((each) =>
    /Deno\.Command|child_process|Deno\.dlopen/.test(Deno.readTextFileSync(new URL(each)))
  );
  assertEquals(starting.map((each) => each.replace(/.*\/lib\//, "")).sort(), [
    "guard/git/git.ts",
    "guard/git/strays.ts",
  ]);
});
