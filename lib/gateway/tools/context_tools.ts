import { pageOf } from "../../context_files/page.ts";
import { artifactText, findArtifact, listArtifacts } from "../../context_files/store.ts";
import type { Gateway } from "../gateway.ts";
import { headOfAnswer, MAX_ANSWER_BYTES, tailOfAnswer } from "../output/answer_size.ts";
import { countArgument, textArgument, WrongArguments } from "./arguments.ts";

/** UTF-16 units of a page. */
const MAX_CHARS = 30_000;
/** Bytes of a text in an answer; the rest is for what stands beside it. */
const MAX_TEXT_BYTES = MAX_ANSWER_BYTES - 1000;
const PAGE_CHARS = 8000;
/** Files that are listed. */
const MAX_LISTED = 100;
/** ms to wait for an output that is not ready. */
const PENDING_MS = 30_000;
/** ms for a search; linear, but a text may have a hundred megabytes. */
const GREP_MS = 20_000;

type ContextTool = (
  args: Record<string, unknown>,
  conversation: string,
  gateway: Gateway,
) => unknown;

/** The tools that read kept outputs, of their own conversation alone. */
export const CONTEXT_TOOLS: Readonly<Record<string, ContextTool>> = {
  context_list(_args, conversation, { dataDir }) {
    const files = dataDir === undefined ? [] : listArtifacts(dataDir, conversation);
    return {
      total: files.length,
      // The newest are last.
      refs: files.slice(-MAX_LISTED).map(({ id, kind, hint, byteSize, createdAt, file }) => ({
        id,
        kind,
        hint,
        byteSize,
        createdAt,
        file,
      })),
    };
  },

  async context_read(args, conversation, gateway) {
    const { id, text } = await textOf(args, conversation, gateway);
    const offset = countArgument(args, "offset", { fallback: 0, least: 0, most: Number.MAX_SAFE_INTEGER });
    const limit = countArgument(args, "limit", { fallback: PAGE_CHARS, least: 1, most: MAX_CHARS });
    const wanted = pageOf(text, offset, limit);
    const fitting = headOfAnswer(wanted.text, MAX_TEXT_BYTES).length;
    const { nextOffset, totalChars, ...page } = fitting === wanted.text.length
      ? wanted
      : pageOf(text, wanted.offset, fitting);
    return {
      id,
      ...page,
      total_chars: totalChars,
      ...(nextOffset === undefined ? {} : { next_offset: nextOffset }),
    };
  },

  async context_tail(args, conversation, gateway) {
    const { id, text } = await textOf(args, conversation, gateway);
    const wanted = countArgument(args, "lines", { fallback: 50, least: 1, most: 10_000 });
    const lines = text.replace(/\n$/, "").split("\n");
    const last = lines.slice(-wanted).join("\n");
    const shown = tailOfAnswer(last, MAX_TEXT_BYTES);
    return {
      id,
      text: shown,
      offset: text.replace(/\n$/, "").length - shown.length,
      total_lines: lines.length,
      ...(shown.length < last.length ? { note: `only the last ${shown.length} characters of them` } : {}),
    };
  },

  async context_grep(args, conversation, gateway) {
    const { id, text } = await textOf(args, conversation, gateway);
    const neighbours = { fallback: 0, least: 0, most: 50 };
    const limit = countArgument(args, "limit", { fallback: 50, least: 1, most: 1000 });
    const found = await gateway.output.run("grep", {
      text,
      pattern: textArgument(args, "pattern"),
      before: countArgument(args, "before", neighbours),
      after: countArgument(args, "after", neighbours),
      limit,
    }, GREP_MS);
    if ("error" in found) throw new WrongArguments(found.error);
    const all = found.lines.map(({ line, text, match }) => `${line}${match ? ":" : "-"}${text}`).join("\n");
    const shown = headOfAnswer(all, MAX_TEXT_BYTES);
    const cut = shown.length < all.length;
    return {
      id,
      matches: found.matches,
      text: shown,
      ...(cut || found.matches > limit
        ? { note: `not all of ${found.matches} matching lines are shown; narrow the pattern or raise limit` }
        : {}),
    };
  },
};

async function textOf(
  args: Record<string, unknown>,
  conversation: string,
  { dataDir, pending }: Gateway,
): Promise<{ id: string; text: string }> {
  const id = textArgument(args, "id");
  await pending.wait(id, PENDING_MS);
  const found = dataDir === undefined ? undefined : findArtifact(dataDir, conversation, id);
  if (found === undefined) {
    throw new WrongArguments(`no ref ${id.slice(0, 120)} in this conversation; context_list names all`);
  }
  const text = artifactText(found);
  if (text === undefined) throw new WrongArguments(`${found.id} holds no text; its file is ${found.path}`);
  return { id: found.id, text };
}
