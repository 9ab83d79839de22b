/// <reference lib="deno.worker" />
import { outliner } from "./outliner.ts";
import type { FromParser, ToParser } from "./parser_thread.ts";

const say = (message: FromParser) => self.postMessage(message);
const wanted = new Map<string, PromiseWithResolvers<WebAssembly.Module>>();

/** Only the first thread has what the program carries. */
function modules(name: string): Promise<WebAssembly.Module> {
  const known = wanted.get(name);
  if (known !== undefined) return known.promise;
  const module = Promise.withResolvers<WebAssembly.Module>();
  wanted.set(name, module);
  say({ wanted: name });
  return module.promise;
}

const parser = outliner({ modules, threads: 2 });

self.onmessage = async ({ data }: MessageEvent<ToParser>) => {
  if ("name" in data) {
    const { name, module } = data;
    if (typeof module === "string") wanted.get(name)?.reject(new Error(module));
    else wanted.get(name)?.resolve(module);
    return;
  }
  const { id, text, language, path } = data;
  say({ id, outline: await parser.outline(text, language, path), missing: [...parser.missing] });
};
