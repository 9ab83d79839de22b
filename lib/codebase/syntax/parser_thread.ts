import { redact } from "../../guard/secrets/redact.ts";
import type { Language } from "../files/languages.ts";
import type { Outline } from "../structure/definition.ts";
import type { Outliner } from "./outliner.ts";
import { grammarModule } from "./parser_library.ts";

/** A text to clean, or a clean one to parse. */
type Request = { dirty: string } | { text: string; language: Language; path: string };

interface Answer {
  id: number;
  clean?: string;
  outline?: Outline | undefined;
  missing?: [Language, string][];
}

/** What the thread is sent: a text, or a module that it wants, or why there is none. */
export type ToParser = { id: number } & Request | { name: string; module: WebAssembly.Module | string };

export type FromParser = Answer | { wanted: string };

/** Texts that are sent before the first of them is done, so that neither thread waits for the other. */
const AHEAD = 8;

/** Cleans and parses in a thread, which runs `parser_worker.ts`, while this one does something else. Where it breaks down the parser is missing, for all that is left. */
export function threadedOutliner(thread: Worker): Outliner {
  const missing = new Map<Language, string>();
  const asked = new Map<number, (answer?: Answer) => void>();
  const send = (message: ToParser) => thread.postMessage(message);
  let requests = 0;
  let broke = "";
  thread.onmessage = async ({ data }: MessageEvent<FromParser>) => {
    if ("wanted" in data) {
      const module = await grammarModule(data.wanted).catch((error: Error) => error.message);
      return send({ name: data.wanted, module });
    }
    for (const [language, why] of data.missing ?? []) missing.set(language, why);
    asked.get(data.id)?.(data);
    asked.delete(data.id);
  };
  thread.onerror = (event) => {
    event.preventDefault();
    broke = `the parser's thread broke: ${event.message}`;
    for (const answer of asked.values()) answer();
  };
  /** Undefined where the thread gives no answer. */
  const ask = (request: Request) => {
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const id = requests++;
    asked.set(id, resolve);
    if (broke === "") send({ id, ...request });
    else resolve(undefined);
    return promise;
  };
  return {
    missing,
    ahead: AHEAD,
    clean: async (text) => (await ask({ dirty: text }))?.clean ?? redact(text).text,
    async outline(text, language, path) {
      const answer = await ask({ text, language, path });
      if (broke !== "") missing.set(language, broke);
      return answer?.outline;
    },
    close: () => thread.terminate(),
  };
}
