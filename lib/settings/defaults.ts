/** Every number that the control plane or the contract fixes, with its unit and its reason. */
export const DEFAULTS = {
  /** ms from process start to the end of the last tool. */
  wallMs: 5000,
  /** ms added to the wall budget once tier 2 is enabled: its tools walk history and call graphs. */
  tierTwoExtraMs: 5000,
  /** Tools in flight at once. */
  maxConcurrency: 3,
  /** Characters of injected context, before a client's own cap. */
  maxInjectedChars: 12_000,
  /** s for an MCP server's handshake while a prompt waits; a gateway, which keeps its servers, gives them longer. */
  mcpStartupSec: 5,
  /** Places that are quoted in one injection, and lines of each. */
  maxSnippets: 3,
  maxSnippetLines: 20,
  /** Characters of a line that is named alone: what is longer is data. */
  maxKeyLineChars: 120,
  /** Share of the best one's worth from which on another place may be quoted beside it: it may as well be the one that was meant. */
  closeShare: 0.9,
  /** Places that are named in one injection, and UTF-16 units of what is said of each. */
  maxItems: 12,
  maxItemChars: 240,
  /** ms to wait for a prompt or payload on stdin that has begun and does not end. */
  stdinMs: 2000,
  /** ms after the wall budget by which the program has ended, whatever a tool does. */
  graceMs: 250,
  /** Bytes of a prompt that are read; a longer one is passed on without context. */
  maxInputBytes: 16 * 1024 * 1024,
  /** Bytes of a hook's payload: as much as can be redacted within the wall budget, and more than any model takes. */
  maxPayloadBytes: 4 * 1024 * 1024,
  /** Minutes without a prompt after which the daemon of a repository ends. */
  daemonMinutes: 10,
  /** How long a context file is kept, and how much of them in all. */
  contextFileDays: 14,
  contextFileMegabytes: 200,
} as const;

/** Globs of paths to leave out that are looked at, both files together, and characters of each: every path is held to all of them. */
export const EXCLUDE_CEILING = { globs: 1000, chars: 512 } as const;

/**
 * What each client takes of one injection: Claude Code replaces anything over 10,000 UTF-16 units by a preview, a Codex hook spills over 10,000 bytes of UTF-8. Gemini CLI and opencode
 * take a text of any length. */
export const CLIENT_CAP = {
  "claude-hook": { size: 9500, unit: "utf16" },
  "codex-hook": { size: 9500, unit: "bytes" },
  "gemini-hook": { size: 12_000, unit: "utf16" },
  "opencode-hook": { size: 12_000, unit: "utf16" },
  wrapper: { size: 12_000, unit: "utf16" },
} as const;

export type ClientCap = (typeof CLIENT_CAP)[keyof typeof CLIENT_CAP];
