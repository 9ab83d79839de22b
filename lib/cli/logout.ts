import { forgetLogins } from "../gateway/log_in.ts";
import { locations } from "../settings/locations.ts";
import { command, UsageError } from "./command.ts";
import { needed } from "./failure.ts";
import { print } from "./output.ts";

/** `codex-auto logout`: forgets the login to a server, under whatever address it was. */
export const run = command({ name: "logout", words: 1 }, async ({ words: [name] }, world) => {
  if (name === undefined) throw new UsageError("say of which SERVER; codex-auto login lists them");
  const gone = await forgetLogins(name, needed("data", locations(world)), world);
  print(gone ? `Logged out of ${name}.\n` : `There was no login to ${name}.\n`);
});
