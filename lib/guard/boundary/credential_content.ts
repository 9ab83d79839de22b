import { isPlaceholder } from "../secrets/placeholder.ts";

/*
 * Stores of credentials by what stands in them, whatever they are called. Asked of data and configuration only: code and documentation show such
 * things as examples, and redaction is there for those.
 */

/** Characters that tell: the keys by which a store is known stand near its beginning. */
const MAX_READ = 64 * 1024;

/** A format: all of its patterns are found in a file of it. */
interface Store {
  what: string;
  /** In lower case; without it nothing else is looked at. */
  needs: string;
  all: readonly RegExp[];
}

const STORES: readonly Store[] = [
  {
    what: "kubeconfig",
    needs: "config",
    all: [
      /["']?\bkind["']?:\s{0,8}["']?Config\b/,
      /^[\s{"']{0,20}(?:current-context|clusters|users|contexts)["']?:/m,
    ],
  },
  {
    what: "docker",
    needs: '"auths"',
    all: [/"auths"\s{0,8}:\s{0,8}\{/, /"(?:auth|password|\w{2,10}token)"\s{0,8}:\s{0,8}"[^"<$]/],
  },
  {
    what: "gcloud",
    needs: '"type"',
    all: [
      /"type"\s{0,8}:\s{0,8}"(?:service_account|authorized_user|external_account_authorized_user|impersonated_service_account)"/,
      /"(?:private_key|refresh_token|client_secret)"/,
    ],
  },
  {
    what: "oauth client",
    needs: '"client_secret"',
    all: [/"(?:installed|web)"\s{0,8}:\s{0,8}\{/, /"auth_uri"/],
  },
  {
    what: "aws",
    needs: "aws_secret_access_key",
    all: [/^\s{0,8}\[[^\]\n]{1,80}\]/m, /^\s{0,8}aws_secret_access_key\s{0,8}=\s{0,8}[\w+/]{16}/im],
  },
  {
    what: "aws keys",
    needs: "secret access key",
    all: [/^[^\n]{0,80}Access key ID,\s{0,4}Secret access key/im],
  },
  {
    what: "key pair of a cloud",
    needs: "secret",
    all: [
      /^\s{0,8}[{[]/,
      /"(?:access_?key_?id|secret_?id|ak|access_?key)"\s{0,8}:\s{0,8}"[\w-]{8}/i,
      /"(?:access_?key_?secret|secret_?access_?key|secret_?key|sk)"\s{0,8}:\s{0,8}"[\w+/-]{12}/i,
    ],
  },
  { what: "oracle cloud", needs: "key_file", all: [/^fingerprint\s{0,8}=/m, /^key_file\s{0,8}=/m] },
  {
    what: "azure tokens",
    needs: "refreshtoken",
    all: [/"refreshToken"\s{0,8}:\s{0,8}"/i, /"(?:tokenType|_authority|home_account_id|accessToken)"/i],
  },
  { what: "publish profile", needs: "userpwd=", all: [/<publishData>/] },
  { what: "gh", needs: "oauth_token:", all: [/^\s{1,16}oauth_token:\s{0,8}\S/m] },
  {
    what: "netrc",
    needs: "machine",
    all: [
      /^(?:#[^\n]{0,400}\n|\s){0,400}machine\s{1,8}\S{1,200}\s{1,8}(?:(?:login|user|port|account)\s{1,8}\S{1,200}\s{1,8}){1,3}password\s{1,8}\S/,
    ],
  },
  { what: "cookies", needs: "http cookie file", all: [/^\s{0,8}#\s{0,4}(?:Netscape )?HTTP Cookie File/i] },
  {
    what: "cookies",
    needs: "\ttrue\t",
    all: [
      /^(?:#[^\n]{0,400}\n|\s){0,400}(?:#HttpOnly_)?\S{1,200}\t(?:TRUE|FALSE)\t\/\S{0,200}\t(?:TRUE|FALSE)\t\d{1,12}\t\S/,
    ],
  },
  {
    what: "cookies",
    needs: '"httponly"',
    all: [/"domain"\s{0,8}:/, /"value"\s{0,8}:/, /"(?:sameSite|hostOnly|expirationDate|expires)"\s{0,8}:/],
  },
  {
    what: "private key",
    needs: "private key",
    all: [
      /-----BEGIN (?:[A-Z\d]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[rn]|[A-Z][\w-]{1,20}:[^\n]{0,200}){0,12}[A-Za-z\d+/]{24}/,
    ],
  },
  { what: "private key", needs: "user-key-file", all: [/^PuTTY-User-Key-File-\d/m] },
  { what: "private key", needs: "age-secret-key-1", all: [/^AGE-SECRET-KEY-1[A-Z\d]/m] },
  { what: "private key", needs: "secret key", all: [/^untrusted comment: [^\n]{0,80}secret key/m] },
  { what: "private key", needs: '"kty"', all: [/"(?:d|k)"\s{0,8}:\s{0,8}"[\w-]{20}/] },
  {
    what: "private key",
    needs: "privatekey",
    all: [/^\s{0,4}\[Interface\]/m, /^\s{0,8}PrivateKey\s{0,8}=\s{0,8}[\w+/]{20}/m],
  },
  { what: "wallet", needs: '"ciphertext"', all: [/"kdfparams"/, /"mac"/] },
  { what: "terraform state", needs: '"terraform_version"', all: [/"(?:lineage|serial)"\s{0,8}:/] },
  {
    what: "npm",
    needs: "_auth",
    all: [/^\s{0,8}(?:\/\/[^\s=]{1,200}:)?_auth(?:Token)?\s{0,8}=\s{0,8}[^\s${]/m],
  },
  { what: "yarn", needs: "npmauth", all: [/^\s{0,16}npmAuth(?:Token|Ident)\s{0,8}:\s{0,8}["']?[^\s"'$]/m] },
  { what: "nuget", needs: "packagesourcecredentials", all: [/ClearTextPassword|key="Password"/i] },
  { what: "maven", needs: "<servers>", all: [/<settings[\s>]/, /<(?:password|passphrase|privateKey)>/] },
  {
    what: "rclone",
    needs: "type =",
    all: [/^\[[^\]\n]{1,80}\]/m, /^(?:pass|token|secret_access_key|client_secret) = \S/m],
  },
  { what: "vault", needs: "$ansible_vault;", all: [/^\$ANSIBLE_VAULT;/] },
  { what: "logins", needs: "encryptedpassword", all: [/"encryptedUsername"/] },
  { what: "logins", needs: "<keepassfile>", all: [] },
  { what: "logins", needs: '"login"', all: [/"encrypted"\s{0,8}:/, /"password"\s{0,8}:/, /"items"\s{0,8}:/] },
  {
    what: "logins",
    needs: "passw",
    // The head of a table.
    all: [
      /^\s{0,8}["']?[\w -]{1,40}["']?(?:[,;\t]["']?[\w -]{0,40}["']?){0,20}[,;\t]["']?(?:login_)?passw(?:or)?d["']?\s{0,4}(?:[,;\t][^\n]{0,400})?\n\S/i,
    ],
  },
];

/** What every line of a list of accounts is like; of one kind three lines are needed, since it is like others. */
const LISTS: readonly { least: number; line: RegExp }[] = [
  { least: 1, line: /^[\w.*-]{1,100}:(?:\d{1,5}|\*):[^:\s]{1,100}:[^:\s]{1,100}:\S{1,200}$/ },
  {
    least: 1,
    line:
      /^[^:\s]{1,100}:(?:\$(?:apr1|2[abxy]|[1567y]|argon2\w{0,2})\$|\{S?SHA\}|[\w.*-]{1,60}:[\da-f]{32}$)\S{0,400}$/,
  },
  { least: 2, line: /^[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,40}[:;|,\t ]\S{4,64}$/ },
  {
    least: 3,
    line: /^[A-Za-z][\w.@+-]{1,63}[:;|\t](?=\S*\d)(?=\S*[A-Za-z])(?!\d|v\d|\S*(?:\/|\.\w{1,5}$))\S{6,64}$/,
  },
];
/** Lines of a list that are looked at. */
const MAX_LINES = 200;

/** What a text, in which credentials are not just spoken of, is a store of; undefined where it is none. Linear. */
export function storeIn(text: string): string | undefined {
  const head = text.slice(0, MAX_READ);
  const lower = head.toLowerCase();
  const store = STORES.find(({ needs, all }) =>
    lower.includes(needs) && all.every((pattern) => pattern.test(head))
  );
  return store?.what ?? (isListOfAccounts(head) ? "accounts" : undefined);
}

function isListOfAccounts(head: string): boolean {
  const lines = head.split("\n", MAX_LINES).map((line) => line.trim()).filter((line) =>
    !/^(?:$|#|\/\/)/.test(line)
  );
  return LISTS.some(({ least, line }) =>
    lines.length >= least && lines.every((each) => line.test(each)) &&
    !(least > 1 && lines.every(endsInPlaceholder))
  );
}

function endsInPlaceholder(line: string): boolean {
  return isPlaceholder((/[^:;|,\t ]*$/.exec(line)?.[0] ?? "").toLowerCase());
}

/** First bytes of keys and stores of keys: Java's, KeePass's and PKCS #12's, whose version is 3. */
const CONTAINERS: readonly (readonly (number | undefined)[])[] = [
  [0xfe, 0xed, 0xfe, 0xed],
  [0xce, 0xce, 0xce, 0xce],
  [0x03, 0xd9, 0xa2, 0x9a],
  [0x30, 0x82, undefined, undefined, 0x02, 0x01, 0x03, 0x30],
  // PKCS #8 and PKCS #1 in DER.
  [0x30, 0x82, undefined, undefined, 0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09],
  [0x30, 0x82, undefined, undefined, 0x02, 0x01, 0x00, 0x02, 0x82],
];

/** Whether these bytes begin as a key does that is kept as no text. */
export function isKeyContainer(bytes: Uint8Array): boolean {
  return CONTAINERS.some((first) => first.every((byte, at) => byte === undefined || byte === bytes[at]));
}
