/** Programs and sources that are not ours, fetched from npm once and kept outside the repository. */
import { existsSync } from "node:fs";
import { makeRepo, type Repo, runProgram } from "../acceptance/harness.ts";

/** A package that carries its sources. */
const SOURCES = { name: "express", version: "5.1.0" };

/** ms for an installation from npm. */
const INSTALL_MS = 300_000;

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
  // The toolchain's cache outlives the home that a test run makes for itself.
  const cache = `${Deno.env.get("AUTO_TOOLS_TOOLCHAIN") ?? `${Deno.env.get("HOME")}/.cache/auto-tools`}/e2e`;
  const folder = `${cache}/${label}`;
  if (packages.every(({ name }) => existsSync(`${folder}/node_modules/${name}/package.json`))) return folder;
  await Deno.mkdir(cache, { recursive: true });
  const aside = await Deno.makeTempDir({ dir: cache, prefix: "install-" });
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
    if (!existsSync(folder)) throw error;
    await Deno.remove(aside, { recursive: true });
  }
  return folder;
}

let node: Promise<string> | undefined;

/** Path of node itself, which need not be in one of the system's folders. */
export const nodeProgram = (): Promise<string> => node ??= askNode();

async function askNode(): Promise<string> {
  const { code, stdout, stderr } = await runProgram("node", ["-p", "process.execPath"], {
    cwd: "/",
    env: Deno.env.toObject(),
  });
  if (code !== 0) throw new Error(`node does not say where it is: ${stderr}`);
  return stdout.trim();
}

/** A fresh git repository with the sources of a well-known project. */
export async function foreignRepo(): Promise<Repo> {
  const source = `${await installed(SOURCES)}/node_modules/${SOURCES.name}`;
  return await makeRepo(textFiles(source, ""));
}

function textFiles(root: string, below: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of Deno.readDirSync(`${root}/${below}`)) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory && entry.name !== "node_modules") Object.assign(files, textFiles(root, path));
    else if (entry.isFile) files[path] = Deno.readTextFileSync(`${root}/${path}`);
  }
  return files;
}
