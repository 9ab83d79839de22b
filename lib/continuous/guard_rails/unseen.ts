import { baseName } from "./words.ts";

/** Programs whose output comes from elsewhere. */
const FETCHERS = new Set(["curl", "wget", "aria2c", "http", "https", "xh", "nc", "ncat", "socat", "lynx"]);
/** Programs that print what nobody can read before. */
const DECODERS = new Set(["base64", "base32", "basenc", "xxd", "openssl", "gpg", "uudecode", "rev"]);

/** Why the output of commands should not be run unseen, as an end of "it …". */
export function whyUnseen(commands: readonly (readonly string[])[]): string | undefined {
  const heads = commands.map(([head = ""]) => baseName(head));
  if (heads.some((head) => FETCHERS.has(head))) return "runs a program from the network unseen";
  if (heads.some((head) => DECODERS.has(head))) return "runs a program that cannot be read before";
  return undefined;
}
