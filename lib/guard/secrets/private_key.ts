import type { Span } from "./span.ts";

/** `-----BEGIN RSA PRIVATE KEY-----` and its like; public keys and certificates are no secrets. */
const BEGIN = /-{4,5} ?BEGIN (?!(?:[A-Z0-9 ]{0,40} )?PUBLIC)((?:[A-Z0-9]{1,20} ){0,5})KEY( BLOCK)? ?-{4,5}/g;
const END = /-{4,5} ?END (?!(?:[A-Z0-9 ]{0,40} )?PUBLIC)(?:[A-Z0-9]{1,20} ){0,5}KEY(?: BLOCK)? ?-{4,5}/;

/** What may stand before and behind a line of a key in code, comments, YAML and JSON. */
const DECORATION = new Set(" \t\r\n|>*#\"'`+,;()/\\-");
const BASE64_WORD = /^[A-Za-z0-9+/]+={0,2}$/;
/** Characters: a shorter word may be the last line of a key, but does not make a line one by itself if it is a plain word. */
const LEAST_BODY = 8;
const HEADER = /^(?:Proc-Type|DEK-Info|Comment|Version|Subject|Hash|Charset|MessageID): ?[^\n]{0,200}$/i;

/** Lines and characters of the longest key worth following: RSA 16384 has about 200 lines. */
const MAX_KEY_LINES = 400;
const MAX_LINE = 20_000;
/** Full lines of base64 in a row, without BEGIN or END, that are taken for the middle of a key. */
const LEAST_MIDDLE_LINES = 3;
const RUN = 64;
const BASE64_CHARACTER = /[A-Za-z0-9+/]/;
const FULL_LINE = /^[A-Za-z0-9+/]{64}$|^[A-Za-z0-9+/]{70}$|^[A-Za-z0-9+/]{76}$/;

/** Private keys from their first line on, whole or cut off behind it; that line stays. */
export function* privateKeys(text: string): Generator<Span> {
  if (!text.includes("BEGIN ")) return;
  BEGIN.lastIndex = 0;
  for (let begin = BEGIN.exec(text); begin !== null; begin = BEGIN.exec(text)) {
    const end = keyEnd(text, BEGIN.lastIndex);
    if (end === BEGIN.lastIndex) continue;
    const label = `-----BEGIN ${begin[1] ?? ""}KEY${begin[2] ?? ""}----- <redacted>`;
    yield { start: begin.index, end, kind: "private-key", label };
    BEGIN.lastIndex = end;
  }
}

/** Keys whose first line was cut off: lines of base64 right before an END, and full lines of it in a row, whatever follows. */
export function* endsOfKeys(text: string): Generator<Span> {
  const hasEnd = text.includes("END ") && END.test(text);
  if (!hasEnd && !(hasLongRun(text) && /^[^\r\n]{0,40}[A-Za-z0-9+/]{64}/m.test(text))) return;
  let inCertificate = false;
  let full = 0;
  /** Where the lines of a key began, and the full ones among them, which count where no END follows. */
  let run: number | undefined;
  let middles: Span[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const lineEnd = at + line.length;
    if (line.includes("-----BEGIN ")) inCertificate = true;
    if (line.includes("-----END ")) inCertificate = false;
    const marker = hasEnd ? END.exec(line) : null;
    if (marker === null && isKeyLine(line)) {
      run ??= at;
      const isFull = !inCertificate && isFullLine(line);
      const last = middles.at(-1);
      if (full >= LEAST_MIDDLE_LINES && last) last.end = lineEnd;
      full = isFull ? full + 1 : 0;
      if (full === LEAST_MIDDLE_LINES) {
        middles.push({ start: startOf(full), end: lineEnd, kind: "private-key" });
      }
    } else {
      const start = run ?? (marker !== null && isKeyLine(line.slice(0, marker.index)) ? at : undefined);
      if (marker === null) yield* middles;
      else if (start !== undefined) {
        yield { start, end: at + marker.index + marker[0].length, kind: "private-key" };
      }
      run = undefined;
      middles = [];
      full = 0;
    }
    at = lineEnd + 1;
  }
  yield* middles;

  /** Where the line stands that is so many lines up, with this one. */
  function startOf(lines: number): number {
    let start = at;
    for (let up = 1; up < lines; up++) start = text.lastIndexOf("\n", start - 2) + 1;
    return start;
  }
}

/** Where the key ends that begins at `start`: behind its END, or behind the last line that looks like a part of one. */
function keyEnd(text: string, start: number): number {
  const next = text.indexOf("BEGIN ", start);
  const limit = next < 0 ? text.length : next;
  let at = start;
  let end = start;
  for (let line = 0; line < MAX_KEY_LINES && at < limit; line++) {
    const window = text.slice(at, Math.min(limit, at + MAX_LINE));
    const newline = window.indexOf("\n");
    const content = newline < 0 ? window : window.slice(0, newline);
    const stop = at + content.length;
    const marker = END.exec(content);
    if (marker !== null) {
      const before = content.slice(0, marker.index);
      return isKeyLine(before) || isBlank(before) ? at + marker.index + marker[0].length : end;
    }
    if (isKeyLine(content)) end = line === 0 ? at + content.length : stop;
    else if (!isBlank(content)) return end === start ? looseEnd(text, start, limit) : end;
    at = stop + 1;
  }
  return end;
}

/** A body that is no base64 (a made-up key in a document) still ends at END, if there is no code in between. */
function looseEnd(text: string, start: number, limit: number): number {
  const window = text.slice(start, Math.min(limit, start + MAX_LINE));
  const marker = END.exec(window);
  if (marker === null || /[(){};=<>]|BEGIN /.test(window.slice(0, marker.index).replace(/=+\s*$/gm, ""))) {
    return start;
  }
  return /[^\s\\nr"'`+,]/.test(window.slice(0, marker.index))
    ? start + marker.index + marker[0].length
    : start;
}

function isBlank(line: string): boolean {
  return bare(line) === "";
}

function isKeyLine(line: string): boolean {
  const body = bare(line);
  if (body === "" || body.includes("<redacted>")) return false;
  if (HEADER.test(body)) return true;
  const words = body.split(/\s+/);
  if (!words.every((word) => BASE64_WORD.test(word))) return false;
  return words.length === 1
    ? body.length >= LEAST_BODY || !/^[a-z]+$/i.test(body)
    : words.every((word) => word.length >= LEAST_BODY || /[^a-z]/i.test(word));
}

/** The line without what surrounds a key in it; escaped line ends are spaces. */
function bare(line: string): string {
  if (line.length >= MAX_LINE) return "";
  const plain = line.replace(/\\[nrt]/g, " ");
  let start = 0;
  let end = plain.length;
  while (start < end && DECORATION.has(plain.charAt(start))) start++;
  while (end > start && DECORATION.has(plain.charAt(end - 1))) end--;
  return plain.slice(start, end);
}

/** Whether 64 characters of base64 stand in a row somewhere: of every 64 one is looked at first. */
function hasLongRun(text: string): boolean {
  for (let at = RUN - 1; at < text.length; at += RUN) {
    if (!BASE64_CHARACTER.test(text.charAt(at))) continue;
    let start = at;
    let end = at + 1;
    while (end - start < RUN && BASE64_CHARACTER.test(text.charAt(start - 1))) start--;
    while (end - start < RUN && BASE64_CHARACTER.test(text.charAt(end))) end++;
    if (end - start === RUN) return true;
  }
  return false;
}

function isFullLine(line: string): boolean {
  const body = line.length > 200 ? "" : bare(line);
  return FULL_LINE.test(body) && /[a-z]/.test(body) && /[A-Z]/.test(body) && /\d/.test(body);
}
