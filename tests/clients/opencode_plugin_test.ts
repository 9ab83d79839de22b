/** opencode's plugin, in the folders that setup makes, with a shim that misbehaves: what it throws would cost the prompt. */
import { assertEquals } from "@std/assert";
import { write } from "../fixtures/tree.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const PLUGIN = new URL("../../lib/setup/hooks/opencode_plugin.js", import.meta.url);
const ANSWER = '{"hookSpecificOutput":{"additionalContext":"found it"},"systemMessage":"one line"}';
/** The shim that answers also keeps what it was sent. */
const SHIMS = {
  "answers": [`cat >"$0.sent"; echo '${ANSWER}'`, ["found it"]],
  "has nothing": ["echo '{}'", []],
  "is no JSON": ["echo broken; exit 2", []],
  "ends before it reads": ["exit 0", []],
  "is killed": ["kill -9 $$", []],
  "is missing": [undefined, []],
} as const;

for (const [what, [script, added]] of Object.entries(SHIMS)) {
  Deno.test(`opencode's plugin where the hook ${what}`, () =>
    inTemporaryFolder(async (folder) => {
      const shim = `${folder}/hooks/context-inject-global.sh`;
      write(`${folder}/plugins/auto-tools.js`, Deno.readTextFileSync(PLUGIN));
      if (script !== undefined) write(shim, `#!/bin/sh\n${script}\n`, 0o755);
      const { AutoTools } = await import(`file://${folder}/plugins/auto-tools.js`);
      const shown: string[] = [];
      const client = {
        session: { get: () => Promise.resolve({ data: {} }) },
        tui: {
          showToast: ({ body }: { body: { message: string } }) => Promise.resolve(shown.push(body.message)),
        },
      };
      const parts = [
        { id: "prt_1", type: "text", text: '"where is it?"' },
        { id: "prt_2", type: "text", text: "a file", synthetic: true },
      ];
      const hooks = await AutoTools({ client, directory: folder });
      await hooks["chat.message"]({ sessionID: "s" }, { message: { id: "m", agent: "build" }, parts });
      assertEquals(parts.slice(2).map(({ text }) => text), [...added]);
      if (added.length === 0) return;
      assertEquals(shown, ["one line"]);
      const { prompt, cwd, hook_event_name } = JSON.parse(Deno.readTextFileSync(`${shim}.sent`));
      assertEquals([prompt, cwd, hook_event_name], ["where is it?", folder, "UserPromptSubmit"]);
      await hooks["chat.message"]({ sessionID: "s" }, { message: { id: "n" }, parts: parts.slice(1, 2) });
      assertEquals(shown.length, 1, "what no person typed is not asked about");
    }));
}
