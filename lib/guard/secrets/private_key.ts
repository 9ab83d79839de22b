/** `-----BEGIN RSA PRIVATE KEY-----` and its like; public keys and certificates are no secrets. */
const BEGIN = /-{4,5} ?BEGIN (?!(?:[A-Z0-9 ]{0,40} )?PUBLIC)((?:[A-Z0-9]{1,20} ){0,5})KEY( BLOCK)? ?-{4,5}/g;
const END = /-{4,5} ?END (?!(?:[A-Z0-9 ]{0,40} )?PUBLIC)(?:[A-Z0-9]{1,20} ){0,5}KEY(?: BLOCK)? ?-{4,5}/;
const END_ALL = new RegExp(END.source, "g");

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

/**
 * Replaces private keys, whole or cut off at either end, by their first line and `<redacted>`. Line breaks stay, so line numbers stay right.
 */
export function redactPrivateKeys(text: string, note: (kind: string) => void): string {
  return redactMiddles(redactTails(redactWhole(text, note), note), note);
}

function redactWhole(text: string, note: (kind: string) => void): string {
  if (!text.includes("BEGIN ")) return text;
  let out = "";
  let from = 0;
  BEGIN.lastIndex = 0;
  for (let begin = BEGIN.exec(text); begin !== null; begin = BEGIN.exec(text)) {
    const start = begin.index + begin[0].length;
    const end = keyEnd(text, start);
    if (end === start) continue;
    const label = `-----BEGIN ${begin[1] ?? ""}KEY${begin[2] ?? ""}-----`;
    out += `${text.slice(from, begin.index)}${label} <redacted>${lineBreaks(text.slice(start, end))}`;
    note("private-key");
    from = BEGIN.lastIndex = end;
  }
  return out + text.slice(from);
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

/** A key whose BEGIN was cut off: base64 lines right before an END. */
function redactTails(text: string, note: (kind: string) => void): string {
  if (!text.includes("END ") || !END.test(text)) return text;
  const lines = text.split("\n");
  lines.forEach((line, index) => {
    const marker = END.exec(line);
    if (marker === null) return;
    let first = index;
    while (first > 0 && index - first < MAX_KEY_LINES && isKeyLine(lines[first - 1] ?? "")) first--;
    const before = line.slice(0, marker.index);
    if (first === index && !isKeyLine(before)) return;
    for (let each = first; each < index; each++) lines[each] = each === first ? "<redacted>" : "";
    lines[index] = (first === index ? "<redacted>" : isKeyLine(before) ? "" : before) +
      line.slice(marker.index).replace(END_ALL, "");
    note("private-key");
  });
  return lines.join("\n");
}

/** A key of which both ends were cut off. */
function redactMiddles(text: string, note: (kind: string) => void): string {
  if (!hasLongRun(text) || !/^[^\r\n]{0,40}[A-Za-z0-9+/]{64}/m.test(text)) return text;
  const lines = text.split("\n");
  let inCertificate = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.includes("-----BEGIN ")) inCertificate = true;
    if (line.includes("-----END ")) inCertificate = false;
    let after = index;
    while (!inCertificate && isFullLine(lines[after] ?? "")) after++;
    if (after - index < LEAST_MIDDLE_LINES) {
      index = Math.max(index, after - 1);
      continue;
    }
    if (isKeyLine(lines[after] ?? "")) after++;
    lines.fill("", index, after);
    lines[index] = "<redacted>";
    note("private-key");
    index = after - 1;
  }
  return lines.join("\n");
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

function lineBreaks(text: string): string {
  return text.replace(/[^\n]+/g, "");
}
