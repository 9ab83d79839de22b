/** CONTRACT 1.6, from inside: a sandbox as `startSandbox` makes it, with code in it that wants out. */
import { assert, assertEquals } from "@std/assert";
import { reachOf, startSandbox } from "../../lib/tools/sandbox.ts";
import type { Attempt } from "../fixtures/sandbox/escape.ts";
import { gitProgram } from "../../lib/guard/git/git.ts";

const ENTRY = new URL("../fixtures/sandbox/escape.ts", import.meta.url);
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

/** The runtime's own word for what it does not permit. */
function assertRefused(answer: string, what: string): void {
  assert(
    /^(NotCapable|PermissionDenied|NotSupported)\b|access to|not authorized/i.test(answer),
    `${what}: ${answer}`,
  );
}

Deno.test("from inside: what the sandbox is for works", () =>
  inside(async ({ root, cache, git, attempt }) => {
    assertEquals(await attempt("read", `${root}/a.ts`), "GOT export const a = 1;\n");
    assertEquals(await attempt("write", `${cache}/note`), "GOT undefined");
    assertEquals(await attempt("open a database", `${cache}/index.db`), "GOT undefined");
    assertEquals(await attempt("spawn", git), "GOT 1");
  }));

Deno.test("from inside: nothing outside the root is read, by no function", () =>
  inside(async ({ base, root, outside, attempt }) => {
    const paths = [
      "/etc/passwd",
      "/proc/self/environ",
      "/proc/self/mem",
      "/proc/1/environ",
      "/dev/tty",
      `${outside}/secret.ts`,
      `${root}/../outside/secret.ts`,
      base,
      "/",
    ];
    for (const path of paths) {
      for (const way of ["read", "read by node", "open", "list", "stat", "real path"] as const) {
        assertRefused(await attempt(way, path), `${way} ${path}`);
      }
    }
  }));

Deno.test("from inside: a link that leads out is refused by the guard, which the runtime would follow", () =>
  inside(async ({ root, attempt }) => {
    for (const path of ["link.ts", "folder/secret.ts", "../outside/secret.ts"]) {
      const answer = await attempt("guarded read", root, path);
      assert(!answer.startsWith("GOT"), answer);
      assert(!answer.includes(CANARY));
    }
  }));

Deno.test("from inside: nothing is written, made, moved, linked or removed but in the cache", () =>
  inside(async ({ root, cache, outside, attempt }) => {
    for (const path of [`${root}/a.ts`, `${root}/.git/config`, `${outside}/secret.ts`, "/etc/hosts"]) {
      for (const way of ["write", "append", "remove", "change a mode"] as const) {
        assertRefused(await attempt(way, path), `${way} ${path}`);
      }
    }
    assertRefused(await attempt("make a folder", `${root}/new`), "make a folder");
    assertRefused(await attempt("temporary file"), "temporary file");
    for (const way of ["rename", "copy", "link", "symlink"] as const) {
      assertRefused(await attempt(way, `${outside}/secret.ts`, `${cache}/taken`), `${way} in`);
      assertRefused(await attempt(way, `${cache}/note`, `${root}/put`), `${way} out`);
    }
    assertEquals(Deno.readTextFileSync(`${root}/a.ts`), "export const a = 1;\n");
    assertEquals([...Deno.readDirSync(root)].length, 5);
  }));

Deno.test("from inside: SQLite is no way out, by path, ATTACH, VACUUM INTO or an extension", () =>
  inside(async ({ cache, outside, attempt }) => {
    assertRefused(await attempt("open a database", `${outside}/new.db`), "open");
    for (const way of ["attach a database", "vacuum into", "load an extension"] as const) {
      const answer = await attempt(way, `${cache}/index.db`, `${outside}/new.db`);
      assert(!answer.startsWith("GOT"), `${way}: ${answer}`);
    }
    assertEquals([...Deno.readDirSync(outside)].map(({ name }) => name), ["secret.ts"]);
  }));

Deno.test("from inside: no program but git, and the shell that bounds it, is started", () =>
  inside(async ({ base, root, git, attempt }) => {
    Deno.copyFileSync("/bin/true", `${root}/git`);
    Deno.copyFileSync("/bin/true", `${base}/codex`);
    for (
      const program of [`${base}/codex`, "/usr/bin/env", Deno.execPath(), `${root}/git`]
    ) {
      for (const way of ["spawn", "spawn by node"] as const) {
        assertRefused(await attempt(way, program), `${way} ${program}`);
      }
    }
    Deno.removeSync(`${root}/git`);
    assertRefused(await attempt("git with a library", git, `${root}/evil.so`), "LD_PRELOAD");
  }));

Deno.test("from inside: nobody is connected to, nothing is listened on, no name is looked up", () =>
  inside(async ({ port, root, attempt }) => {
    for (const way of ["connect", "fetch", "listen", "look up a name"] as const) {
      assertRefused(await attempt(way, String(port)), way);
    }
    // Node's own word for it. Somebody does listen there, and would have counted the connection.
    const byNode = await attempt("connect by node", String(port));
    assert(/NotCapable|ECONNREFUSED/.test(byNode), byNode);
    assertRefused(await attempt("connect to a socket", `${root}/socket`), "socket");
  }));

Deno.test("from inside: no environment, no word of the system, no signal, no library", () =>
  inside(async ({ root, attempt }) => {
    for (const name of ["PATH", "HOME", "ANTHROPIC_API_KEY"]) {
      assertRefused(await attempt("environment", name), name);
    }
    for (const way of ["whole environment", "system", "system by node", "user"] as const) {
      assertRefused(await attempt(way), way);
    }
    assertRefused(await attempt("signal", String(Deno.pid)), "signal");
    Deno.copyFileSync("/bin/true", `${root}/evil.node`);
    for (const way of ["foreign library", "native module"] as const) {
      assertRefused(await attempt(way, `${root}/evil.node`), way);
    }
    Deno.removeSync(`${root}/evil.node`);
  }));

Deno.test("from inside: no module from elsewhere, no Worker with more, no permission for the asking", () =>
  inside(async ({ port, outside, attempt }) => {
    for (
      const [way, a] of [["import a file", `${outside}/secret.ts`], [
        "import from afar",
        String(port),
      ]] as const
    ) {
      const answer = await attempt(way, a);
      assert(!answer.startsWith("GOT") && !answer.includes(CANARY), `${way}: ${answer}`);
    }
    for (const way of ["wider worker", "inherit nothing, ask for all", "ask the user"] as const) {
      assertRefused(await attempt(way, outside), way);
    }
  }));

Deno.test("of all that the sandbox loads, only what runs git, and what the sandbox may not run, starts a program", async () => {
  const { stdout } = await new Deno.Command(
    new URL("../../config/toolchain/run_deno.sh", import.meta.url).pathname,
    {
      args: ["info", "--json", new URL("../../lib/tools/sandbox_worker.ts", import.meta.url).pathname],
    },
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
