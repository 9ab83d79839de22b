import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { stem } from "../../../lib/codebase/query/tokens.ts";
import { codeOf } from "../../../lib/codebase/excerpts/file_code.ts";
import { WordMatcher } from "../../../lib/codebase/query/word_matcher.ts";
import { excerpt } from "../../../lib/codebase/excerpts/excerpt.ts";

const FILLER = Array.from({ length: 60 }, (_, at) => `const filler${at} = ${at};`).join("\n");
const SOURCE = `${FILLER}
/** Calls again after a pause. */
export function retryLater(call: () => void): void {
  const pause = backoff();
  call();
}
${FILLER}`;

function cut(distinctive: Record<string, number>, names: Record<string, number> = {}, wanted?: number) {
  const shown = linesOf(SOURCE, distinctive, { names, wanted });
  assert(shown);
  return shown;
}

/** The lines shown of a TypeScript text, for words with weights. */
function linesOf(
  text: string,
  words: Record<string, number>,
  { names = {}, wanted, members = [] }: {
    names?: Record<string, number>;
    wanted?: number | undefined;
    members?: [string, string][];
  } = {},
) {
  return excerpt(codeOf("x.ts", text), {
    path: "x",
    matcher: new WordMatcher(new Map(Object.entries(words).map(([word, weight]) => [stem(word), weight]))),
    names: new Map(Object.entries(names)),
    members,
    ...(wanted === undefined ? {} : { wanted }),
  });
}

Deno.test("the lines shown are those whose words match, begun at their definition", () => {
  const shown = cut({ backoff: 3, call: 1 });
  assertEquals(shown.symbol?.name, "retryLater");
  assertStringIncludes(shown.text, "export function retryLater");
  assertStringIncludes(shown.text, "backoff()");
  assertEquals(SOURCE.split("\n")[shown.start - 1], shown.text.split("\n")[0]);
  assertEquals(shown.end - shown.start + 1, shown.text.split("\n").length);
  assert(shown.end - shown.start < 20);
});

Deno.test("a definition that the request names is shown though its words are everywhere", () => {
  assertEquals(cut({ filler: 1 }, { retryLater: 1 }).symbol?.name, "retryLater");
});

Deno.test("a line that the request names is shown", () => {
  const shown = cut({ backoff: 3 }, {}, 90);
  assert(shown.start <= 90 && shown.end >= 90);
});

Deno.test("a key that begins above the lines shown is not quoted in half", () => {
  const body = Array.from({ length: 30 }, (_, at) => `MIIEpAIBAAKCAQEA${String(at).padStart(48, "x")}`);
  const text = [
    "-----BEGIN RSA PRIVATE KEY-----",
    ...body,
    "-----END RSA PRIVATE KEY-----",
    "needle haystack",
  ].join("\n");
  const shown = excerpt(codeOf("x.txt", text), {
    path: "x",
    matcher: new WordMatcher(new Map([[stem("needle"), 5]])),
    names: new Map(),
    members: [],
  });
  assert(shown);
  assertStringIncludes(shown.text, "needle");
  assertEquals(shown.text.includes("MIIEpAIBAAKCAQEA"), false);
  assert(shown.redactions.length > 0);
});

const LICENSED = `/*!
 * engine view
 * Copyright(c) 2009 A. Person
 * MIT Licensed
 */

import { engine } from "./engine.ts";
import {
  view,
  type Engine,
} from "./view.ts";

${FILLER}

/** Resolves one. */
export function lookup(name: string): string | undefined {
  return roots.find((root) => exists(root, name));
}
`;

Deno.test("a licence and imports are never what is shown, however well they match", () => {
  assertEquals(linesOf(LICENSED, { engine: 1, view: 1 }), undefined);
  const shown = linesOf(LICENSED, { engine: 1, view: 1, lookup: 0.3 });
  assertEquals(shown?.symbol?.name, "lookup");
  assertStringIncludes(shown?.text ?? "", "roots.find");
});

Deno.test("a definition is found by the comment above it, and its code is what is shown", () => {
  const text = `${FILLER}\n/**\n${
    " * It clears old snapshots away.\n".repeat(15)
  } */\nexport function prune() {\n  run();\n}\n`;
  const shown = linesOf(text, { clears: 1, snapshots: 1 });
  assertEquals(shown?.symbol?.name, "prune");
  assertStringIncludes(shown?.text ?? "", "run();");
});

Deno.test("the lines with the most different words are shown whole, and named by what says most of them", () => {
  const text = `${FILLER}
export function open() {
  function stop(): void {
    worker?.terminate();
    worker = undefined;
  }

  function send(to: Worker, message: ToSandbox): void {
    to.postMessage(message);
  }

  function overrun(id: number): void {
    stop();
    finish(id, { status: "timeout" });
  }
}
${FILLER}
const sandbox = { sandboxes: [sandbox] };
`;
  const shown = linesOf(text, { sandbox: 1, terminate: 1, timeout: 1 });
  for (const line of ["worker?.terminate()", "ToSandbox", '"timeout"']) {
    assertStringIncludes(shown?.text ?? "", line);
  }
});

Deno.test("a member that the request names is shown, not a variable of that name", () => {
  const text =
    `const send = require("send");\n${FILLER}\nclass Reply {\n  send(body: string) {\n    write(body);\n  }\n}\n`;
  const shown = linesOf(text, { send: 1 }, { members: [["Reply", "send"]] });
  assertStringIncludes(shown?.text ?? "", "write(body)");
});

Deno.test("a definition that the request names is shown from its signature, not from a call just above it", () => {
  const text = `${FILLER}
export class View {
  constructor(name: string) {
    // lookup path
    this.path = this.lookup(name);
  }

  lookup(name: string): string {
    return resolve(this.root, name);
  }
}
${FILLER}`;
  const shown = linesOf(text, { lookup: 3, view: 1 }, { names: { lookup: 1 } });
  assertEquals(shown?.symbol?.name, "lookup");
  assertEquals(shown?.text.split("\n")[0], "  lookup(name: string): string {");
});
