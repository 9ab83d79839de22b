import { assertEquals } from "@std/assert";
import { contextsHeld } from "../../lib/clients/transcript.ts";

const run = (n: number) => `20261126-03000${n}-abcdef`;
const said = (n: number) => ({ id: `${n}`, type: "user", content: [{ text: `… run_id ${run(n)} · …` }] });

Deno.test("Gemini CLI's session file: what was given stands until a rewind, or a compaction that does not keep it", () => {
  for (
    const [what, entries, held] of [
      ["one after the other", [{ $set: { messages: [] } }, said(1), said(2)], [1, 2]],
      ["a rewind", [said(1), { $rewindTo: "1" }, said(2)], [2]],
      ["a compaction", [said(1), said(2), { $set: { messages: [said(2)] } }, said(3)], [2, 3]],
    ] as const
  ) {
    const file = Deno.makeTempFileSync();
    try {
      Deno.writeTextFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
      assertEquals([...contextsHeld(file)], held.map(run), what);
    } finally {
      Deno.removeSync(file);
    }
  }
});
