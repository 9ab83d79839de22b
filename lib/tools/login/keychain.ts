import { findProgram, type World } from "../../settings/world.ts";
import { outputOf } from "../run_program.ts";

/** ms for the keychain to answer; a person may have to unlock it as something is put into it. */
const READ_MS = 10_000;
const WRITE_MS = 60_000;
const SERVICE = "codex-auto";
/** How the keychain of a Linux desktop is reached. */
const DESKTOP = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"];

/** Arguments of keychains' programs, and the characters that they take on stdin, where secrets go in: what stands on a command line is everybody's to read. */
const CALLS = {
  darwin(key: string) {
    const named = ["-s", SERVICE, "-a", key];
    return {
      get: ["find-generic-password", ...named, "-w"],
      set: ["-i"],
      remove: ["delete-generic-password", ...named],
      input: (secret: string) => `add-generic-password -U ${named.join(" ")} -w ${secret}\n`,
      most: 4000,
    };
  },
  linux(key: string) {
    const named = ["service", SERVICE, "login", key];
    return {
      get: ["lookup", ...named],
      set: ["store", "--label", `${SERVICE} login`, ...named],
      remove: ["clear", ...named],
      input: (secret: string) => secret,
      most: 8000,
    };
  },
};

/** The operating system's keychain; undefined where there is none. */
export function openKeychain(key: string, world: World) {
  const isMac = Deno.build.os === "darwin";
  const command = isMac ? "/usr/bin/security" : findProgram("secret-tool", world);
  if (command === undefined) return undefined;
  const { get, set, remove, input, most } = CALLS[isMac ? "darwin" : "linux"](key);
  const env = Object.fromEntries(DESKTOP.map((name) => [name, world.env(name) ?? ""]).filter(([, is]) => is));
  const call = (args: string[], totalMs: number, stdin = "") =>
    outputOf({ command, args, env, cwd: "/", totalMs, stdin }, world);
  const read = async () => {
    const text = (await call(get, READ_MS))?.trim();
    return text ? atob(text) : undefined;
  };
  return {
    get: read,
    /** Whether it is kept, and can be had again. In base64, since a program may take a text for something else. */
    async set(secret: string): Promise<boolean> {
      const text = input(btoa(secret));
      return text.length < most && await call(set, WRITE_MS, text) !== undefined && await read() === secret;
    },
    remove: () => call(remove, READ_MS),
  };
}
