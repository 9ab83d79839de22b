// Written by codex-auto setup, and taken away by codex-auto setup remove.
// Asks codex-auto for the context of each prompt, and puts it behind the prompt. Whatever happens, the prompt goes on.
import { execFile } from "node:child_process";

const HOOK = `${import.meta.dirname}/../hooks/context-inject-global.sh`;
/** After these a prompt goes on without context. */
const MAX_MS = 15_000;
const RUN_ID = /\brun_id (\d{8}-\d{6}-[0-9a-f]{6})\b/g;

/** What the hook answers to a payload; nothing where it does not. */
function ask(payload) {
  return new Promise((resolve) => {
    const child = execFile(HOOK, ["--client", "opencode"], { maxBuffer: 1e7 }, (_error, stdout) => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(stdout));
      } catch {
        resolve({});
      }
    });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      resolve({});
    }, MAX_MS);
    // One that ends before it has read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(payload));
  });
}

export const AutoTools = ({ client, directory }) => {
  /** The runs whose contexts a session still has. */
  const held = new Map();
  return {
    event: ({ event: { type, properties } }) => {
      if (type !== "session.compacted" && !properties?.info?.revert) return;
      held.delete(properties.sessionID ?? properties.info.id);
    },
    "chat.message": async ({ sessionID }, { message, parts }) => {
      try {
        const typed = parts.filter(({ type, synthetic }) => type === "text" && !synthetic);
        if (typed.length === 0) return;
        const { data } = await client.session.get({ path: { id: sessionID } });
        const runs = held.get(sessionID) ?? [];
        const { hookSpecificOutput, systemMessage } = await ask({
          session_id: sessionID,
          cwd: directory,
          hook_event_name: data?.parentID ? "SubagentStart" : "UserPromptSubmit",
          agent_type: message.agent,
          // `opencode run` puts quotes around an argument.
          prompt: typed.map(({ text }) => text).join("\n").replace(/^"([^"]*)"$/, "$1"),
          held: runs,
        });
        if (systemMessage) {
          client.tui.showToast({ body: { message: systemMessage, variant: "info" } }).catch(() => {});
        }
        const text = hookSpecificOutput?.additionalContext;
        if (!text) return;
        held.set(sessionID, [...runs, ...Array.from(text.matchAll(RUN_ID), ([, run]) => run)]);
        // Parts stand in the order of their ids, which begin with when they were made.
        const id = `${parts.at(-1).id}c`;
        parts.push({ id, sessionID, messageID: message.id, type: "text", synthetic: true, text });
      } catch {
        // A prompt without context is better than none.
      }
    },
  };
};
