import { attempt } from "./attempt.ts";
import type { World } from "./world.ts";

/** The absolute path of a program on PATH; undefined where there is none. Relative folders of PATH are passed over. */
export function findProgram(name: string, world: World): string | undefined {
  const folders = (world.env("PATH") ?? "").split(":").filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => `${folder}/${name}`).find(isProgram);
}

/** Whether a path leads to a file that someone may execute. */
export function isProgram(path: string): boolean {
  // What is missing, unreadable or not a path at all cannot be started.
  const info = attempt(() => Deno.statSync(path));
  return info?.isFile === true && ((info.mode ?? 0) & 0o111) !== 0;
}
