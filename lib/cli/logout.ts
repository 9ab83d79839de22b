import { EXIT } from "../contract/error_codes.ts";
import { forgetLogins } from "../gateway/log_in.ts";
import { locations } from "../settings/locations.ts";
import { systemWorld } from "../settings/world.ts";
import { command, UsageError } from "./command.ts";
import { needed } from "./failure.ts";
import { helpOf } from "./help.ts";
import { print } from "./output.ts";

/** `codex-auto logout`: forgets the login to a server, under whatever address it was. */
export const run = command({ help: helpOf("logout"), words: 1 }, async ({ words: [name] }) => {
  if (name === undefined) throw new UsageError("say of which SERVER; codex-auto login lists them");
  const world = systemWorld();
  const gone = await forgetLogins(name, needed("data", locations(world)), world);
  print(gone ? `Logged out of ${name}.\n` : `There was no login to ${name}.\n`);
  return EXIT.ok;
});
