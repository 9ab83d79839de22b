import { looksRandom } from "./random_text.ts";
import { REDACTED, type Span } from "../span.ts";

const SECRET_MANIFEST = /\bkind:[ \t]{0,40}["']?secret\b/i;
/** The entries, of which a manifest holds a megabyte at most, below `data:`, all that stands further in. */
const DATA =
  /^([ \t]*)["']?(?:data|stringData)["']?:[ \t\r]*\n((?:\1[ \t]+[^\n]*(?:\n|$)|[ \t\r]*\n){1,20000})/gm;
/** A value with its name, or a line of one that is written as a block. */
const ENTRY = /^([ \t]+)(["']?[\w.-]{1,253}["']?:[ \t]{1,40})?(\S[^\n]*)$/gm;
/** What stands where the lines of a value follow, where there is none, or one that is too short. */
const NO_VALUE = /^(?:<redacted>|[|>{[$&*#]|.{0,3}$)/;

/** The values below `data:` and `stringData:` of Kubernetes' manifests of kind Secret. */
export function* manifests(text: string): Generator<Span> {
  if (!SECRET_MANIFEST.test(text)) return;
  let from = 0;
  for (const manifest of text.split(/^(?=---)/m)) {
    for (const { 0: block, 2: entries = "", index } of manifest.matchAll(DATA)) {
      if (!SECRET_MANIFEST.test(manifest)) break;
      const at = from + index + block.length - entries.length;
      const depth = /^[ \t]*(?=\S)/m.exec(entries)?.[0].length ?? 0;
      for (const { 0: line, 1: indent = "", 2: name, 3: value = "", index } of entries.matchAll(ENTRY)) {
        const isEntry = indent.length <= depth;
        if (isEntry ? name === undefined || NO_VALUE.test(value) : value === "<redacted>") continue;
        const end = at + index + line.length;
        yield { start: end - (isEntry ? value : line.trimStart()).length, end, kind: "kubernetes-secret" };
      }
    }
    from += manifest.length;
  }
}

/** Another string right behind one that was redacted: joined to it, or the next argument; in a diff a sign begins its line. */
const NEXT_STRING =
  /\\{0,3}(?<quote>["'`])(?<join>\s{0,40}(?:\.\.|[+.&\\])?|,)(?:\s{0,80}|[ \t]{0,4}\r?\n[+-][ \t]{0,80})[brfuL]{0,2}\\{0,3}\k<quote>(?<rest>[^\s"'`<>\\]{4,4096})(?=\\{0,3}\k<quote>)/y;
/** The rest of a word that a shell reads on in the next line, and the next line of a block of YAML. */
const NEXT_LINE =
  /\\\r?\n[+-]?(?<rest>[\w+/=.~-]{6,4096})|(?<=(?:[|>][-+\d]{0,2}|<redacted>)[ \t]{0,4}\r?\n[ \t]{1,80}<redacted>)[ \t]{0,4}\r?\n[ \t]{1,80}(?<line>[\w+/=.~-]{8,4096})(?=[ \t]{0,4}(?:[\r\n]|$))/y;

/** The rest of secrets that are written as several strings or lines, and secrets that stand behind another in a list of arguments. */
export function* continuations(text: string): Generator<Span> {
  for (let at = text.indexOf(REDACTED); at >= 0; at = text.indexOf(REDACTED, at)) {
    at += REDACTED.length;
    for (let rest = restAt(text, at); rest !== undefined; rest = restAt(text, at)) {
      yield rest;
      at = rest.end;
    }
  }
}

/** What goes on at a place is the end of what is matched there. */
function restAt(text: string, at: number): Span | undefined {
  for (const pattern of [NEXT_STRING, NEXT_LINE]) {
    pattern.lastIndex = at;
    const { rest, line, join } = pattern.exec(text)?.groups ?? {};
    const value = rest ?? line;
    if (value === undefined || !goesOn(value, join)) continue;
    // The end of the match, which the look-ahead behind it is no part of.
    const end = pattern.lastIndex;
    return { start: end - value.length, end, kind: "secret" };
  }
  return undefined;
}

/** @param join what joins it to the string before, undefined where it is a line. */
function goesOn(value: string, join: string | undefined): boolean {
  if (join === ",") return looksRandom(value) && value.length >= 16 && (value.match(/\d/g)?.length ?? 0) >= 3;
  return looksRandom(value) || join !== undefined && /\d/.test(value) && !/[()]/.test(value);
}
