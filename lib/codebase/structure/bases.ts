import { afterBalanced } from "./balanced.ts";
import type { Language } from "../files/languages.ts";

const HERITAGE_WORDS = /\b(?:extends|implements|with|on)\b/;
const STOP_WORDS = /\b(?:where|permits)\b[^]*$/;
const ACCESS = /^(?:(?:public|private|protected|virtual|override|open)\s+)+/;

/** Superclasses and interfaces in what follows a type's name, up to its body; the last part of each name. */
export function basesOf(afterName: string, language: Language): string[] {
  const header = afterName.startsWith("<") ? afterBalanced(afterName, "<", ">") : afterName;
  switch (language) {
    case "python":
      return header.startsWith("(")
        ? names(header.slice(1, -1 - afterBalanced(header, "(", ")").length))
        : [];
    case "ruby":
      return names(/^\s*<\s*([\w:]+)/.exec(header)?.[1] ?? "");
    case "cpp":
    case "c":
    case "objc":
    case "csharp":
    case "kotlin":
    case "swift":
    case "rust":
      return names(afterColon(header));
    default: {
      const from = header.search(HERITAGE_WORDS);
      return from === -1 ? [] : names(header.slice(from).split(HERITAGE_WORDS).join(","));
    }
  }
}

/** What stands behind the first single colon outside brackets: a primary constructor has colons of its own. */
function afterColon(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if ("(<[".includes(char)) depth++;
    else if (")>]".includes(char)) depth--;
    else if (char === ":" && depth === 0) {
      if (text[at + 1] === ":") at++;
      else return text.slice(at + 1);
    }
  }
  return "";
}

function names(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let item = "";
  const take = () => {
    const name = item.trim().replace(ACCESS, "");
    const last = name.includes("=") ? "" : /^[\w$.:\\]+/.exec(name)?.[0].split(/[.:\\]+/).pop() ?? "";
    if (/^[A-Za-z_$]/.test(last) && !found.includes(last)) found.push(last);
    item = "";
  };
  for (const char of list.replace(STOP_WORDS, "")) {
    if ("(<[{".includes(char)) depth++;
    if ((char === "," || char === "+" || char === "&") && depth === 0) take();
    else if (depth === 0) item += char;
    if (")>]}".includes(char)) depth--;
  }
  take();
  return found;
}
