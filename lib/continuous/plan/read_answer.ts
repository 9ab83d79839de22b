/** The JSON in a model's answer, which may stand in a fence or among words; undefined where there is none. */
export function readAnswer(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n```/.exec(text)?.[1];
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
