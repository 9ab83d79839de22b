import { rendered, type Report } from "../continuous/report/render.ts";
import { locations } from "../settings/locations.ts";
import { findProgram, type World } from "../settings/world.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import { needed } from "./failure.ts";
import { print, printError } from "./output.ts";

/** Keeps a report as one page that loads nothing, for the user alone, prints its path, and opens it where the desktop can. */
export function openPage(name: string, report: Report, world: World): void {
  const file = `${needed("state", locations(world))}/pages/${name}.html`;
  writeFileAtomic(file, rendered(report, "html"));
  print(`${file}\n`);
  if (!openOnDesktop(file, world)) printError("There is no desktop to open it on; open it in a browser.\n");
}

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
