/**
 * Marks the end of a pasted line that the paste goes on after; invisible, and not something a keyboard types.
 */
export const PASTED_LINE = "\u2063";

const FENCE = '"""';

/**
 * Puts prompts together from lines: a line is a prompt, unless it ends in a backslash, was pasted with more
 * behind it, or opens a `"""` fence that is still open.
 */
export class PromptAssembler {
  #lines: string[] = [];
  #fenced = false;

  /** Whether a prompt has begun and more is expected. */
  get open(): boolean {
    return this.#fenced || this.#lines.length > 0;
  }

  /** Takes a line without its line break; returns the prompt that it completes. */
  push(line: string): string | undefined {
    const pasted = line.endsWith(PASTED_LINE);
    const text = pasted ? line.slice(0, -PASTED_LINE.length) : line;
    if (this.#fenced) return this.#inFence(text, pasted);
    if (!this.open && !pasted && text.trimStart().startsWith(FENCE)) {
      this.#fenced = true;
      const rest = text.trimStart().slice(FENCE.length);
      return rest === "" ? undefined : this.#inFence(rest, false);
    }
    const continued = !pasted && /(?<!\\)(\\\\)*\\$/.test(text);
    this.#lines.push(continued ? text.slice(0, -1) : text);
    return continued || pasted ? undefined : this.take();
  }

  /** What has been gathered, as it is; the next line begins a new prompt. */
  take(): string | undefined {
    const text = this.open ? this.#lines.join("\n") : undefined;
    this.#lines = [];
    this.#fenced = false;
    return text;
  }

  #inFence(text: string, pasted: boolean): string | undefined {
    const closed = !pasted && text.trimEnd().endsWith(FENCE);
    const inner = closed ? text.trimEnd().slice(0, -FENCE.length) : text;
    if (!closed || inner !== "") this.#lines.push(inner);
    return closed ? this.take() : undefined;
  }
}
