import { rendered, type Report } from "../continuous/report/render.ts";
import { findProgram } from "../settings/find_program.ts";
import { inTime } from "../settings/in_time.ts";
import { locations } from "../settings/locations.ts";
import type { World } from "../settings/world.ts";
import { writeFileAtomic } from "../settings/write_file.ts";
import { needed } from "./failure.ts";
import { print, printError } from "./output.ts";

/** What opens a file as the desktop would, the first that is there. */
const OPENERS = ["xdg-open", "open"];
/** ms that it may take to hand the file on. */
const OPEN_MS = 5000;

/** Keeps a report as one page that loads nothing, for the user alone, prints its path, and opens it where the desktop can. */
export async function openPage(name: string, report: Report, world: World): Promise<void> {
  const file = `${needed("state", locations(world))}/pages/${name}.html`;
  writeFileAtomic(file, rendered(report, "html"));
  print(`${file}\n`);
  const opener = OPENERS.map((each) => findProgram(each, world)).find((path) => path !== undefined);
  if (opener === undefined) {
    return printError(`No ${OPENERS.join(" or ")} is on PATH: open it in a browser.\n`);
  }
  const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
  await inTime(new Deno.Command(opener, { args: [file], ...streams }).output(), OPEN_MS);
}
