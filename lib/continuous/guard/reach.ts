import { patternOf } from "../../guard/rule_table.ts";
import table from "./reach.txt" with { type: "text" };

/** A row of `reach.txt`. `does`: its first word is what it is looked up by. */
interface Row {
  names: readonly string[];
  when: RegExp | undefined;
  does: string;
}

const ROWS = table.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line): Row => {
  const [names = "", when = "", does = ""] = line.split(" | ").map((column) => column.trim());
  return { names: names.split(" "), when: when === "-" ? undefined : patternOf(when), does };
});

const named = (does: RegExp) => ROWS.filter((row) => does.test(row.does));
const namesOf = (does: RegExp) => new Set(named(does).flatMap(({ names }) => names));

/** Programs that only look, so that they may do so in any folder. */
export const READERS: ReadonlySet<string> = namesOf(/^looks$/);
/** Programs that run the command among their arguments. */
export const WRAPPERS: ReadonlySet<string> = namesOf(/^runs$/);
/** What is refused, wherever it works. `does`: as an end of "it …". */
export const REACHES: readonly Row[] = named(
  /^(?!looks$|runs$|(?:deletes|writes) (?:all|rest|roots|last|-|of))/,
);
/** What writes or deletes the files that it is told. */
export const TARGETS: readonly Row[] = named(/^(?:deletes|writes) (?:all|rest|roots|last|-|of)/);
export const IN_TABLE: ReadonlySet<string> = new Set(["git", ...namesOf(/^(?!looks$)/)]);

const SCRIPT = /^-\w*e$|^--expression$/;

/** The arguments that name what a program writes or deletes, by the rest of what its row says it does. */
export function targetsOf([which = "", ...more]: readonly string[], args: readonly string[]): string[] {
  if (which === "roots") return args.slice(0, args.findIndex((arg) => arg.startsWith("-")));
  if (!/^[a-z]{3}/.test(which)) {
    const options = [which, ...more];
    return args.flatMap((arg, at) => {
      const [, option = "", value = ""] = /^([^=]+)=(.*)$/s.exec(arg) ?? [];
      return options.includes(option) ? [value] : options.includes(args[at - 1] ?? "") ? [arg] : [];
    });
  }
  const isScript = (at: number) => SCRIPT.test(args[at - 1] ?? "");
  const given = args.filter((arg, at) => !arg.startsWith("-") && !isScript(at));
  if (which === "last") return given.slice(-1);
  return which === "rest" && !args.some((_, at) => isScript(at)) ? given.slice(1) : given;
}
