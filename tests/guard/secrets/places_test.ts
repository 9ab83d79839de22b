import { assertEquals } from "@std/assert";
import { redact } from "../../../lib/guard/secrets/redact.ts";
import { type Row, spell, survives } from "../../fixtures/guard/corpus/spell.ts";

const SEEDS = [4, 5, 6];

/** Places of secrets: `§` in the second text, made of what the third says. */
const PLACES: readonly Row[] = [
  ["WireGuard", "[Peer]\nPresharedKey = §", "{B42}8="],
  ["secret key of a cloud", "HUAWEICLOUD_SDK_SK=§", "{A36}d4R7"],
  ["name that ends in a digit and Key", 'private String apiV3Key = "§";', "{A30}4d"],
  ["second line of a string", 'String key = "§first"\n    + "§last";', "{A19}7{A19}7"],
  ["emphasis", "- **Password**: `§`", "{A9}7"],
  ["anchor", "password: &pw §", "{A6}Q7{A6}7"],
  ["tag", "password: !!str §", "{A6}Q7{A6}7"],
  ["Apache", "SetEnv DB_PASS §", "{A6}Q7{A6}77"],
  ["Chinese words behind a password", "// 数据库密码: §，不要外传", "{A9}Q7x"],
  ["SQL insert", "INSERT INTO users (login, password) VALUES ('a', 'b1'), ('b', '§');", "{A10}7"],
  ["SQL of Oracle", 'CREATE USER x IDENTIFIED BY "§";', "{A10}7"],
  ["SQL of SQL Server", "CREATE LOGIN x WITH PASSWORD = N'§';", "{A10}7"],
  ["dump of PostgreSQL", "COPY users (id, api_token) FROM stdin;\n1\t§\n\\.", "{A30}7x"],
  ["table of Markdown", "| user | password |\n|---|---|\n| admin | §", "{A9}Q7 |"],
  ["key of which no more is shown", 'api_key = "§..."', "{A30}7"],
  ["CDATA", "<secret><![CDATA[§]]></secret>", "{A24}"],
  ["form", 'Content-Disposition: form-data; name="password"\r\n\r\n§\r\n--x', "{A10}7"],
  ["mail relay", "[smtp.example.com]:587 user:§", "{A14}"],
  ["kickstart", "rootpw --plaintext §", "{A10}7"],
  ["LDAP", "bindpw §", "{A10}7"],
  ["mongo", "mongo -u root -p § --authenticationDatabase admin", "{A10}7"],
  ["beeline", "beeline -u jdbc:hive2://x -n hive -p §", "{A10}7"],
  ["keytool", "keytool -genkey -storepass § -alias x", "{A10}7"],
  ["ssh-keygen", "ssh-keygen -t rsa -N '§' -f k", "{A10}7"],
  ["ldapsearch", "ldapsearch -x -D cn=admin -w § -b dc=x", "{A10}7"],
  ["sqlplus", "sqlplus system/§@orcl", "{A10}7"],
  ["smbclient", "smbclient //srv/share -U user%§", "{A10}7"],
  ["net use", "net use Z: \\\\srv\\share § /user:admin", "{A10}7"],
  ["unseal", "Unseal Key 1: §", "{B43}="],
  ["pipe", "echo § | docker login -u x --password-stdin", "{A14}7"],
  ["Teams", "https://outlook.office.com/webhook/§", "{h8}-{h4}-4{h3}-a{h3}-{h12}"],
  ["Azure DevOps", 'const value = "§";', "{A76}AZDO{A4}"],
  ["Asana", "# old one was § until March", "1/{d16}:{h32}"],
  ["DingTalk", 'const value = "§";', "SEC{h64}"],
  ["Baidu cloud", "# old one was § until March", "ALTAK{A20}"],
  ["NATS", 'const value = "§";', "SUA{s55}"],
  ["rest behind two points", 'local apiKey = "§first" .. "§last"', "{A19}7{A19}7"],
  ["rest in the next line of a diff", '+String apiKey = "§first" +\n+    "§last";', "{A19}7{A19}7"],
  ["rest behind a backslash", "export API_TOKEN=§first\\\n§last", "{A19}7{A19}7"],
  ["rest in a block of YAML", "api_key: >-\n  §first\n  §last\nnext: 1", "{A19}7{A19}7"],
  ["call over several lines", 'client.login(\n    "admin",\n    "§",\n)', "{A9}qQ7x"],
  ["SQL over two lines", "ALTER ROLE app WITH LOGIN PASSWORD\n  '§';", "{A10}7"],
  ["short name", "# TODO remove: pw=§", "{A14}Q7x"],
  ["French", "# mot de passe du compte : §", "{A9}Q7x"],
  ["German", 'Kennwort = "§"', "{A9}Q7x"],
  ["Dutch", "wachtwoord is §", "{A9}Q7x"],
  ["Polish", "hasło do bazy: §", "{A9}Q7x"],
  ["Turkish", "şifre: §", "{A9}Q7x"],
  ["Vietnamese", "mật khẩu: §", "{A9}Q7x"],
  ["Russian", "// Пароль от базы — §", "{A9}Q7x"],
  ["Arabic", "كلمة المرور: §", "{A9}Q7x"],
  ["Hindi", "पासवर्ड: §", "{A9}Q7x"],
  ["in a sentence without blanks", 'api_key: "新密钥为§，请勿外传"', "{A30}7x"],
  ["password in a sentence without blanks", 'password: "初始密码§"', "{A9}qQ7x"],
];

Deno.test("secrets are gone wherever commands, dumps, tables and documents have them", () => {
  const left = SEEDS.flatMap((seed) => spell(PLACES, seed)).filter((each) =>
    survives(each, redact(each.text).text)
  );
  assertEquals(left.map(({ id, text }) => `${id}: ${text}`), []);
});

/** What stands beside such names, or looks like a token, in real code. */
const HARMLESS = [
  `"password": "请输入8-16位密码",`,
  `"password": "密码错误3次后锁定",`,
  `"token_expired": "登录令牌已过期，请在10分钟内重新登录",`,
  `  private_key_tip: '私钥格式错误，请使用PKCS8格式',`,
  `"secret": "密钥长度至少为32个字符且不能包含空格",`,
  `password: "パスワードは8文字以上で入力してください",`,
  `"token": "토큰이만료되었습니다.다시로그인해주세요2",`,
  `"Constructor_of_class_0_is_private_2653": "类“{0}”的构造函数是私有的，仅可在类声明中访问。",`,
  `do not simulate the install dialog, so pass "standalone" to it`,
  `"""Pass 'parameters' and/or 'return_annotation' arguments`,
  `GIT_ASKPASS: 'echo',`,
  `sessionStartTimestamp: 1672567200000,`,
  `  "PostgreSQL",\n  "Python-2.0",`,
  `  "api_key",\n  "oauth2_refresh_token",`,
  `  'sodium_aead_encrypt',\n  'sodium_aead_xchacha20poly1305_ietf_keygen',`,
  `export const tokenEndpoint =\n  "https://login.example.com/oauth2/v2.0/token";`,
  `const apiKeyHeader =\n  "x-api-key";`,
  `mot de passe : https://example.com/aide/compte1`,
  `- value: info\n  name: LOG_TOKEN_COUNT2`,
  `response_id="resp_677efb5139a88190b512bc3fef8e535d",`,
  `id='call_wKayJlcYV12NiadiZuJXxcfx',`,
  `strip_prefix = "buildbuddy-toolchain-8d5d18373adfca9d8e33b4812915abc9b132f1ee",`,
  "export npm_config_manage_package_manager_versions=false",
  `"author_id": "786375418685165568",`,
  `"nextCursor": "eyJwYWdlIjogM30=",`,
  `"parse-passwd": "^1.0.0"`,
  `string = "Tests #{success ? "PASS" : "FAIL"}"`,
  "[CLIENT_CAPABILITIES_META_KEY]: ClientCapabilities2026Schema,",
  "export const LOG_LEVEL_META_KEY = 'io.modelcontextprotocol/logLevel';",
  "this.migrateAuthFromV1Enabled = migrateAuthFromV1Enabled;",
  `String rawPassword73 = rawPassword72 + "A";`,
  `private static final String SHA_ENCRYPT = "HmacSHA1";`,
  `const jwt = input + signature.toString('base64url');`,
  `'passwords' => [\n  'users' => [\n    'provider' => 'users',`,
  `labels: { a: "Username:", b: "Password:", rememberMeLabel: "Remember me:" }`,
  `$dsn = 'mysql:host=foo;dbname=bar';`,
  `<script type="module" src="http://localhost:3000/@vite/client"></script>`,
  "Buffer the body before sending or use bearer authentication.",
  "| --van-password-input-background | _var(--van-background-2)_ | - |",
  "@param key 密钥，支持三种密钥长度：128、192、256位",
  "则当saltPosition = 2时，盐位于data的1和2中间，即第二个空隙",
  "resolution: {integrity: sha512-3BiGFhB6mj5Kv+W2vdJseQUYW+SKVzAFJL6YNP6ursbrwy1fXHRotfHi3xLNxe4wZl/K8qbAFeCDjZLjzqxxRw==}",
  "seed: 6552010792480112863,",
];

Deno.test("identifiers, expressions, labels and algorithms beside such names stay as they are", () => {
  assertEquals(HARMLESS.filter((text) => redact(text).text !== text), []);
});
