export interface Redaction {
  kind: string;
  count: number;
}

/** Replaces secrets in a text. First version: a handful of formats. */
export function redact(text: string): { text: string; redactions: Redaction[] } {
  const counts = new Map<string, number>();
  const note = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const clean = text
    .replace(/\bBearer [A-Za-z0-9._~+\/=-]{8,4096}/g, () => (note("bearer"), "Bearer <redacted>"))
    .replace(/\bAKIA[A-Z0-9]{12,}/g, () => (note("aws-access-key"), "AKIA<redacted>"))
    .replace(/\bghp_[A-Za-z0-9]{20,}/g, () => (note("github"), "ghp_<redacted>"));
  return { text: clean, redactions: [...counts].map(([kind, count]) => ({ kind, count })) };
}
