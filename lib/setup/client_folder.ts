import type { World } from "../settings/world.ts";
import { SetupError } from "./setup_error.ts";

/** A client's own folder: what its variable says, else the name below HOME. Throws `SetupError` where neither is an absolute path. */
export function clientFolder(world: World, variable: string, name: string): string {
  const value = world.env(variable);
  if (value !== undefined) return absolute(variable, value);
  const home = world.env("HOME");
  if (home === undefined) {
    throw new SetupError("HOME", `is not set; set it or ${variable} and run this again`);
  }
  return `${absolute("HOME", home)}/${name}`;
}

function absolute(variable: string, value: string): string {
  if (!value.startsWith("/")) {
    throw new SetupError(variable, `must be an absolute path, but is "${value.slice(0, 200)}"`);
  }
  return value.replace(/(?<=.)\/+$/, "").replace(/^\/$/, "");
}
