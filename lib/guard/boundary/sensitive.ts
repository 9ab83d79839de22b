/**
 * Names whose content never leaves a repository. Paths are looked at only, never a disk; the globs of users on top of them are in `exclude.ts`.
 */

/** Folders below which everything is private. */
const PRIVATE_FOLDERS = new Set([
  ".git",
  "git~1",
  ".ssh",
  "secrets",
  ".secrets",
  ".gnupg",
  ".aws",
  ".password-store",
  ".kube",
]);

/** Of these the ones that are nobody's project, wherever they lie: `~/projects/secrets/app` may be one. */
const NEVER_A_PROJECT = [...PRIVATE_FOLDERS].filter((name) => name !== "secrets");

/** Trees that hold no files of anybody, whatever they look like. */
const PSEUDO_TREES = ["/proc/", "/sys/", "/dev/"];

/** Whole file names that hold credentials by convention. */
const PRIVATE_NAMES = new Set([
  ".netrc",
  "_netrc",
  ".pgpass",
  "pgpass.conf",
  ".npmrc",
  ".pypirc",
  ".htpasswd",
  ".htdigest",
  ".git-credentials",
  ".my.cnf",
  ".mylogin.cnf",
  ".s3cfg",
  ".boto",
  ".dockercfg",
  ".vault-token",
  ".vault-pass",
  ".vault_pass",
  ".terraformrc",
  "terraform.rc",
  "credentials",
  ".credentials",
  "wallet.dat",
  "shadow",
  "gshadow",
]);

/** Last extension of files that are keys or stores of keys. */
const PRIVATE_EXTENSIONS = new Set(
  "pem key p8 p12 pfx pkcs8 pkcs12 jks keystore bks keytab ppk kdb kdbx ovpn agekey tfstate env".split(" "),
);

/** Extensions in which `secrets.*`, `credentials.*` and service accounts are data; in any other they are somebody's code. */
const DATA_EXTENSIONS = new Set(
  "json json5 jsonc yml yaml toml ini cfg conf properties xml csv txt enc db sqlite env dat plist".split(" "),
);

/** Data files that are private under these names: `secrets.yaml`, `client_secret_123.json`, `my-service-account.json`. */
const PRIVATE_DATA =
  /^(?:\.?secrets?|\.?credentials?|client_?secrets?[\w.-]*|(?:[\w.-]+[-_.])?service[-_]?account(?:[-_.][\w.-]+)?|gcp[-_]key|auth[-_]token)$/;

const KEY_NAME = /^\.?id_(?:rsa|dsa|ecdsa|ed25519|xmss)/;
const ENV_NAME = /^\.env/;
const SHELL_HISTORY = /^\.[a-z_]{1,20}_history$/;
const PLACEHOLDER = /(?:^|[._-])(?:example|sample|template|dist)$/;
const BACKUP = /(?:~|\.(?:bak|backup|old|orig|save|swp|swo|tmp|copy|\d{1,3}))$/;

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
    return isPrivateFolder(name, segments[index + 1]) ||
      (index === last ? isPrivateFile(name) : ENV_NAME.test(name) && isPrivateFile(name));
  });
}

/** Whether a real path is, or lies in, what the system only shows as files. */
export function isPseudoTree(path: string): boolean {
  return PSEUDO_TREES.some((tree) => `${path}/`.startsWith(tree));
}

/** Whether an absolute path leads into a folder of keys and passwords, or into git's own: names there say nothing, so nothing there is searched. */
export function isPrivatePlace(path: string): boolean {
  return spelled(path).some((segment) => NEVER_A_PROJECT.includes(segment));
}

/** The parts of a path as the most lenient file system takes them. */
function spelled(path: string): string[] {
  return path.normalize("NFKC").replace(INVISIBLE, "").toLowerCase().split(/[/\\]/);
}

function isPrivateFolder(name: string, next: string | undefined): boolean {
  if (PRIVATE_FOLDERS.has(name)) return true;
  return name === ".docker" && next === "config.json";
}

function isPrivateFile(name: string): boolean {
  if (PLACEHOLDER.test(name)) return false;
  if (PRIVATE_NAMES.has(name) || KEY_NAME.test(name) || ENV_NAME.test(name) || SHELL_HISTORY.test(name)) {
    return true;
  }
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1);
  const stem = dot < 0 ? name : name.slice(0, dot);
  if (PRIVATE_EXTENSIONS.has(extension)) return !PLACEHOLDER.test(stem);
  if (DATA_EXTENSIONS.has(extension) && PRIVATE_DATA.test(stem)) return true;
  if (stem.startsWith("credentials.") && extension === "enc") return true;
  const backup = BACKUP.exec(name);
  return backup !== null && backup.index > 0 && isPrivateFile(name.slice(0, backup.index));
}
