import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { prune } from "../../lib/context_files/retention.ts";
import { type Artifact, listArtifacts, writeArtifact } from "../../lib/context_files/store.ts";
import { readPage } from "./read_page.ts";
import { systemWorld, type World } from "../../lib/settings/world.ts";
import { inTemporaryFolder } from "../temporary_folder.ts";

const NOW = new Date("2026-03-01T00:00:00Z");
const world: World = { ...systemWorld(), now: () => NOW };
const DAY_MS = 86_400_000;
const LIMITS = { ageMs: 14 * DAY_MS, bytes: 1_000_000 };

function write(dataDir: string, artifact: Partial<Artifact> = {}) {
  return writeArtifact({
    dataDir,
    conversation: "c1",
    toolCallId: "call_1",
    content: "hello",
    extension: "txt",
    hint: "tool output",
    limits: LIMITS,
    ...artifact,
  }, world);
}

function aged(path: string, days: number): void {
  const time = new Date(NOW.getTime() - days * DAY_MS);
  Deno.utimeSync(path, time, time);
}

const ids = (dataDir: string, conversation?: string) =>
  listArtifacts(dataDir, conversation).map(({ id }) => id);

Deno.test("an output is written whole to the contract's path, for its owner alone, with an entry in the manifest", () =>
  inTemporaryFolder((dataDir) => {
    const text = `{"a":"${"登录😀".repeat(2000)}"}`;
    const ref = write(dataDir, { content: text, extension: "json", hint: "docs/search output" });
    const path = `${dataDir}/context/c1/artifacts/tool/call_1.json`;
    const byteSize = new TextEncoder().encode(text).length;
    assertEquals(ref, { id: "call_1", kind: "artifact", hint: "docs/search output", byteSize, path });
    assertEquals(Deno.readTextFileSync(path), text);
    assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
    for (const folder of ["", "/context", "/context/c1", "/context/c1/artifacts/tool"].slice(1)) {
      assertEquals(Deno.statSync(dataDir + folder).mode! & 0o777, 0o700);
    }
    const manifest = JSON.parse(Deno.readTextFileSync(`${dataDir}/context/c1/manifest.json`));
    const entry = {
      id: "call_1",
      kind: "artifact",
      hint: "docs/search output",
      byteSize,
      file: "call_1.json",
      createdAt: "2026-03-01T00:00:00.000Z",
    };
    assertEquals(manifest, { version: 1, entries: [entry] });
    assertEquals(listArtifacts(dataDir, "c1"), [{ ...entry, conversation: "c1", path }]);
    assertEquals(Array.from(Deno.readDirSync(`${dataDir}/context/c1`), ({ name }) => name).sort(), [
      "artifacts",
      "manifest.json",
    ]);
  }));

Deno.test("ids that are no harmless file names become hashes, different ones different files, all inside the store", () =>
  inTemporaryFolder((dataDir) => {
    const hostile = [
      "../../../etc/x",
      "..",
      ".",
      "",
      "a/b",
      "a\u0000b",
      "ein ID",
      "x".repeat(300),
      "call.1",
      "-rf",
    ];
    const paths = hostile.map((toolCallId) => write(dataDir, { toolCallId, conversation: "../up" }).path);
    assertEquals(new Set(paths).size, hostile.length);
    for (const path of paths) {
      assertMatch(
        path.slice(dataDir.length),
        /^\/context\/h-[0-9a-f]{32}\/artifacts\/tool\/h-[0-9a-f]{32}\.txt$/,
      );
    }
    for (const toolCallId of hostile) {
      assertEquals(readPage(dataDir, "../up", toolCallId, 0, 100)?.text, "hello");
    }
  }));

Deno.test("a second output of the same call replaces the first", () =>
  inTemporaryFolder((dataDir) => {
    write(dataDir, { content: "first" });
    write(dataDir, { content: "second", hint: "again" });
    assertEquals(listArtifacts(dataDir).map(({ id, hint, byteSize }) => [id, hint, byteSize]), [[
      "call_1",
      "again",
      6,
    ]]);
  }));

Deno.test("a conversation cannot read another's files", () =>
  inTemporaryFolder((dataDir) => {
    write(dataDir);
    assertEquals(readPage(dataDir, "c2", "call_1", 0, 10), undefined);
    assertEquals(listArtifacts(dataDir, "c2"), []);
  }));

Deno.test("pages put together are the text, and none splits a character", () =>
  inTemporaryFolder((dataDir) => {
    const text = "a😀登录b😀😀c".repeat(50);
    write(dataDir, { content: text });
    const page = (offset: number, limit: number) => readPage(dataDir, "c1", "call_1", offset, limit);
    for (const limit of [2, 3, 7, 1000]) {
      const pieces: string[] = [];
      for (let next: number | undefined = 0; next !== undefined;) {
        const found = page(next, limit);
        assert(found && found.text.isWellFormed() && found.text !== "");
        pieces.push(found.text);
        next = found.nextOffset;
      }
      assertEquals(pieces.join(""), text);
      // Asked for side by side, also where an offset is in the middle of a character.
      const sideBySide = Array.from(
        { length: text.length / limit + 1 },
        (_, at) => page(at * limit, limit)?.text,
      );
      assertEquals(sideBySide.join(""), text);
    }
    assertEquals(page(1, 1)?.text, "😀");
    assertEquals(page(1e9, 5), { text: "", offset: text.length, totalChars: text.length });
  }));

Deno.test("writers in several processes lose no entry", () =>
  inTemporaryFolder(async (dataDir) => {
    const script = new URL("writer.ts", import.meta.url).pathname;
    const writers = ["a", "b", "c", "d"].map((name) =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--no-config", script, dataDir, name],
        stderr: "piped",
      }).output()
    );
    for (const { success, stderr } of await Promise.all(writers)) {
      assert(success, new TextDecoder().decode(stderr));
    }
    const manifest = JSON.parse(Deno.readTextFileSync(`${dataDir}/context/shared/manifest.json`));
    assertEquals(manifest.entries.length, 40);
    assert(
      listArtifacts(dataDir, "shared").every(({ hint }) => hint.startsWith("hint ")),
    );
  }));

Deno.test("a damaged manifest is no obstacle, and a file that is gone is not named", () =>
  inTemporaryFolder((dataDir) => {
    write(dataDir);
    Deno.writeTextFileSync(`${dataDir}/context/c1/manifest.json`, '{"entries": [{"id"');
    assertEquals(ids(dataDir), []);
    const { path } = write(dataDir, { toolCallId: "call_2" });
    assertEquals(ids(dataDir), ["call_2"]);
    Deno.removeSync(path);
    assertEquals(ids(dataDir), []);
  }));

Deno.test("what is too old goes, what is left of a broken write too, and an empty conversation with it", () =>
  inTemporaryFolder((dataDir) => {
    const old = write(dataDir, { conversation: "old" });
    const young = write(dataDir, { conversation: "young" });
    Deno.writeTextFileSync(`${old.path}.1.abc.tmp`, "half");
    for (const path of [old.path, `${old.path}.1.abc.tmp`]) aged(path, 15);
    aged(young.path, 13);
    assertEquals(prune(dataDir, world, LIMITS), { files: 2, bytes: 9 });
    assertEquals(Array.from(Deno.readDirSync(`${dataDir}/context`), ({ name }) => name), ["young"]);
  }));

Deno.test("the oldest go until the rest is small enough, and the newest stays whatever its size", () =>
  inTemporaryFolder((dataDir) => {
    const paths = ["a", "b", "c"].map((toolCallId) => write(dataDir, { toolCallId, content: "12345" }).path);
    paths.forEach((path, index) => aged(path, 3 - index));
    const keep = paths[2];
    assert(keep !== undefined);
    assertEquals(prune(dataDir, world, { ...LIMITS, bytes: 10 }), { files: 1, bytes: 5 });
    assertEquals(ids(dataDir), ["b", "c"]);
    assertEquals(prune(dataDir, world, { ...LIMITS, bytes: 1 }, keep), { files: 1, bytes: 5 });
    assertEquals(ids(dataDir), ["c"]);
  }));

Deno.test("a write lets go of what is too old", () =>
  inTemporaryFolder((dataDir) => {
    aged(write(dataDir, { conversation: "old" }).path, 15);
    write(dataDir);
    assertNotEquals(ids(dataDir), []);
    assertEquals(ids(dataDir, "old"), []);
  }));
