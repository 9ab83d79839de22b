import { rendered, type Report } from "../continuous/report/render.ts";
import { locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import { needed } from "./failure.ts";
import { openOnDesktop } from "./open_on_desktop.ts";
import { print, printError } from "./output.ts";

/** Keeps a report as one page that loads nothing, for the user alone, prints its path, and opens it where the desktop can. */
export function openPage(name: string, report: Report, world: World): void {
  const file = `${needed("state", locations(world))}/pages/${name}.html`;
  writeFileAtomic(file, rendered(report, "html"));
  print(`${file}\n`);
  if (!openOnDesktop(file, world)) printError("There is no desktop to open it on; open it in a browser.\n");
}
