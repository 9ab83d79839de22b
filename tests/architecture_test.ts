/**
 * The rooms of the house and the direction between them, read from the import graph as the compiler sees it (dynamic imports and type imports
 * included). Everything stands on `contract`, `settings` and `guard`; a prompt goes down cli → clients → kernel → tools → codebase.
 */
import { assertEquals, assertNotEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);

/** What each room may import besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  settings: ["contract"],
  guard: ["contract", "settings"],
  context_files: ["contract", "settings", "guard"],
  setup: ["contract", "settings", "guard"],
  codebase: ["contract", "settings", "guard"],
  tools: ["contract", "settings", "guard", "codebase"],
  gateway: ["contract", "settings", "guard", "context_files", "tools"],
  kernel: ["contract", "settings", "guard", "context_files", "tools"],
  clients: ["contract", "settings", "guard", "kernel"],
  continuous: ["contract", "settings", "guard", "kernel", "clients"],
  cli: [
    "contract",
    "settings",
    "guard",
    "kernel",
    "clients",
    "context_files",
    "setup",
    "continuous",
    "gateway",
  ],
};

/** Single files that reach further, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  // Builds and refreshes the index in the background: no prompt is involved, so no tool is.
  "lib/cli/index/build.ts": ["codebase"],
  "lib/cli/index/status.ts": ["codebase"],
  // The words of a prompt are read in one way, for the gate and for the search, and the index knows which are the repository's.
  "lib/kernel/intent/intent.ts": ["codebase"],
  "lib/kernel/query.ts": ["codebase"],
  "lib/kernel/orchestrate.ts": ["codebase"],
  // What a run starts ends with it, as a tool's program does with its call.
  "lib/continuous/executor/agents.ts": ["tools"],
  "lib/continuous/notify/notify.ts": ["tools"],
  "lib/continuous/runner/verify.ts": ["tools"],
  // One bash grammar, for indexed files and for the commands of a run.
  "lib/continuous/guard/shell_commands.ts": ["codebase"],
  // One lock of the operating system, for runs as for indexes.
  "lib/continuous/store/runs.ts": ["codebase"],
};

/** Packages that shipped code may import. Tests may import `@std/assert` as well. */
const PACKAGES = [
  "@cfworker/json-schema",
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/server",
  "@modelcontextprotocol/server/stdio",
  "@repomix/tree-sitter-wasms/package.json",
  "@tree-sitter-grammars/tree-sitter-kotlin/package.json",
  "@vscode/tree-sitter-wasm/package.json",
  "js-yaml",
  "jsonc-parser",
  "json-p3",
  "re2js",
  "smol-toml",
  "string-width",
  "web-tree-sitter",
  "zod",
];

interface Import {
  from: string;
  /** Path from the root for our own files, else the specifier as written. */
  to: string;
  /** Whether it is loaded together with the file, and not later, or for its types alone. */
  atOnce: boolean;
}

interface GraphDependency {
  specifier: string;
  code?: { specifier?: string };
  type?: { specifier?: string };
  isDynamic?: boolean;
}

interface Graph {
  modules: { specifier: string; dependencies?: GraphDependency[] }[];
}

async function sources(dir: URL): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(dir)) {
    if (entry.isDirectory) found.push(...await sources(new URL(`${entry.name}/`, dir)));
    else if (entry.name.endsWith(".ts")) found.push(new URL(entry.name, dir).href.slice(ROOT.href.length));
  }
  return found.sort();
}

const FILES = ["main.ts", ...await sources(new URL("lib/", ROOT))];
const IMPORTS = await importGraph();

async function importGraph(): Promise<Import[]> {
  const all = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(all, FILES.map((file) => `import "${ROOT.href}${file}";`).join("\n"));
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--no-config", "--no-lock", "--no-npm", "--no-remote", all],
    stderr: "null",
  }).output();
  await Deno.remove(all);
  if (!success) throw new Error("deno info failed");
  const graph: Graph = JSON.parse(new TextDecoder().decode(stdout));
  const ours = (specifier: string): string | undefined =>
    specifier.startsWith(ROOT.href) ? specifier.slice(ROOT.href.length) : undefined;
  return graph.modules.flatMap(({ specifier, dependencies = [] }) => {
    const from = ours(specifier);
    if (from === undefined) return [];
    return dependencies.map((each) => {
      const target = each.code?.specifier ?? each.type?.specifier;
      return {
        from,
        to: (target && ours(target)) ?? each.specifier,
        atOnce: each.code !== undefined && each.isDynamic !== true,
      };
    });
  });
}

const roomOf = (path: string): string | undefined => /^lib\/([^/]+)\//.exec(path)?.[1];
const isOurs = (path: string): boolean => path === "main.ts" || path.startsWith("lib/");

Deno.test("the import graph is read whole", () => {
  assertNotEquals(IMPORTS.filter(({ atOnce }) => !atOnce), []);
  assertNotEquals(IMPORTS.filter(({ to }) => to === "zod"), []);
  const rooms = [...new Set(FILES.map(roomOf))].filter((room) => room !== undefined);
  assertEquals(rooms.filter((room) => MAY_IMPORT[room] === undefined), []);
});

Deno.test("imports go downwards only: no adapter and no command reaches a tool but through the kernel", () => {
  const wrong = IMPORTS.filter(({ from, to }) => {
    const room = roomOf(from);
    const target = roomOf(to);
    if (room === undefined || target === undefined || room === target) return false;
    return !MAY_IMPORT[room]?.includes(target) && !EXCEPTIONS[from]?.includes(target);
  });
  assertEquals(wrong.map(({ from, to }) => `${from} imports ${to}`), []);
});

Deno.test("no room imports the entry point, and the entry point imports commands only", () => {
  assertEquals(IMPORTS.filter(({ to }) => to === "main.ts"), []);
  const reached = IMPORTS.filter(({ from, to }) => from === "main.ts" && isOurs(to)).map(({ to }) =>
    roomOf(to)
  );
  assertEquals(
    [...new Set(reached)].filter((room) => room !== "cli" && room !== "contract" && room !== "settings"),
    [],
  );
});

Deno.test("an exception that is no longer needed is no longer made", () => {
  const needed = Object.entries(EXCEPTIONS).map(([file, rooms]) =>
    rooms.every((room) => IMPORTS.some(({ from, to }) => from === file && roomOf(to) === room))
  );
  assertEquals(needed, needed.map(() => true));
});

Deno.test("no file imports itself through others", () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of IMPORTS) if (isOurs(to)) next.set(from, [...next.get(from) ?? [], to]);
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].join(" → "));
    if (at >= 0 || done.has(file)) return;
    for (const each of next.get(file) ?? []) visit(each, [...path, file]);
    done.add(file);
  };
  for (const file of FILES) visit(file, []);
  assertEquals(circles, []);
});

Deno.test("shipped code imports the packages that were chosen, and the runtime's own", () => {
  // The schema of a configuration stands beside the configuration that is shipped.
  const foreign = IMPORTS.filter(({ to }) =>
    !isOurs(to) && !to.startsWith("node:") && !to.startsWith("config/")
  );
  assertEquals([...new Set(foreign.map(({ to }) => to))].filter((name) => !PACKAGES.includes(name)), []);
});

Deno.test("no import is computed: each can be read", async () => {
  const computed: string[] = [];
  for (const file of FILES) {
    const code = (await Deno.readTextFile(new URL(file, ROOT))).replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
    if (/\bimport\s*\(\s*[^"\s]/.test(code)) computed.push(file);
  }
  assertEquals(computed, []);
});

Deno.test("what loads before the gate has decided needs no package", () => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { from, to, atOnce } of IMPORTS) if (from === file && atOnce && isOurs(to)) load(to);
  };
  load("main.ts");
  load("lib/cli/hook.ts");
  const packages = IMPORTS.filter(({ from, to, atOnce }) =>
    loaded.has(from) && atOnce && !isOurs(to) && !to.startsWith("node:")
  );
  assertEquals(packages.map(({ from, to }) => `${from} imports ${to}`), []);
});
