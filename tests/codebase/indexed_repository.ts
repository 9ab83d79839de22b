import { buildIndex } from "../../lib/codebase/index/build_index.ts";
import type { FilePass } from "../../lib/codebase/index/file_pass.ts";
import type { ToolContext } from "../../lib/codebase/codebase.ts";
import { openIndex } from "../../lib/codebase/index/index_state.ts";
import type { StoredCorpus } from "../../lib/codebase/corpus/stored_corpus.ts";
import { type RealRepository, realRepository } from "./real_repository.ts";
import { discard } from "../temporary_folder.ts";

/** A real repository with a cache folder of its own. */
export interface IndexedRepository extends Disposable {
  repository: RealRepository;
  cacheDir: string;
  git(...args: string[]): string;
  /** What a tool is called with; each call is another prompt. */
  context(options?: { exclude?: string[]; ms?: number }): ToolContext;
  /** Builds or refreshes the index as if `laterMs` after now, so that what was just written has settled. */
  build(laterMs?: number): Promise<FilePass>;
}

let prompts = 0;

export function indexedRepository(files: Record<string, string>): IndexedRepository {
  const repository = realRepository();
  repository.write(files);
  repository.commit("Begin", "2026-01-01T00:00:00Z");
  const cacheDir = `${Deno.realPathSync(Deno.makeTempDirSync({ prefix: "cache-" }))}/index`;
  const { git } = repository;
  const context: IndexedRepository["context"] = ({ exclude = [], ms = 20_000 } = {}) => {
    const time = new Date(Date.now() + 60_000 + prompts++).toISOString();
    return { ...repository.context({ exclude, ms, time }), cacheDir };
  };
  return {
    repository,
    cacheDir,
    git,
    context,
    async build(laterMs = 60_000) {
      const built = await buildIndex(cacheDir, context(), { now: () => Date.now() + laterMs });
      if (built.kind === "busy") throw new Error("somebody else builds");
      return built;
    },
    [Symbol.dispose]() {
      repository[Symbol.dispose]();
      discard(cacheDir.slice(0, cacheDir.lastIndexOf("/")));
    },
  };
}

/** The same with its index built. */
export async function builtRepository(files: Record<string, string>): Promise<IndexedRepository> {
  const indexed = indexedRepository(files);
  await indexed.build();
  return indexed;
}

/** Files that no request is about. */
export const NOISE: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`lib/noise${at}.ts`, `export const noise${at} = ${at};\n`]),
);

/** What the index says now. */
export function asked<T>(
  { cacheDir }: Pick<IndexedRepository, "cacheDir">,
  ask: (stored: StoredCorpus) => T,
): T {
  const { stored } = openIndex(cacheDir);
  if (!stored) throw new Error("no index");
  try {
    return ask(stored);
  } finally {
    stored.close();
  }
}
