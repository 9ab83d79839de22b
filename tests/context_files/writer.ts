/** Writes ten artifacts into one conversation, as one of several processes: `writer.ts DATA_DIR NAME`. */
import { systemWorld } from "../../lib/settings/world.ts";
import { writeArtifact } from "../../lib/context_files/store.ts";

const [dataDir = "", name = ""] = Deno.args;
for (let n = 0; n < 10; n++) {
  writeArtifact({
    dataDir,
    conversation: "shared",
    toolCallId: `${name}-${n}`,
    content: "x",
    extension: "txt",
    hint: `hint ${n}`,
    limits: { ageMs: Infinity, bytes: Infinity },
  }, systemWorld());
}
