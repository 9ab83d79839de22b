import { deflateSync, inflateSync } from "node:zlib";
import type { Definition, DefinitionKind } from "../structure/definition.ts";
import type { Call, Outline } from "../syntax/outline.ts";

/** By number, as stored. */
const KINDS: readonly DefinitionKind[] = [
  "function",
  "method",
  "class",
  "interface",
  "type",
  "enum",
  "constant",
  "property",
  "module",
  "macro",
  "implementation",
];

/** Bytes that an outline may take unpacked: that of the largest file that is read takes a tenth. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Line counted from the definition before, lines to the end, container ("" where there is none), then the bases. */
type PackedDefinition = [
  name: string,
  kind: number,
  line: number,
  lines: number,
  signature: string,
  container?: string,
  ...bases: string[],
];

/** `calls`: for each its name's number in `names`, its line counted from the call before, and 1 + its receiver's number or 0. */
interface Packed {
  definitions: PackedDefinition[];
  names: string[];
  calls: number[];
  comments: number[];
}

/** An outline as bytes: JSON with numbers instead of repeats, deflated; a checksum tells whether it is still what was written. */
export function encodeOutline({ definitions, calls, comments }: Outline): Uint8Array {
  const names = new Map<string, number>();
  const number = (name: string) => {
    let known = names.get(name);
    if (known === undefined) names.set(name, known = names.size);
    return known;
  };
  let line = 0;
  const step = (to: number) => {
    const from = line;
    line = to;
    return to - from;
  };
  const packedDefinitions = definitions.map((definition) => packed(definition, step(definition.line)));
  line = 0;
  const packedCalls = calls.flatMap((call) => [
    number(call.name),
    step(call.line),
    call.receiver === undefined ? 0 : number(call.receiver) + 1,
  ]);
  const all: Packed = {
    definitions: packedDefinitions,
    names: [...names.keys()],
    calls: packedCalls,
    comments: comments.flat(),
  };
  return deflateSync(JSON.stringify(all));
}

/** Undefined where the bytes are not what `encodeOutline` gave. */
export function decodeOutline(bytes: Uint8Array): Outline | undefined {
  try {
    const all: Packed = JSON.parse(
      new TextDecoder().decode(inflateSync(bytes, { maxOutputLength: MAX_BYTES })),
    );
    return unpacked(all);
  } catch (error) {
    // Not to be unpacked, by its checksum or its form: then there is no outline.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function packed(definition: Definition, step: number): PackedDefinition {
  const { name, kind, line, endLine, signature, container, bases = [] } = definition;
  const number = KINDS.indexOf(kind);
  const lines = endLine - line;
  return container === undefined && bases.length === 0
    ? [name, number, step, lines, signature]
    : [name, number, step, lines, signature, container ?? "", ...bases];
}

function unpacked({ definitions, names, calls, comments }: Packed): Outline {
  let line = 0;
  const found: Call[] = [];
  const outline: Outline = {
    definitions: definitions.map(([name, kind, step, lines, signature, container = "", ...bases]) => {
      line += step;
      return {
        name,
        kind: KINDS[kind] ?? "constant",
        line,
        endLine: line + lines,
        signature,
        ...(container === "" ? {} : { container }),
        ...(bases.length === 0 ? {} : { bases }),
      };
    }),
    calls: found,
    comments: [],
  };
  line = 0;
  for (let at = 0; at < calls.length; at += 3) {
    line += calls[at + 1] ?? 0;
    const receiver = names[(calls[at + 2] ?? 0) - 1];
    found.push({ name: names[calls[at] ?? 0] ?? "", line, ...(receiver === undefined ? {} : { receiver }) });
  }
  for (let at = 0; at < comments.length; at += 2) {
    outline.comments.push([comments[at] ?? 0, comments[at + 1] ?? 0]);
  }
  return outline;
}
