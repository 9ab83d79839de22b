import table from "../data/file_names.txt" with { type: "text" };
import { sectionsOf } from "../rule_table.ts";
import { isKnownType, isTranslation, speaksOfCredentials } from "./file_types.ts";

/*
 * Names whose content never leaves a repository. Paths are looked at only, never a disk; the globs of users on top of them are in `exclude.ts`.
 */

const sections = sectionsOf(table);
const PRIVATE_FOLDERS = sections("private-folders");
const PRIVATE_PLACES = sections("private-places");
const PRIVATE_FILES = sections("private-files");
const PRIVATE_NAMES = sections("private-names");
const PRIVATE_EXTENSIONS = sections("private-extensions");
/** Trees that hold no files of anybody, whatever they look like. */
const PSEUDO_TREES = ["/proc/", "/sys/", "/dev/"];

/** Formats of which most files hold no credentials: these are private by the last word of their names alone. */
const STRUCTURED = /^(?:json5?|jsonc|ya?ml|toml|ini|cfg|conf|config|properties|xml|plist|hcl)$/;
const PLACE =
  "(?:[-_.](?:dev|development|prod|production|stag(?:e|ing)|test|testing|local|live|qa|uat|ci|global|default|enc|encrypted|sops|dec|private|old|new|backup|copy|export|dump|list|\\d{1,8}))*";
/** `secrets.prod`, `db-credentials`, `client_secret_123`, `my-service-account`: what data of these names is. */
const STORE = new RegExp(
  `^(?:\\.?(?:[\\w.-]*[-_.])?(?:secrets?|credentials|creds|passwords|passwds|(?:access|auth|refresh|api|bearer|oauth2?)[-_]?tokens?|(?:api|access|private|ssh|deploy|secret|gcp|host)[-_]?keys?)|` +
    `\\.?(?:credential|password|passwd|pwd|passphrase)|client_?secrets?[\\w.-]*|(?:[\\w.-]*[-_.])?service[-_]?account[\\w.-]*|[\\w.-]*firebase-adminsdk[\\w.-]*|(?:[\\w.-]*[-_.])?kube[-_.]?config(?:[-_. ][\\w.() -]*)?|[\\w.-]*\\.tfvars)${PLACE}$`,
);
/** Encrypted by those who need not hide it: nothing in it is said, and references are all that the other kind holds. */
const REFERENCE = /(?:^|[-_.])(?:external|sealed)[-_.]?secrets?/;
const TABLE = /^(?:txt|[ct]sv|list|doc|sqlite|db)$/;
/** The same in lists, dumps and what has no known type: any of these words. */
const LIST = new RegExp(
  `(?:^|[^a-z])(?:pass(?:wor(?:d|t)|wd|phrase)s|credentials|creds|secrets|(?:api|access|private|ssh|deploy|secret|host|signing|master)[-_ ]?keys?|kube[-_.]?config|cookie[-_ ]?jar)(?:[^a-z]|$)|` +
    `(?:^|[^a-z])(?:pass(?:wor[dt]|wd|phrase|code)?|pwds?|credential|secret|tokens?|cookies?|(?:id_)?(?:rsa|dsa|ecdsa|ed25519)(?:[-_]key)?|logins?)${PLACE}$|密码|口令|密钥|秘钥|凭证|令牌`,
);
/** Characters of a name, from its end, as many as a file system takes. */
const MAX_NAME = 255;

const KEY_NAME = /^\.?(?:id_(?:rsa|dsa|ecdsa|ed25519|xmss)|ssh_host_\w+_key)/;
const ENV_NAME = /^\.env/;
const ENV_VARIANT = /^env[._-]/;
const SHELL_HISTORY = /^\.[a-z_]{1,20}_history$/;
const PLACEHOLDER = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|default)$/;
const BACKUP =
  /(?:~|#|[-_. ]\(?(?:copy|\d{1,14})\)?|\.(?:bak|bk|bkp|backup|save|saved|old|new|orig|sw[pon]|tmp|temp|rej|disabled|off|enc|sops|gz|zip|\d{4}-\d\d-\d\d[\w:-]*))$/;

/** Characters that some file systems drop from names, so that `.g\u200cit` is `.git` there. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad]/g;

/**
 * Tells whether a path, relative to the repository root with `/` separators, is one whose content is never read, quoted or named.
 *
 * Segment by segment, without regard to case and after Unicode NFKC, so no spelling that a file system would take for the same name gets by.
 * `.env.example` (`.sample`, `.template`, `.dist`) and source code such as `lib/keys.ts` are not sensitive.
 */
export function isSensitivePath(path: string): boolean {
  const segments = spelled(path);
  const last = segments.length - 1;
  return segments.some((segment, index) => {
    const name = segment.replace(/[. ]+$/, "") || segment;
    if (PRIVATE_FOLDERS.has(name) || PRIVATE_PLACES.has(`${segments[index - 1]}/${name}`)) return true;
    if (index === last) return isPrivateFile(name, segments);
    return ENV_NAME.test(name) && isPrivateFile(name, segments);
  });
}

/** Whether a real path is, or lies in, what the system only shows as files. */
export function isPseudoTree(path: string): boolean {
  return PSEUDO_TREES.some((tree) => `${path}/`.startsWith(tree));
}

/** Whether an absolute path leads into a folder of keys and passwords, or into git's own: names there say nothing, so nothing there is searched. */
export function isPrivatePlace(path: string): boolean {
  // `~/projects/secrets/app` may be somebody's project.
  return spelled(path).some((segment) => PRIVATE_FOLDERS.has(segment) && segment !== "secrets");
}

/** The parts of a path as the most lenient file system takes them. */
function spelled(path: string): string[] {
  return path.normalize("NFKC").replace(INVISIBLE, "").toLowerCase().split(/[/\\]/);
}

function isPrivateFile(name: string, segments: readonly string[]): boolean {
  if (PLACEHOLDER.test(name)) return false;
  if (PRIVATE_NAMES.has(name)) return !isTranslation(segments.join("/"));
  if (ENV_NAME.test(name) || SHELL_HISTORY.test(name)) return true;
  if (PRIVATE_FILES.has(`${segments[segments.length - 2]}/${name}`)) return true;
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1);
  const stem = (dot <= 0 ? name : name.slice(0, dot)).slice(-MAX_NAME);
  if (PRIVATE_EXTENSIONS.has(extension)) return !PLACEHOLDER.test(stem);
  if (speaksOfCredentials(name) || PLACEHOLDER.test(stem)) return false;
  if (KEY_NAME.test(name)) return true;
  if (STRUCTURED.test(extension)) {
    if (STORE.test(stem) && !REFERENCE.test(stem) && !isTranslation(segments.join("/"))) return true;
  } else if (TABLE.test(extension) || !isKnownType(name)) {
    if (LIST.test(stem) || ENV_VARIANT.test(name)) return true;
  }
  const backup = BACKUP.exec(name);
  return backup !== null && backup.index > 0 && isPrivateFile(name.slice(0, backup.index), segments);
}
