/** What clients put in the place of an attachment: `[Image #1]`, `[Pasted text #1 +42 lines]`, `[...Truncated text #2 +10 lines...]`. */
const PLACEHOLDER = /\[(?:Image|Pasted text|\.{3}Truncated text) #\d{1,6}[^\]\n]{0,60}\]/g;
/** Characters of a tag. */
const MAX_TAG = 300;
/** A tag that clients wrap text in has a name of several words, which no element of HTML has: `<pasted_content id="abeb">`. */
const OPENING = new RegExp(`^[ \\t]*<([a-z]+(?:_[a-z]+)+|system-reminder)\\b[^<>\\n]{0,${MAX_TAG}}>`, "gm");
/** What the client tells the model for itself. */
const FOR_THE_MODEL = "system-reminder";

/**
 * What a person typed and pasted, without what the client puts around it: tags and placeholders. What was typed comes first, since a request begins with
 * what is wanted.
 */
export function typedText(prompt: string): string {
  if (!/[<[]/.test(prompt)) return prompt;
  let typed = "";
  let pasted = "";
  let at = 0;
  for (const { 0: tag, 1: name = "", index } of prompt.matchAll(OPENING)) {
    if (index < at) continue;
    const closing = `</${name}>`;
    const end = prompt.indexOf(closing, index + tag.length);
    if (end < 0) continue;
    typed += prompt.slice(at, index);
    if (name !== FOR_THE_MODEL) pasted += `\n${prompt.slice(index + tag.length, end).trim()}`;
    at = end + closing.length;
  }
  if (at === 0) return prompt.replace(PLACEHOLDER, "");
  return `${(typed + prompt.slice(at)).replace(PLACEHOLDER, "").trim()}${pasted}`.trim();
}
