import type { UserConfig } from "./config_schema.ts";
import type { ConfigProblem } from "./control_plane.ts";

/** One configuration file as far as it could be understood. Keys that could not be are problems, and their defaults stand. */
export interface ConfigFile {
  values: UserConfig;
  problems: ConfigProblem[];
  /** Texts for [Limits]: keys that are understood and not followed. */
  limits: string[];
}

/** A file's text and what YAML makes of it. */
export interface ParsedFile {
  text: string;
  file: string;
  document: object;
  /** Whether the keys that start programs count. */
  everyKey: boolean;
}
