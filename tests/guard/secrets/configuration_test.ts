import { assert, assertEquals } from "@std/assert";
import { redactConfiguration } from "../../../lib/guard/secrets/configuration.ts";
import { redact } from "../../../lib/guard/secrets/redact.ts";
import { KEPT_SETTINGS, SETTINGS, SEVERAL_SETTINGS } from "../../fixtures/guard/corpus/corpora.ts";

const NAMES =
  "password db_password passwd pwd passphrase SMTP_PASS spring.datasource.password secret client_secret jwt_secret secret_key_base token access_token api_key apiKey access-key secretKey private_key encryption_key credential auth redis.auth connection_string connectionString 密码 口令 密钥"
    .split(" ");
const VALUES =
  "hunter2 letmein correcthorse Tr0ub4dor&3 Zq8vN3kT7wXr2LbY9mPc4HdJ sunshine-lollipop p@ss:w0rd!".split(
    " ",
  );

Deno.test("in configuration a name that speaks of a secret is enough, whatever the value looks like", () => {
  const left: string[] = [];
  for (const [form, written] of Object.entries(SETTINGS)) {
    for (const name of NAMES) {
      for (const value of VALUES) {
        const variable = name.toUpperCase().replace(/[.-]/g, "_");
        const text = written.replaceAll("¤", name).replaceAll("¥", variable).replaceAll("§", value);
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

Deno.test("so are several values, and those in lines of their own", () => {
  for (const text of SEVERAL_SETTINGS) {
    assertEquals(redactConfiguration(text.replace(/[‹›]/g, "")), text.replace(/‹[^›]*›/g, "<redacted>"));
  }
});

Deno.test("what stands for a secret, points to one or only has such a name stays", () => {
  assertEquals(
    KEPT_SETTINGS.filter((line) => redactConfiguration(`a: b\n${line}\nc: d\n`) !== `a: b\n${line}\nc: d\n`),
    [],
  );
});
