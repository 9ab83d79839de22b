import { assert, assertEquals } from "@std/assert";
import { excludeMatcher } from "../../../lib/guard/boundary/exclude.ts";
import { isSensitivePath } from "../../../lib/guard/boundary/sensitive.ts";

const split = (list: string) => list.split(" ");

Deno.test("isSensitivePath hits the names that hold credentials, in any folder and spelling", () => {
  for (
    const path of split(
      ".env app/.env.local .envrc a/.ENV.Production tls/server.pem server.key SERVER.KEY id_rsa " +
        "keys/id_rsa.pub id_ed25519 a/.ssh/config secrets/db.yaml deploy/secrets/x.ts .npmrc " +
        "pkg/.npmrc .aws/credentials .git/config sub/.git/HEAD .netrc cert.p12 cert.pfx store.jks " +
        "a.keystore putty.ppk .pgpass .pypirc credentials.json config/secrets.yml " +
        "my-service-account.json client_secret_12.json server.key.bak .env~ " +
        "\uff0e\uff45\uff4e\uff56 .g\u200cit/config secrets./x Secrets/x config\\secrets\\x " +
        ".kube/config config/credentials.yml.enc",
    )
  ) assert(isSensitivePath(path), path);
});

Deno.test("isSensitivePath leaves source code and templates alone", () => {
  for (
    const path of split(
      ".env.example .env.sample .env.template lib/keys.ts secrets.ts lib/secrets.go monkey.key.ts " +
        "src/credentials/provider.ts environment.ts docs/env.md .github/workflows/ci.yml .gitignore " +
        "secretsmanager/client.go keyboard.key.json lib/ssh/config.ts tokenizer.json package.json " +
        "serviceaccount.go",
    )
  ) assert(!isSensitivePath(path), path);
});

Deno.test("excludeMatcher follows the rules of gitignore for anchoring, folders and classes", () => {
  const cases: [string, string[], string[]][] = [
    ["*.snap", ["a.snap", "x/y/a.snap"], ["a.snap.ts"]],
    ["**/fixtures/**", ["fixtures/a", "x/fixtures/y/z"], ["fixtures", "xfixtures/a"]],
    ["/build", ["build", "build/a/b"], ["x/build"]],
    ["docs/*.md", ["docs/a.md"], ["docs/x/a.md", "x/docs/a.md"]],
    ["dist/", ["dist/a", "x/dist/a"], ["dist"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b", "a/x/b/c"], ["a/x", "b"]],
    ["file[0-9].ts", ["file1.ts"], ["filea.ts", "file12.ts"]],
    ["file[!0-9].ts", ["filea.ts"], ["file1.ts"]],
    ["a?c", ["abc"], ["ac", "a/c"]],
    ["\\*.ts", ["*.ts"], ["a.ts"]],
    ["**", ["a", "a/b"], []],
    ["./gen/**", ["gen/a"], ["x/gen/a"]],
  ];
  for (const [glob, hits, misses] of cases) {
    const matches = excludeMatcher([glob]);
    for (const path of hits) assert(matches(path), `${glob} should match ${path}`);
    for (const path of misses) assert(!matches(path), `${glob} should not match ${path}`);
  }
});

Deno.test("excludeMatcher only ever adds, and survives globs that make no sense", () => {
  assert(excludeMatcher(["*.ts", "!a.ts"])("a.ts"));
  for (
    const glob of [
      "",
      "   ",
      "[",
      "[]",
      "[!",
      "a[",
      "\\",
      "/",
      "//",
      "***",
      "x".repeat(10_000),
      "#note",
      "[z-a]",
    ]
  ) {
    assertEquals(typeof excludeMatcher([glob])("a/b.ts"), "boolean", glob);
  }
  assertEquals(excludeMatcher([])("a"), false);
});

Deno.test("excludeMatcher needs no more than a moment for a glob made to be slow", () => {
  const matches = excludeMatcher(["*a".repeat(200) + "b", `${"**/".repeat(100)}x`]);
  const started = performance.now();
  assert(!matches(`${"a".repeat(4000)}/${"y/".repeat(1000)}`));
  assert(performance.now() - started < 1000);
});

Deno.test("excludeMatcher and accents: composed or in parts, it is one name", () => {
  const composed = "caf\u00e9/**", inParts = "cafe\u0301/**";
  for (const glob of [composed, inParts]) {
    for (const path of ["caf\u00e9/a.ts", "cafe\u0301/a.ts"]) {
      assert(excludeMatcher([glob])(path), glob + path);
    }
    assert(!excludeMatcher([glob])("cafe/a.ts"));
  }
});
