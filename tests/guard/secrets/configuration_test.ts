import { assert, assertEquals } from "@std/assert";
import { redactConfiguration } from "../../../lib/guard/secrets/configuration.ts";
import { redact } from "../../../lib/guard/secrets/redact.ts";
import { KEPT_SETTINGS } from "../../fixtures/guard/corpus/corpora.ts";

const NAMES =
  "password db_password passwd pwd passphrase SMTP_PASS spring.datasource.password secret client_secret jwt_secret secret_key_base token access_token api_key apiKey access-key secretKey private_key encryption_key credential auth redis.auth connection_string connectionString 密码 口令 密钥"
    .split(" ");
const VALUES =
  "hunter2 letmein correcthorse Tr0ub4dor&3 Zq8vN3kT7wXr2LbY9mPc4HdJ sunshine-lollipop p@ss:w0rd!".split(
    " ",
  );
const FORMS: Readonly<Record<string, (name: string, value: string) => string>> = {
  yaml: (name, value) => `db:\n  host: localhost\n  ${name}: ${value}  # ours\n  port: 5432\n`,
  "quoted yaml": (name, value) => `- ${name}: "${value}"\n`,
  "a flow of yaml": (name, value) => `db: {host: localhost, ${name}: ${value}, port: 5432}\n`,
  json: (name, value) => `{\n  "host": "a",\n  "${name}": "${value}"\n}\n`,
  "json in a line": (name, value) => `{"host": "a", "${name}": "${value}", "port": 1}\n`,
  toml: (name, value) => `[db]\n${name} = "${value}"\n`,
  ini: (name, value) => `[db]\n${name} = ${value}\nhost = a\n`,
  properties: (name, value) => `app.name=a\n${name}=${value}\napp.x=1\n`,
  environment: (name, value) => `A=b\nexport ${name.toUpperCase().replace(/[.-]/g, "_")}='${value}'\n`,
  xml: (name, value) => `<a>\n  <${name}>${value}</${name}>\n</a>\n`,
  hcl: (name, value) => `resource "x" "y" {\n  ${name} = "${value}"\n}\n`,
  "a server's": (name, value) => `port 1\n${name} ${value}\n`,
};

Deno.test("in configuration a name that speaks of a secret is enough, whatever the value looks like", () => {
  const left: string[] = [];
  for (const [form, write] of Object.entries(FORMS)) {
    for (const name of NAMES) {
      for (const value of VALUES) {
        const text = write(name, value);
        const clean = redactConfiguration(text);
        if (clean.includes(value)) left.push(`${form}: ${text}`);
        assertEquals(redactConfiguration(clean), clean, "twice");
        assertEquals(clean.split("\n").length, text.split("\n").length);
        assertEquals(clean.replace("<redacted>", value), text, "nothing else changes");
      }
    }
  }
  assertEquals(left, []);
  assert(redact("db:\n  password: letmein\n").text.includes("letmein"), "in code this may be a type");
});

Deno.test("what stands for a secret, points to one or only has such a name stays", () => {
  assertEquals(
    KEPT_SETTINGS.filter((line) => redactConfiguration(`a: b\n${line}\nc: d\n`) !== `a: b\n${line}\nc: d\n`),
    [],
  );
});
