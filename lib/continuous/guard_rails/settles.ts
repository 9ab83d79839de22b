import type { Parameters } from "./parameters.ts";

/** Commands that give the parameters they name what nobody knows. */
const READERS = new Set(["read", "mapfile", "readarray", "getopts", "let"]);

/** Does to a shell's parameters what one of its own commands does. */
export function settles([name = "", ...args]: readonly string[], parameters: Parameters): void {
  const named = args.filter((word) => /^[A-Za-z_]\w*$/.test(word));
  const dashes = args.indexOf("--");
  if (name === "set" && dashes >= 0) parameters.setArguments(args.slice(dashes + 1));
  else if (name === "set" && args.length > 0 && !/^[-+]/.test(args[0] ?? "")) parameters.setArguments(args);
  else if (name === "shift") parameters.shift(Number(args[0] ?? "1") || 0);
  else if (name === "unset") { for (const each of named) parameters.set(each, ""); }
  else if (name === "for" || name === "select") parameters.set(args[0] ?? "", undefined);
  else if (name === "printf" && args[0] === "-v") parameters.set(args[1] ?? "", undefined);
  else if (READERS.has(name)) { for (const each of named) parameters.set(each, undefined); }
}
