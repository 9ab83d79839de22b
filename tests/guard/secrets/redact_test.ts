import { assert, assertEquals } from "@std/assert";
import { redact } from "../../../lib/guard/secrets/redact.ts";
import { seeded } from "../../fixtures/guard/seeded.ts";

const BASE62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function survives(secret: string, text: string): boolean {
  for (let at = 0; at + 8 <= secret.length; at++) if (text.includes(secret.slice(at, at + 8))) return true;
  return false;
}

Deno.test("AC-009 the exact forms of the contract", () => {
  const cases: [string, string][] = [
    ["Authorization: Bearer abc.def-123_456", "Authorization: Bearer <redacted>"],
    ["id AKIAIOSFODNN7EXAMPLE end", "id AKIA<redacted> end"],
    ["ghp_0123456789abcdefghijABCDEFGHIJ012345", "ghp_<redacted>"],
    [
      "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA1234\nabcdEFGH5678\n-----END RSA PRIVATE KEY-----\nb",
      "a\n-----BEGIN RSA PRIVATE KEY----- <redacted>\n\n\n\nb",
    ],
    ["postgres://app:s3cr3t-pw@db.example/x", "postgres://app:<redacted>@db.example/x"],
    ['password = "hunter2"', 'password = "<redacted>"'],
    ["export DB_PASSWORD=hunter2", "export DB_PASSWORD=<redacted>"],
    ["api_key: 9f8e7d6c5b4a39281706f5e4", "api_key: <redacted>"],
    ["TOKEN='q7Xv2Lp9Rt4Zw8Kd'", "TOKEN='<redacted>'"],
    ["curl -u admin:Pa55w0rd https://x", "curl -u admin:<redacted> https://x"],
  ];
  for (const [text, expected] of cases) assertEquals(redact(text).text, expected);
});

Deno.test("redactions are counted by kind", () => {
  const { redactions } = redact('AKIAIOSFODNN7EXAMPLE AKIAIOSFODNN7EXAMPLF\npassword: "correct-horse-9"');
  assertEquals(redactions, [{ kind: "aws-access-key", count: 2 }, { kind: "password", count: 1 }]);
  assertEquals(redact("nothing here").redactions, []);
});

Deno.test("private keys are redacted whole, cut at either end, escaped, commented and indented", () => {
  const random = seeded(1);
  const line = () => random.text(BASE62, 64);
  const body = Array.from({ length: 12 }, line);
  const key = ["-----BEGIN OPENSSH PRIVATE KEY-----", ...body, "-----END OPENSSH PRIVATE KEY-----"];
  const texts = {
    whole: key.join("\n"),
    crlf: key.join("\r\n"),
    noEnd: key.slice(0, 8).join("\n"),
    noBegin: key.slice(5).join("\n"),
    middle: key.slice(3, 9).join("\n"),
    escaped: JSON.stringify({ private_key: key.join("\n") }),
    commented: key.map((each) => `# ${each}`).join("\n"),
    indented: key.map((each) => `    ${each}`).join("\n"),
    concatenated: key.map((each) => `"${each}\\n" +`).join("\n"),
  };
  for (const [name, text] of Object.entries(texts)) {
    const { text: clean } = redact(`before\n${text}\nafter`);
    for (const secret of body) assert(!text.includes(secret) || !survives(secret, clean), name);
    assertEquals(clean.split("\n").length, text.split("\n").length + 2, name);
    assert(clean.startsWith("before\n") && clean.endsWith("\nafter"), name);
  }
});

Deno.test("public keys, certificates and code that speaks of keys stay", () => {
  const random = seeded(2);
  const body = Array.from({ length: 5 }, () => random.text(BASE62, 64)).join("\n");
  for (
    const text of [
      `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`,
      `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----`,
      'if (line.includes("-----BEGIN RSA PRIVATE KEY-----")) return parse(line);',
    ]
  ) assertEquals(redact(text).text, text);
});

Deno.test("values of a Kubernetes Secret are redacted, blocks line by line; what follows them stays, and those of a ConfigMap", () => {
  const manifest = (kind: string) =>
    `kind: ${kind}\ndata:\n  host: c29tZS1ob3N0LW5hbWU=\nstringData:\n  a.json: |\n    {\n      any: §\n    }\n  b: §\ntype: Opaque\n`
      .replaceAll("§", "harmless words");
  const clean = redact(manifest("Secret")).text;
  assertEquals(
    clean,
    "kind: Secret\ndata:\n  host: <redacted>\nstringData:\n  a.json: |\n    <redacted>\n      <redacted>\n    <redacted>\n  b: <redacted>\ntype: Opaque\n",
  );
  assertEquals(redact(clean).text, clean);
  assertEquals(redact(manifest("ConfigMap")).text, manifest("ConfigMap"));
});

Deno.test("in a text with more encoded secrets than would be judged, none is left", () => {
  const secrets = Array.from({ length: 1500 }, (_, at) => btoa(`password=Hunter-2-${at}`));
  const { text, redactions } = redact(secrets.join("\n"));
  assertEquals(new Set(text.split("\n")), new Set(["<redacted>"]));
  assertEquals(redactions, [{ kind: "encoded", count: 1500 }]);
  const harmless = secrets.map((_, at) => btoa(`a harmless text, number ${at}`)).join("\n");
  assertEquals(redact(harmless).text, harmless);
});

Deno.test("all of an authorization header is a token, whatever it looks like; prose about one is not", () => {
  const headers = [
    "Authorization: Bearer §",
    "curl -H 'Authorization: Bearer §' https://example.com",
    '{"Authorization": "Bearer §"}',
    '{\\"authorization\\":\\"Bearer §\\"}',
    "authorization: bearer §\r",
  ];
  for (const header of headers) {
    for (const token of ["abcdefghijklmnop", "my-secret-word"]) {
      assertEquals(redact(header.replace("§", token)).text.includes(token), false, header);
    }
  }
  const prose = [
    "Authorization: Bearer authentication is required",
    "Authorization: Bearer ${token}",
    "Authorization: Bearer <token>",
    "Authorization: Bearer YOUR_ACCESS_TOKEN",
    "Authorization: Bearer access_token",
    "headers.set('Authorization', 'Bearer ' + token)",
  ];
  for (const text of prose) assertEquals(redact(text).text, text);
});
