import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { OutlineKey } from "./outline_store.ts";

/** Times that a content may be what a run was parsing as it died. A run may be killed for many reasons, so once proves nothing. */
const MAX_DEATHS = 2;
/** Contents that are remembered, the latest. */
const MAX_KEPT = 50;

/**
 * Remembers in the index what is being parsed. A parser that dies takes the whole run with it (V8 ends the process where WebAssembly takes too much), and
 * the next run would meet the same file again, and so for ever.
 */
export class ParserDeaths {
  readonly #put: StatementSync;
  /** How often each content was being parsed when a run died. */
  readonly #deaths: Map<string, number>;

  constructor(database: DatabaseSync) {
    this.#put = database.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
    const get = database.prepare("SELECT value FROM meta WHERE key = ?");
    const text = (key: string) => String(get.get(key)?.["value"] ?? "");
    this.#deaths = new Map(countsIn(text("parser_deaths")));
    const died = text("parsing");
    if (died === "") return;
    const count = (this.#deaths.get(died) ?? 0) + 1;
    this.#deaths.delete(died);
    this.#deaths.set(died, count);
    const kept = [...this.#deaths].slice(-MAX_KEPT).map(([name, times]) => `${times} ${name}`);
    this.#put.run("parser_deaths", kept.join("\n"));
    this.ended();
  }

  /** Whether a content is not to be parsed again. */
  isGuilty(key: OutlineKey): boolean {
    return (this.#deaths.get(nameOf(key)) ?? 0) >= MAX_DEATHS;
  }

  /** Before a content is parsed. */
  began(key: OutlineKey): void {
    this.#put.run("parsing", nameOf(key));
  }

  /** Once no more is parsed. */
  ended(): void {
    this.#put.run("parsing", "");
  }
}

function nameOf({ hash, ending }: OutlineKey): string {
  return `${hash} ${ending.replaceAll("\n", " ")}`;
}

function countsIn(text: string): [string, number][] {
  return text.split("\n").flatMap((line): [string, number][] => {
    const [count = "", ...name] = line.split(" ");
    return /^\d{1,3}$/.test(count) ? [[name.join(" "), Number(count)]] : [];
  });
}
