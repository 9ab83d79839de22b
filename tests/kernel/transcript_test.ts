import { assertEquals } from "@std/assert";
import { contextsHeld } from "../../lib/kernel/transcript.ts";
import { write } from "../fixtures/tree.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const run = (n: number) => `20261126-03000${n}-abcdef`;
const said = (n: number) => ({ id: `${n}`, type: "user", content: [{ text: `… run_id ${run(n)} · …` }] });

Deno.test("Gemini CLI's session file: what was given stands until a rewind, or a compaction that does not keep it", async () => {
  for (
    const [what, entries, held] of [
      ["one after the other", [{ $set: { messages: [] } }, said(1), said(2)], [1, 2]],
      ["a rewind", [said(1), { $rewindTo: "1" }, said(2)], [2]],
      ["a compaction", [said(1), said(2), { $set: { messages: [said(2)] } }, said(3)], [2, 3]],
    ] as const
  ) {
    await inTemporaryFolder((folder) => {
      write(`${folder}/session`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
      assertEquals([...contextsHeld(`${folder}/session`)], held.map(run), what);
    });
  }
});
