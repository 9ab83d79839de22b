import type { World } from "./world.ts";

/** Where the program keeps its own files, each undefined where neither XDG's variable nor HOME says. */
export interface Locations {
  /** Index databases: can be deleted at any time. */
  cache: string | undefined;
  /** Session memory and the log behind `why`. */
  state: string | undefined;
  /** Context files. */
  data: string | undefined;
  /** The user's own `auto-tools.yaml` and trust decisions. */
  config: string | undefined;
  home: string | undefined;
}

/** Relative values of XDG variables are ignored, as the XDG base directory specification asks. */
export function locations(world: World): Locations {
  const home = absolute(world.env("HOME"));
  const below = (variable: string, fallback: string) => {
    const base = absolute(world.env(variable)) ?? (home === undefined ? undefined : `${home}/${fallback}`);
    return base === undefined ? undefined : `${base}/auto-tools`;
  };
  return {
    cache: below("XDG_CACHE_HOME", ".cache"),
    state: below("XDG_STATE_HOME", ".local/state"),
    data: below("XDG_DATA_HOME", ".local/share"),
    config: below("XDG_CONFIG_HOME", ".config"),
    home,
  };
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && path.startsWith("/") ? path.replace(/\/+$/, "") || "/" : undefined;
}
