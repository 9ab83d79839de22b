/** Real clients and a repository that is not ours, fetched from npm once and kept outside the repository. */
import { makeRepo, type Repo, runProgram } from "../acceptance/harness.ts";

/** Whether these tests were asked for: they need npm, a few hundred megabytes and minutes. */
export const E2E = Deno.env.get("AUTO_TOOLS_E2E") === "1";

/** The client versions these tests were written against. */
const CLAUDE_CODE = { name: "@anthropic-ai/claude-code", version: "2.1.330" };
/** A package that carries its sources. */
const SOURCES = { name: "express", version: "5.1.0" };

/** ms for an installation from npm. */
const INSTALL_MS = 300_000;

/** `AUTO_TOOLS_TOOLCHAIN` is the cache that outlives the home a test run makes for itself. */
function cacheFolder(): string {
  const toolchain = Deno.env.get("AUTO_TOOLS_TOOLCHAIN");
  if (toolchain) return `${toolchain}/e2e`;
  return `${Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME") ?? "/tmp"}/.cache`}/auto-tools/e2e`;
}

/** A package of npm, in one version. */
export interface NpmPackage {
  name: string;
  version: string;
}

/** The folder that holds `node_modules` with an npm package. */
export async function installed({ name, version }: NpmPackage): Promise<string> {
  return await installedTogether(`${name.replaceAll("/", "+")}-${version}`, [{ name, version }]);
}

/**
 * Installs npm packages, without running their scripts, and returns the folder that holds `node_modules`. Installed aside and moved
 * into place, so that runs side by side cannot mix.
 *
 * @param label names the folder; other packages or versions need another.
 */
export async function installedTogether(label: string, packages: readonly NpmPackage[]): Promise<string> {
  const folder = `${cacheFolder()}/${label}`;
  const there = await Promise.all(
    packages.map(({ name }) => exists(`${folder}/node_modules/${name}/package.json`)),
  );
  if (there.every(Boolean)) return folder;
  await Deno.mkdir(cacheFolder(), { recursive: true });
  const aside = await Deno.makeTempDir({ dir: cacheFolder(), prefix: "install-" });
  await Deno.writeTextFile(`${aside}/package.json`, `{"private": true}\n`);
  const wanted = packages.map(({ name, version }) => `${name}@${version}`);
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...wanted];
  const result = await runProgram("npm", args, {
    cwd: aside,
    env: Deno.env.toObject(),
    timeoutMs: INSTALL_MS * packages.length,
  });
  if (result.code !== 0) throw new Error(`npm install ${wanted.join(" ")} failed:\n${result.stderr}`);
  try {
    await Deno.rename(aside, folder);
  } catch (error) {
    // Another run was first.
    if (!(await exists(folder))) throw error;
    await Deno.remove(aside, { recursive: true });
  }
  return folder;
}

/** Path of node itself, which need not be in one of the system's folders. */
export async function nodeProgram(): Promise<string> {
  const { code, stdout, stderr } = await runProgram("node", ["-p", "process.execPath"], {
    cwd: "/",
    env: Deno.env.toObject(),
  });
  if (code !== 0) throw new Error(`node does not say where it is: ${stderr}`);
  return stdout.trim();
}

/** Path of the real Claude Code: the native program that its package brings for this machine. */
export async function claudeCode(): Promise<string> {
  const scope = `${await installed(CLAUDE_CODE)}/node_modules/@anthropic-ai`;
  for await (const { name } of Deno.readDir(scope)) {
    const program = `${scope}/${name}/claude`;
    if (name.startsWith("claude-code-") && await exists(program)) return program;
  }
  throw new Error(`${CLAUDE_CODE.name}@${CLAUDE_CODE.version} brought no program for this machine`);
}

/** A fresh git repository with the sources of a well-known project. */
export async function foreignRepo(): Promise<Repo> {
  const source = `${await installed(SOURCES)}/node_modules/${SOURCES.name}`;
  return await makeRepo(await textFiles(source, ""));
}

async function textFiles(root: string, below: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const entry of Deno.readDir(`${root}/${below}`)) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory && entry.name !== "node_modules") Object.assign(files, await textFiles(root, path));
    else if (entry.isFile) files[path] = await Deno.readTextFile(`${root}/${path}`);
  }
  return files;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
