/** The user's trust is in exactly the bytes that were shown, in exactly that place. */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { locations } from "../../lib/settings/locations.ts";
import { readRepoSmallFile, REPO_CONFIG } from "../../lib/settings/small_file.ts";
import { forget, isTrusted, trust, trustFile } from "../../lib/settings/trust.ts";
import { stillWorld } from "../still_world.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const NOW = new Date(0);
const TEXT = "mcp_servers: {docs: {command: docs-server}}\n";

async function withRepo(test: (repo: string, places: ReturnType<typeof locations>) => Promise<void>) {
  await inTemporaryFolder(async (folder) => {
    await Deno.mkdir(`${folder}/repo/config`, { recursive: true });
    await test(`${folder}/repo`, locations(stillWorld({ HOME: `${folder}/home` })));
  });
}

function put(repo: string, bytes: Uint8Array): string {
  Deno.writeFileSync(`${repo}/${REPO_CONFIG}`, bytes);
  return readRepoSmallFile(repo, REPO_CONFIG) ?? "";
}

Deno.test("any byte changed, added or taken away voids the trust, a byte order mark and line ends too", () =>
  withRepo(async (repo, places) => {
    const file = `${repo}/${REPO_CONFIG}`;
    const bytes = new TextEncoder().encode(TEXT);
    await trust(put(repo, bytes), file, places, NOW);
    assertEquals(await isTrusted(put(repo, bytes), file, places), true);
    for (let at = 0; at < bytes.length; at++) {
      for (const change of [1, 0x80]) {
        const changed = bytes.map((byte, index) => index === at ? byte ^ change : byte);
        assertEquals(await isTrusted(put(repo, changed), file, places), false, `byte ${at}`);
      }
    }
    const others = [
      bytes.slice(0, -1),
      new Uint8Array([...bytes, 10]),
      new Uint8Array([...bytes, 0]),
      new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]),
      new TextEncoder().encode(TEXT.replace("\n", "\r\n")),
    ];
    for (const other of others) assertEquals(await isTrusted(put(repo, other), file, places), false);
    assertEquals(await isTrusted(TEXT, `${repo}-other/${REPO_CONFIG}`, places), false);
    assertEquals(await forget(file, places), true);
    assertEquals(await isTrusted(put(repo, bytes), file, places), false);
  }));

Deno.test("what is no UTF-8 cannot be trusted: two contents could read the same", () =>
  withRepo(async (repo, places) => {
    const file = `${repo}/${REPO_CONFIG}`;
    const text = put(repo, new Uint8Array([...new TextEncoder().encode(TEXT), 0xff, 0x0a]));
    await assertRejects(() => trust(text, file, places, NOW), TypeError, "UTF-8");
    assertEquals(await isTrusted(text, file, places), false);
  }));

Deno.test("a damaged list of decisions trusts nothing", () =>
  withRepo(async (repo, places) => {
    const file = `${repo}/${REPO_CONFIG}`;
    await trust(TEXT, file, places, NOW);
    const list = trustFile(places) ?? "";
    assertEquals((Deno.statSync(list).mode ?? 0) & 0o777, 0o600);
    for (const text of ["", "{", "null", "[null, 7, {}]", '[{"sha256": 1}]', "{}"]) {
      Deno.writeTextFileSync(list, text);
      assertEquals(await isTrusted(TEXT, file, places), false, text);
    }
  }));

Deno.test("decisions that cannot be read trust nothing, and keep nobody from reading what a file restricts", () =>
  withRepo(async (repo, places) => {
    const file = `${repo}/${REPO_CONFIG}`;
    const text = put(repo, new TextEncoder().encode(TEXT));
    Deno.mkdirSync(trustFile(places) ?? "", { recursive: true });
    assertEquals(await isTrusted(text, file, places), false);
    await assertRejects(() => trust(text, file, places, NOW));
    assertThrows(() => forget(file, places));
  }));
