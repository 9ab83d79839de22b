/** The JSON in a model's answer, which may stand in a fence or among words; undefined where there is none. */
export function readAnswer(text: string): unknown {
  const fence = /```(?:json)?[^\S\n]{0,9}\n/.exec(text);
  const begin = fence === null ? -1 : fence.index + fence[0].length;
  const end = fence === null ? -1 : text.indexOf("\n```", begin);
  const fenced = end < 0 ? undefined : text.slice(begin, end);
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  const among = from >= 0 && to > from ? text.slice(from, to + 1) : undefined;
  for (const candidate of [text, fenced, among]) {
    if (candidate === undefined) continue;
    try {
      return JSON.parse(candidate);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}
