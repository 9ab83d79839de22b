/** One command of a shell text: its words with the quotes taken off, and whether it stands in a loop. */
export interface SimpleCommand {
  words: string[];
  inLoop: boolean;
}

/** Words after which another command begins. */
const KEYWORDS = new Set(["do", "then", "else", "elif", "if", "while", "until", "!", "{", "(", "coproc"]);
/** Texts in texts that are followed; deeper ones are nobody's honest work. */
const MAX_DEPTH = 6;

/**
 * The commands of a shell text, those inside `$(…)`, backticks and quoted scripts of other shells as well. An approximation on the careful side: it
 * expands nothing, and what it cannot read it takes for words.
 */
export function simpleCommands(text: string, depth = 0): SimpleCommand[] {
  if (depth > MAX_DEPTH) return [];
  const { commands, inner } = split(text);
  const loops = commands.some(([first]) => first === "for" || first === "while" || first === "until");
  const own = commands.map(withoutKeywords).filter((words) => words.length > 0);
  return [
    ...own.map((words) => ({ words, inLoop: loops })),
    ...inner.flatMap((each) => simpleCommands(each, depth + 1)),
    ...own.flatMap((words) => scriptsIn(words).flatMap((each) => simpleCommands(each, depth + 1))),
  ];
}

function withoutKeywords(words: string[]): string[] {
  let at = 0;
  while (at < words.length && (KEYWORDS.has(words[at] ?? "") || /^[A-Za-z_]\w*=/.test(words[at] ?? ""))) at++;
  return words.slice(at);
}

/** Texts that a command runs as a script of its own: `bash -lc TEXT`, `env -S TEXT`, `eval TEXT`, `ssh HOST TEXT`. */
function scriptsIn(words: readonly string[]): string[] {
  const head = baseName(words[0] ?? "");
  if (/^(?:ba|da|z|k|a)?sh$/.test(head)) {
    const at = words.findIndex((word, index) => index > 0 && /^-[A-Za-z]*c[A-Za-z]*$/.test(word));
    // Other options may stand between the one that announces it and the script.
    const script = at < 0 ? undefined : words.slice(at + 1).find((word) => !/^[-+]/.test(word));
    return script === undefined ? [] : [script];
  }
  if (head === "env") {
    const at = words.findIndex((word) => word === "-S" || word === "--split-string");
    return at < 0 ? [] : [words.slice(at + 1).join(" ")];
  }
  if (head === "eval") return [words.slice(1).join(" ")];
  if (head === "ssh" || head === "su") return words.slice(1).filter((word) => /\s/.test(word));
  return [];
}

export function baseName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

function split(text: string): { commands: string[][]; inner: string[] } {
  const commands: string[][] = [];
  const inner: string[] = [];
  let words: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\\") {
      // A line that goes on in the next is one line.
      if (text[at + 1] !== "\n") word = (word ?? "") + (text[at + 1] ?? "");
      at++;
    } else if (char === "'") {
      const end = endOf(text, at + 1, "'");
      word = (word ?? "") + text.slice(at + 1, end);
      at = end;
    } else if (char === '"') {
      const end = endOf(text, at + 1, '"');
      const quoted = text.slice(at + 1, end);
      inner.push(...substitutions(quoted));
      word = (word ?? "") + quoted.replace(/\\(["\\$`])/g, "$1");
      at = end;
    } else if (char === "`") {
      const end = endOf(text, at + 1, "`");
      inner.push(text.slice(at + 1, end));
      word = (word ?? "") + "`";
      at = end;
    } else if (char === "$" && text[at + 1] === "(") {
      const end = closing(text, at + 2);
      inner.push(text.slice(at + 2, end));
      word = (word ?? "") + "$()";
      at = end;
    } else if (char === "#" && word === undefined) {
      while (at + 1 < text.length && text[at + 1] !== "\n") at++;
    } else if (
      ";|\n(){}".includes(char) && !(char === "{" && word !== undefined) &&
      !(char === "}" && word !== undefined)
    ) {
      endCommand();
    } else if (char === "&" && text[at - 1] !== ">" && text[at + 1] !== ">") endCommand();
    else if (/\s/.test(char)) endWord();
    else word = (word ?? "") + char;
  }
  endCommand();
  return { commands, inner };
}

/** `$(…)` and backticks inside double quotes. */
function substitutions(quoted: string): string[] {
  const found: string[] = [];
  for (let at = quoted.indexOf("$("); at >= 0; at = quoted.indexOf("$(", at + 2)) {
    found.push(quoted.slice(at + 2, closing(quoted, at + 2)));
  }
  for (const match of quoted.matchAll(/(?<!\\)`([^`]*)`/g)) found.push(match[1] ?? "");
  return found;
}

function endOf(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\" && quote !== "'") at++;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

function closing(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") open++;
    else if (text[at] === ")" && --open === 0) return at;
  }
  return text.length;
}
