import type { Aliases } from "../guard/command_judge.ts";
import { callGit } from "./private_git.ts";

/** Bytes of all aliases that are read. */
const MAX_BYTES = 1024 * 1024;

/**
 * What git, asked at `cwd` as the programs of a run are, takes for aliases: the repository's own and the user's, by their names in lower case. None where git
 * can read none, for then it runs none either.
 */
export async function gitAliases(
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<Aliases> {
  const args = ["config", "-z", "--get-regexp", "^alias\\."];
  const { code, stdout } = await callGit(cwd, args, { ...environment }, MAX_BYTES);
  if (code !== 0) return new Map();
  return new Map(
    stdout.split("\0").flatMap((line): [string, string][] => {
      const [, name, value] = /^alias\.(\S+)\n([^]*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}
