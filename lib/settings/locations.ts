import { recover } from "./attempt.ts";
import { followLinks } from "./own_files.ts";
import type { World } from "./world.ts";

export type Locations = ReturnType<typeof locations>;

type Kind = "cache" | "state" | "data" | "config";

const PLACES: Readonly<Record<Kind, { variable: string; below: string }>> = {
  cache: { variable: "XDG_CACHE_HOME", below: ".cache" },
  state: { variable: "XDG_STATE_HOME", below: ".local/state" },
  data: { variable: "XDG_DATA_HOME", below: ".local/share" },
  config: { variable: "XDG_CONFIG_HOME", below: ".config" },
};

/** Where the program keeps its own files; undefined where it keeps none: `without` says why. Paths are real where they are there. Relative values of XDG variables are ignored, as the XDG base directory specification asks. */
export function locations(world: World) {
  const home = absolute(world.env("HOME"));
  const refused: string[] = [];
  const place = (kind: Kind): string | undefined => {
    const { variable, below } = PLACES[kind];
    const base = absolute(world.env(variable)) ?? (home === undefined ? undefined : `${home}/${below}`);
    return recover(() => base && followLinks(`${base}/auto-tools`), Error, ({ message }) => {
      refused.push(`no folder for ${kind}: ${message}, or set ${variable}`);
      return undefined;
    });
  };
  return {
    /** Index databases: can be deleted at any time. */
    cache: place("cache"),
    /** Session memory, the log behind `why`, approvals. */
    state: place("state"),
    /** Context files. */
    data: place("data"),
    /** The user's own `auto-tools.yaml` and trust decisions. */
    config: place("config"),
    home,
    /** Texts for [Limits]: places that are not used, since they are not the user's alone. */
    refused,
  };
}

/** Why there is no place for one kind of files, for people. */
export function without(kind: Kind, { refused }: Locations): string {
  const why = refused.find((text) => text.startsWith(`no folder for ${kind}:`));
  return why ?? `no folder for ${kind}: neither ${PLACES[kind].variable} nor HOME is set`;
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && path.startsWith("/") ? path.replace(/\/+$/, "") || "/" : undefined;
}
