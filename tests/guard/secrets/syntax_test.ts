import { assert, assertEquals } from "@std/assert";
import { redact } from "../../../lib/guard/secrets/redact.ts";
import { SYNTAXES, WHOLE } from "../../fixtures/guard/corpus/corpora.ts";
import { seeded } from "../../fixtures/guard/seeded.ts";

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

Deno.test("a secret goes whole, and what stands around it stays, strings in strings too", () => {
  for (const text of WHOLE) {
    const clean = text.replace(/‹[^›]*›/g, "<redacted>");
    assertEquals(redact(text.replace(/[‹›]/g, "")).text, clean);
    assertEquals(redact(clean).text, clean);
  }
});

Deno.test("a string of a million escapes is read as any other, and what stands for an escape hides none in others", () => {
  const [secret, clean] = ["Sunset_walnut8135", "<redacted>"].map((value) =>
    `"\uf8ff\\n" {"a": "spring:\\n  password: ${value}\\n"} "${"\\n".repeat(1_000_000)}"`
  );
  assert(redact(secret ?? "").text === clean);
});
