import { ProtocolError } from "@modelcontextprotocol/server";
import { z } from "zod";
import { artifactText, findArtifact, listArtifacts, pageOf } from "../../context_files/store.ts";
import { attempt } from "../../settings/attempt.ts";
import { listAt } from "../../settings/json.ts";
import { readResult } from "../../tools/mcp_result.ts";
import type { Gateway } from "../gateway.ts";
import { AnswerRoom, headOfAnswer, MAX_ANSWER_BYTES, tailOfAnswer } from "../output/answer_size.ts";
import { keepOutput } from "../output/kept_output.ts";
import { present, withLimits } from "../output/present.ts";
import { askServer } from "../relay/ask_server.ts";
import { count, type GatewayClient, type OwnTool, ownTool, wrongArguments } from "./own_tool.ts";

const isUri = (id: string) => /^[A-Za-z][\w+.-]*:/.test(id);

const MAX_CHARS = 30_000;
/** Bytes of a text in an answer; the rest is for what stands beside it. */
const MAX_TEXT_BYTES = MAX_ANSWER_BYTES - 1000;
const MAX_LISTED = 100;
/** ms for a search; linear, but a text may have a hundred megabytes. */
const GREP_MS = 20_000;

const id = z.string().describe("id of a ref");
const neighbours = count({ fallback: 0, least: 0, most: 50 });

/** The tools that read kept outputs, of their own conversation alone. */
export const CONTEXT_TOOLS: readonly OwnTool[] = [
  ownTool(
    "context_list",
    "Kept outputs of this conversation.",
    z.object({}),
    (_, { conversation }, { dataDir }) => {
      const files = dataDir === undefined ? [] : listArtifacts(dataDir, conversation);
      const refs = files.slice(-MAX_LISTED).map(({ conversation: _, path: __, ...ref }) => ref);
      return { total: files.length, refs };
    },
  ),

  ownTool(
    "context_read",
    "A page of a kept output, or of a resource by its URI; goes on at next_offset.",
    z.object({
      id,
      offset: count({ fallback: 0, least: 0, most: Number.MAX_SAFE_INTEGER }, "characters; 0"),
      limit: count({ fallback: 8000, least: 1, most: MAX_CHARS }, "characters; 8000"),
    }),
    async ({ id, offset, limit }, client, gateway) => {
      // What has been read is read on; it may be another one meanwhile.
      const isNew = isUri(id) && (offset === 0 || keptAs(id, client.conversation, gateway) === undefined);
      const text = isNew ? await readResource(id, client, gateway) : textOf(id, client.conversation, gateway);
      const wanted = pageOf(text, offset, limit);
      const fitting = headOfAnswer(wanted.text, MAX_TEXT_BYTES).length;
      const page = fitting === wanted.text.length ? wanted : pageOf(text, wanted.offset, fitting);
      const next = page.nextOffset === undefined ? {} : { next_offset: page.nextOffset };
      return { id, text: page.text, offset: page.offset, total_chars: page.totalChars, ...next };
    },
  ),

  ownTool(
    "context_tail",
    "The last lines of a kept output.",
    z.object({ id, lines: count({ fallback: 50, least: 1, most: 10_000 }, "50") }),
    ({ id, lines: wanted }, { conversation }, gateway) => {
      const text = textOf(id, conversation, gateway).replace(/\n$/, "");
      const lines = text.split("\n");
      const last = lines.slice(-wanted).join("\n");
      const shown = tailOfAnswer(last, MAX_TEXT_BYTES);
      const isCut = shown.length < last.length;
      return {
        id,
        text: shown,
        offset: text.length - shown.length,
        total_lines: lines.length,
        ...(isCut ? { note: `only the last ${shown.length} characters of them` } : {}),
      };
    },
  ),

  ownTool(
    "context_grep",
    "Lines of a kept output that match a regular expression (RE2).",
    z.object({
      id,
      pattern: z.string(),
      before: neighbours,
      after: neighbours,
      limit: count({ fallback: 50, least: 1, most: 1000 }, "matches; 50"),
    }),
    async ({ id, ...search }, { conversation }, gateway) => {
      const text = textOf(id, conversation, gateway);
      const found = await gateway.isolate.run("grep", { text, ...search }, GREP_MS);
      if ("error" in found) throw wrongArguments(found.error);
      const all = found.lines.map(({ line, text, match }) => `${line}${match ? ":" : "-"}${text}`).join("\n");
      const shown = headOfAnswer(all, MAX_TEXT_BYTES);
      const isCut = shown.length < all.length || found.matches > search.limit;
      const note = `not all of ${found.matches} matching lines are shown; narrow the pattern or raise limit`;
      return { id, matches: found.matches, text: shown, ...(isCut ? { note } : {}) };
    },
  ),
];

function keptAs(id: string, conversation: string, { dataDir }: Gateway) {
  return dataDir === undefined ? undefined : findArtifact(dataDir, conversation, id);
}

function textOf(id: string, conversation: string, gateway: Gateway): string {
  const found = keptAs(id, conversation, gateway);
  if (found === undefined) {
    throw wrongArguments(`no ref ${id.slice(0, 120)} in this conversation; context_list names all`);
  }
  const text = artifactText(found);
  if (text === undefined) throw wrongArguments(`${found.id} holds no text; its file is ${found.path}`);
  return text;
}

/** The clean text of a resource that is listed or that a result has linked to, kept under its URI to be read on. Throws `AutoToolsError`. */
async function readResource(uri: string, client: GatewayClient, gateway: Gateway): Promise<string> {
  const signal = AbortSignal.timeout(client.waitsMs);
  const whole = { chars: Infinity, bytes: Infinity };
  const presenter = { gateway, client: { ...client, signal }, room: new AnswerRoom(Infinity), most: whole };
  try {
    const how = { isListed: true, signal };
    const { serverName, result } = await askServer("resources/read", { uri }, client, gateway, how);
    const content = listAt(result, "contents").map((resource) => ({ type: "resource", resource }));
    const read = readResult({ content });
    const call = { id: uri, tool: `${serverName}/resources/read ${uri}` };
    const text = withLimits(await present(call, read, presenter));
    // On a full disk it can be read, though not on.
    attempt(() => keepOutput(call, text, "txt", presenter));
    return text;
  } catch (error) {
    if (error instanceof ProtocolError) throw wrongArguments(error.message);
    throw error;
  }
}
