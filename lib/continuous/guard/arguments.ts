/** What stands before a script of `sed` and its like. */
const SCRIPT = /^-\w*e$|^--expression$/;
/** A mode that takes rights away. */
const MODE = /^-[rwxXst]{1,3}$/;
/** Words that a list in braces stands for at most. */
const MAX_BRACES = 50;

/** Words with the options apart from their values, but for values that look like one, and what braces stand for. */
export function split(words: readonly string[]): string[] {
  return words.flatMap(unbraced).flatMap((word) => {
    const [, option = "", value = ""] = /^(--[\w-]+)=(?!-)(.*)$/s.exec(word) ?? [];
    return option === "" ? [word] : [option, value];
  });
}

/** A word of more than can be read stands for all there is. */
function unbraced(word: string): string[] {
  const found = [word];
  for (let at = 0; at < found.length;) {
    const text = found[at] ?? "";
    const list = text.match(/\{[^{}]*\}/g)?.find((each) => each.includes(","));
    if (list === undefined) at++;
    else if (found.length > MAX_BRACES) return [...found, "/"];
    else found.splice(at, 1, ...list.slice(1, -1).split(",").map((each) => text.replace(list, () => each)));
  }
  return found;
}

/** The arguments that name what a program writes or deletes, by the rest of what its row says it does. */
export function targetsOf([which = "", ...more]: readonly string[], args: readonly string[]): string[] {
  if (which === "roots") {
    const places = args.slice(args.findIndex((arg) => !/^-[HLPD]$|^-O\d$/.test(arg)));
    const end = places.findIndex((arg) => /^[-(!]/.test(arg));
    return end === 0 ? ["."] : places.slice(0, end < 0 ? undefined : end);
  }
  if (!/^[a-z]{3}/.test(which)) {
    return args.flatMap((arg, at) =>
      [which, ...more].flatMap((option) => valueOfOption(option, arg, args[at + 1] ?? ""))
    );
  }
  const isScript = (at: number) => SCRIPT.test(args[at - 1] ?? "");
  const given = args.filter((arg, at) => !arg.startsWith("-") && !isScript(at));
  if (which === "last") return given.slice(-1);
  const isFirstApart = which === "rest" && !args.some((arg, at) => isScript(at) || MODE.test(arg));
  return isFirstApart ? given.slice(1) : given;
}

/** What an option is given: `of=FILE`, `--output FILE`, `-o FILE`, `-fsSo FILE`, `-oFILE`. */
function valueOfOption(option: string, arg: string, next: string): string[] {
  if (arg.startsWith(`${option}=`)) return [arg.slice(option.length + 1)];
  const [sign, letter = ""] = option;
  if (arg === option || option.length === 2 && /^-[A-Za-z]+$/.test(arg) && arg.endsWith(letter)) {
    return [next];
  }
  return option.length === 2 && sign === "-" && arg.startsWith(option) ? [arg.slice(2)] : [];
}

const PATCHED = /^[\s\x85]*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)/;

/** The files that a patch for `apply_patch` changes, which does not mind blanks around its lines. */
export const patchedBy = (text: string) =>
  text.split("\n").flatMap((line) => PATCHED.exec(line)?.[1]?.trim() ?? []);
