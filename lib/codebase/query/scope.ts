/** Words before a title's colon that say what kind of change it is, not where. */
const KINDS =
  /^(?:fix(?:e[sd])?|feat(?:ure)?|perf|bug(?:fix)?|hotfix|improve(?:ment)?|enhance(?:ment)?|impr|chore|docs?|style|ci|build|tests?|refactor|release|types?|deps|revert|wip|error|warning|note|todo|question|request|rfc|proposal|issue|add|update|security|regression|breaking)$/i;

const LABELS = /^(?:\[[^\]]{0,40}\]\s*)+/;
/** `fix(date-picker): …`, `修复（登录）：…` */
const IN_BRACKETS = /^[A-Za-z\u4e00-\u9fff]{1,20}\s*[(（]([^)）]{1,60})[)）]!?\s*[:：]/;
/** `urlapi: …`, `net/http: …`; also behind the kind: `fix: urlapi: …` */
const BEFORE_COLON = /^(?:[A-Za-z]{1,20}!?\s*[:：]\s+)?([\w./@-]{2,40})(?:\(\))?\s*[:：]\s/;

/** The places that a title's prefix names, as in commit messages: `fix(table): …` is about `table`. Lower case, without `_` and `-`. */
export function scopesIn(text: string): string[] {
  const title = (text.trimStart().split("\n", 1)[0] ?? "").slice(0, 200).replace(LABELS, "");
  const scope = IN_BRACKETS.exec(title)?.[1] ?? BEFORE_COLON.exec(title)?.[1];
  if (scope === undefined) return [];
  return scope.split(/[,，、/\s]+/).map((part) =>
    part.replace(/\.[a-z]{1,4}$/i, "").toLowerCase().replace(/[^a-z0-9]/g, "")
  ).filter((name) => name.length >= 2 && !KINDS.test(name));
}
