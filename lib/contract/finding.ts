/** Lines of a file as they were read: `startLine` is the 1-based number of the first line of `text`. */
export interface Snippet {
  startLine: number;
  text: string;
}

/** What a source asserts about a subject of a path and symbol; two sources that say different things of one subject conflict. */
export interface Claim {
  subject: string;
  says: string;
}

/**
 * The only currency between tools and the rest: one place in the repository, or one result of an MCP server, and why it matters. `path` is relative to
 * the root with `/`; `lines` are 1-based and inclusive; `confidence` is 0..1, comparable within one tool; `source.version` is the commit or content
 * hash, `-` where there is none.
 */
export interface Finding {
  tool: string;
  path?: string;
  symbol?: string;
  title: string;
  summary: string;
  lines?: { start: number; end: number };
  snippet?: Snippet;
  /** Single lines of the file that speak for the place, in its snippet or outside of it, best first. */
  keyLines?: Snippet[];
  /** All that is quoted of the file with the lines around it, since a secret that reaches into them is known by those. It goes no further than the channel. */
  around?: Snippet[];
  confidence: number;
  claim?: Claim;
  source: { tool: string; version: string; time: string };
}

/** What a tool hands back to the channel: findings first; `data` is small, JSON-safe and for machines. */
export interface ToolOutput {
  summary: string;
  findings: Finding[];
  data: Record<string, unknown>;
  /** Texts for [Limits], without the prefix. */
  limits: string[];
  truncated: boolean;
  /** What the tool itself removed from the texts it cut its findings from, beyond what is removed later. */
  redactions?: { kind: string; count: number }[];
}
