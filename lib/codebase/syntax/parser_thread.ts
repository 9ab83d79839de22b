import type { Language } from "../files/languages.ts";
import type { Outline } from "../structure/definition.ts";
import type { Outliner } from "./outliner.ts";
import { grammarModule } from "./parser_library.ts";

/** What the thread is sent: a text, or a module that it wants, or why there is none. */
export type ToParser =
  | { id: number; text: string; language: Language; path: string }
  | { name: string; module: WebAssembly.Module | string };

export type FromParser =
  | { id: number; outline: Outline | undefined; missing: [Language, string][] }
  | { wanted: string };

/** Texts that are sent before the first of them is done, so that neither thread waits for the other. */
const AHEAD = 8;

/** Parses in a thread, which runs `parser_worker.ts`, while this one does something else. Where it breaks down the parser is missing, for all that is left. */
export function threadedOutliner(thread: Worker): Outliner {
  const missing = new Map<Language, string>();
  const asked = new Map<number, (outline: Outline | undefined) => void>();
  const send = (message: ToParser) => thread.postMessage(message);
  let texts = 0;
  let broke = "";
  thread.onmessage = async ({ data }: MessageEvent<FromParser>) => {
    if ("wanted" in data) {
      const module = await grammarModule(data.wanted).catch((error: Error) => error.message);
      return send({ name: data.wanted, module });
    }
    for (const [language, why] of data.missing) missing.set(language, why);
    asked.get(data.id)?.(data.outline);
    asked.delete(data.id);
  };
  thread.onerror = (event) => {
    event.preventDefault();
    broke = `the parser's thread broke: ${event.message}`;
    for (const answer of asked.values()) answer(undefined);
  };
  return {
    missing,
    ahead: AHEAD,
    async outline(text, language, path) {
      const { promise, resolve } = Promise.withResolvers<Outline | undefined>();
      const id = texts++;
      asked.set(id, resolve);
      if (broke === "") send({ id, text, language, path });
      else resolve(undefined);
      const outline = await promise;
      if (broke !== "") missing.set(language, broke);
      return outline;
    },
    close: () => thread.terminate(),
  };
}
