/// <reference lib="deno.worker" />
/**
 * The loader of the program that is built only to be tried: as it runs, what V8 has compiled of each chunk is written below `CODE_CACHE`, a folder
 * for each role. Of several runs the one that compiled the most is kept. Its threads may do what the program may, so that they can write.
 */
import { writeBelow } from "./files_below.ts";
import { load as loadScripts, type PackPlace, scripts } from "./loader.ts";

export function load(entry: string, role: string, place: PackPlace): Record<string, unknown> {
  const out = Deno.env.get("CODE_CACHE");
  if (out === undefined) throw new Error("CODE_CACHE does not say where to keep what is compiled");
  if (entry !== "main.js") {
    const post = self.postMessage.bind(self);
    self.postMessage = (message: unknown) => {
      keep(`${out}/${role}`);
      post(message);
    };
    return loadScripts(entry, role, place);
  }
  const exit = Deno.exit;
  Deno.exit = (code): never => {
    keep(`${out}/${role}`);
    return exit(code);
  };
  globalThis.Worker = class extends Worker {
    constructor(url: URL | string, options?: WorkerOptions) {
      super(url, { ...options, type: "module", deno: { permissions: "inherit" } });
    }
  };
  return loadScripts(entry, role, place);
}

function keep(folder: string): void {
  for (const [name, script] of scripts) {
    const data = script.createCachedData();
    if (data.length > sizeOf(`${folder}/${name}`)) writeBelow(`${folder}/${name}`, data);
  }
}

function sizeOf(file: string): number {
  try {
    return Deno.statSync(file).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}
