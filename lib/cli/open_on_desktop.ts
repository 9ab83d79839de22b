import { findProgram, type World } from "../settings/world.ts";

/** Opens an address or a file where there is a screen, and says whether there is; a browser of the terminal would take the terminal. */
export function openOnDesktop(target: string, world: World): boolean {
  const isMac = Deno.build.os === "darwin";
  const isDesktop = isMac || (world.env("DISPLAY") ?? world.env("WAYLAND_DISPLAY")) !== undefined;
  const program = isDesktop ? findProgram(isMac ? "open" : "xdg-open", world) : undefined;
  if (program === undefined) return false;
  // It outlives us.
  const script = '"$0" "$1" </dev/null >/dev/null 2>&1 &';
  return new Deno.Command("/bin/sh", { args: ["-c", script, program, target], stdin: "null" }).outputSync()
    .success;
}
