/*
 * Names whose words promise a secret and whose values are none. Lists and not one pattern: that would take two milliseconds to compile in every process
 * that meets a `key`.
 */

/** Before `key`. */
const KEYS_OF = words(
  "public primary foreign partition sort cache composite unique hot short arrow map dict object group row column query index lookup storage data type i18n translation locale route react feature config lang label message error event state field attr property header param",
);
/** Behind `key`. */
const OF_KEY = words(
  "s word words board frame frames code down up press name names id type size length path file stone note space val value of by",
);
/** Behind `token`. */
const OF_TOKEN = words(
  "type url surl uri endpoint name count limit size length kind index id class expiry expires",
);
/** Before `tokens` that are counted or read. */
const TOKENS_OF = words(
  "max min num total input output prompt completion design css stop pad eos bos unk mask sep next prev syntax lexer parser",
);
const SECRETS = words("password passwd secret token key auth session cookie webhook");
/** Behind a secret's name: something about it. */
const OF_SECRET = words(
  "field label hint placeholder policy rule rules length regex pattern strength reset input type name url path file ttl timeout expiry version id error message prompt prefix suffix format schema class provider mode store manager service handler domain method algorithm alg age maxage max_age max-age",
);
/** Anywhere in a name. */
const WITHIN = words(
  "tokenis tokeniz passed passing passes passive passthrough passage passenger passport bypass compass pinned pinning ping pink pine pinch pinyin pinterest opinion spin mapping keyboard monkey donkey turkey hockey whiskey jockey secretary askpass timestamp",
);
const AUTHORS = /auth(?:or|ors|ored|ority|entic\w*|orization[_-]?url)$/;

/** Whether a name, in lower case, says that its value is no secret although one of its words does. */
export function isHarmlessName(name: string): boolean {
  return WITHIN.some((word) => name.includes(word)) ||
    OF_KEY.some((word) => name.endsWith(`key${word}`)) ||
    isOf(name, ["key", "keys"], KEYS_OF) ||
    isOf(name, OF_TOKEN, ["token"]) ||
    isOf(name, OF_SECRET, SECRETS, "s") ||
    isOf(name, ["token", "tokens"], TOKENS_OF) ||
    isOf(
      name,
      ["pagetoken", "page_token", "page-token", "pagetokens", "page_tokens", "page-tokens"],
      TOKENS_OF,
    ) ||
    AUTHORS.test(name);
}

/** Whether a name ends in one of `owners`, `_`, `-` or nothing, and one of `ends`. `plural` may stand behind the owner. */
function isOf(name: string, ends: readonly string[], owners: readonly string[], plural = ""): boolean {
  return ends.some((end) => {
    if (!name.endsWith(end)) return false;
    const before = name.slice(0, -end.length);
    const owner = /[_-]$/.test(before) ? before.slice(0, -1) : before;
    return owners.some((each) => owner.endsWith(each) || (plural !== "" && owner.endsWith(each + plural)));
  });
}

function words(list: string): readonly string[] {
  return list.split(" ");
}
