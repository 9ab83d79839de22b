import { assert, assertEquals } from "@std/assert";
import { redact } from "../../../lib/guard/secrets/redact.ts";
import { seeded } from "../../fixtures/guard/seeded.ts";

/** Ways in which languages, configurations and commands give a name (`¤`) a value (`§`). */
const SYNTAXES = [
  "¤=§",
  "¤ = §",
  "¤: §",
  '¤: "§"',
  "¤: '§'",
  "¤ = '§';",
  '¤="§"',
  '"¤": "§",',
  "'¤' => '§',",
  ':¤ => "§"',
  '¤ := "§"',
  "¤ := `§`",
  'const ¤ = "§"',
  'let ¤: &str = "§";',
  'static ¤: &\'static str = "§";',
  'const ¤: [u8; 32] = *b"§";',
  'private static final String ¤ = "§";',
  'public string ¤ { get; set; } = "§";',
  'val ¤: String = "§"',
  'var ¤: String? = "§"',
  'NSString *¤ = @"§";',
  'char ¤[] = "§";',
  'const char *¤ = "§";',
  'std::string ¤{"§"};',
  'std::string ¤("§");',
  'auto ¤ = "§"s;',
  '#define ¤ "§"',
  "$¤ = '§';",
  '$¤ = "§"',
  '¤ <- "§"',
  '(def ¤ "§")',
  '(setq ¤ "§")',
  '(define ¤ "§")',
  '¤ = "§" :: String',
  '¤ :: String\n¤ = "§"',
  'let ¤ = "§" in',
  "¤='''§'''",
  '¤ = """§"""',
  '¤ = f"§"',
  "¤ = r'§'",
  '¤ = u"§"',
  "¤ = os.getenv('X', '§')",
  '¤ = os.environ.get("X", "§")',
  "¤ = process.env.X || '§'",
  "¤ = ENV.fetch('X') { '§' }",
  "¤ = ENV['X'] || '§'",
  '¤ = System.getenv("X") ?: "§"',
  "¤ = getenv('X') ?: '§'",
  "config.¤ = '§'",
  "config['¤'] = '§'",
  "config[:¤] = '§'",
  "self.¤ = '§'",
  'this.¤ = "§"',
  'obj.set¤("§")',
  'obj.¤("§")',
  'with¤("§")',
  ".¤('§')",
  "set('¤', '§')",
  'put("¤", "§")',
  "add_header('¤', '§')",
  'headers.append("¤", "§")',
  "¤=§ other=1",
  "--¤ §",
  "--¤=§",
  "-D¤=§",
  "-e ¤=§",
  "export ¤=§",
  "set ¤=§",
  "setx ¤ §",
  '$env:¤ = "§"',
  "SET ¤ = '§'",
  "<¤>§</¤>",
  '<add key="¤" value="§"/>',
  '<property name="¤" value="§"/>',
  '<property name="¤">§</property>',
  '<string name="¤">§</string>',
  "<key>¤</key>\n<string>§</string>",
  '<input name="¤" value="§">',
  '<meta name="¤" content="§">',
  "- name: ¤\n  value: §",
  '- name: ¤\n  value: "§"',
  '{"name": "¤", "value": "§"}',
  '{"key": "¤", "value": "§", "type": "text"}',
  '{"value": "§", "key": "¤"}',
  "¤: |\n  §",
  "¤: >-\n    §",
  "¤:\n  §",
  "¤:\n  - §",
  '¤ = ["§"]',
  '"¤": ["§"]',
  '¤ = { value = "§" }',
  'variable "¤" {\n  default = "§"\n}',
  'variable "¤" {\n  type = string\n  default = "§"\n}',
  "| ¤ | § |",
  "| `¤` | `§` |",
  "¤ §",
  "the ¤ is `§`",
  "¤: § (rotate)",
  "// ¤: §",
  "# ¤ = §",
  "/* ¤: § */",
  "<!-- ¤: § -->",
  '¤\\": \\"§\\"',
  '{\\"¤\\":\\"§\\"}',
  "?¤=§&x=1",
  "&¤=§",
  "curl -d '¤=§' https://a",
  "curl -F ¤=§ https://a",
  "curl -H '¤: §'",
  '-H "¤: §"',
  "UPDATE s SET ¤='§'",
  "ALTER SYSTEM SET ¤ = '§'",
  '@¤("§")',
  '@Value("${¤:§}")',
  '¤(default="§")',
  '¤: str = Field(default="§")',
  "¤ = Column(default='§')",
  '¤ = Secret("§")',
  "¤ = SecretStr('§')",
  '¤ = new Secret("§")',
  "¤ = Buffer.from('§', 'hex')",
  "¤ = bytes.fromhex('§')",
  '¤ = base64.b64decode("§")',
  '¤ = []byte("§")',
  '¤: []byte("§")',
  '¤: aws.String("§")',
  '¤ = &"§"',
  '¤ = String::from("§")',
  '¤: "§".to_string()',
  '¤: Some("§".into())',
  "¤: '§' as string",
  "¤ = <string>'§'",
  "¤!: string = '§'",
  "¤?: string = '§'",
  "readonly ¤ = '§' as const",
  "¤==§",
  "(¤: §)",
  "¤ : §",
  "¤  =  §",
  "¤=§;",
  "¤=§,",
  "¤=§'",
  "time=1 level=debug ¤=§ msg=x",
  "{¤: '§'}",
  "{ ¤: § }",
  "{¤:§}",
  'f(¤="§")',
  'f(¤: "§")',
  "f(x, ¤='§', y)",
  '¤ = "§" + x',
  'logger.info("¤: §")',
  "print('¤=§')",
  "echo ¤=§ >> .env",
  'echo "¤: §"',
  "ARG ¤=§",
  "ENV ¤ §",
  "ENV ¤=§",
  "LABEL ¤=§",
  "¤ §;",
  '¤ "§";',
  // as formatters break what is too long for a line
  'const ¤ =\n  "§";',
  "¤ = (\n    '§'\n)",
  'private static final String ¤ =\n      "§";',
  'const ¤: &str =\n    "§";',
  '¤ =\n    @"§";',
  'set¤(\n  "§",\n)',
  "const ¤ = process.env.X ||\n  '§';",
  "const ¤ =\n  process.env.X ?? '§';",
  '¤ = os.getenv(\n    "X",\n    "§",\n)',
  "const ¤ = production\n  ? '§'\n  : other;",
  'headers.set(\n  "¤",\n  "§",\n)',
  '¤ = """\n§\n"""',
  '+const ¤ =\n+  "§";',
  '   "¤ = (\\n",\n    "    \'§\'\\n",\n    ")"',
  '   "const ¤ =\\n",\n    "  \\"§\\"\\n"',
  '{"code": "const ¤ =\\n  \'§\';"}',
  "- value: §\n  name: ¤",
  '- value: "§"\n  name: ¤',
];

const NAMES =
  "password dbPassword API_KEY apiKey client_secret auth_token secret-key accessToken encryptionKey SMTP_PASS private_token webhook_secret"
    .split(" ");
const [BASE62, SMALL, HEX] = [
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  "abcdefghijklmnopqrstuvwxyz0123456789",
  "0123456789abcdef",
];
const random = seeded(5);
const VALUES = [
  () => random.text(BASE62, 32),
  () => random.text(HEX, 40),
  () => `${random.text(BASE62, 9)}!${random.text(SMALL, 3)}7`,
  () => random.text(SMALL, 24),
  () => `${random.text(BASE62, 43)}=`,
];

const written = (syntax: string, name: string, value: string) =>
  syntax.replaceAll("¤", name).replaceAll("§", () => value);

Deno.test("a secret beside a name that says so is gone in every syntax", () => {
  for (const syntax of SYNTAXES) {
    let [missed, total] = [0, 0];
    for (const name of NAMES) {
      for (const value of VALUES.map((make) => make())) {
        const clean = redact(written(syntax, name, value)).text;
        total++;
        if (Array.from(value.slice(7)).some((_, at) => clean.includes(value.slice(at, at + 8)))) missed++;
      }
    }
    assert(missed / total <= 0.15, `${JSON.stringify(syntax)}: ${missed} of ${total} are left`);
  }
});

Deno.test("a name, a path or a word beside such a name stays in every syntax", () => {
  const names = NAMES.filter((name) => !/pass/i.test(name));
  // Between two tags of such a name, and in the query of an address, whatever stands there is taken for one.
  for (const syntax of SYNTAXES.filter((each) => !/^[<?&]/.test(each))) {
    for (
      const value of [
        "user.accessToken",
        "loadFromKeychain",
        "my-service-name",
        "config/production",
        "header_name",
      ]
    ) {
      for (const name of names) {
        const text = written(syntax, name, value);
        assertEquals(redact(text).text, text);
      }
    }
  }
});
