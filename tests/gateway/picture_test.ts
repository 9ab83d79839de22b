import { assertEquals } from "@std/assert";
import { isShowable } from "../../lib/gateway/output/picture.ts";
import { readBlocks } from "../../lib/gateway/output/read_blocks.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const base64 = (text: string) => btoa(text);
/** A PNG's head with these sides. */
const sides = (width: number, height: number) => {
  const number = (value: number) =>
    String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
  return base64(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${number(width)}${number(height)}`);
};

const CASES: [what: string, mimeType: string, data: string, shown: boolean][] = [
  ["a picture", "image/png", PNG, true],
  ["a GIF", "image/gif", base64("GIF89a and more of it than nothing"), true],
  ["a WebP", "image/webp", base64("RIFFxxxxWEBPVP8 "), true],
  ["a JPEG", "image/jpeg", base64("\xff\xd8\xff\xe0\0\x10JFIF"), true],
  ["a text that calls itself a picture", "image/png", base64("not a picture at all"), false],
  ["what is no base64", "image/png", "not base64!", false],
  ["base64 that is cut off", "image/png", PNG.slice(0, -3), false],
  ["a picture of another type than it says", "image/jpeg", PNG, false],
  ["a type that models do not take", "image/svg+xml", base64("<svg/>"), false],
  ["no type at all", "constructor", PNG, false],
  ["a PNG that is too wide", "image/png", sides(8001, 10), false],
  ["a PNG without height", "image/png", sides(10, 0), false],
  ["a picture of megabytes", "image/png", PNG + "A".repeat(2_000_004), false],
];

for (const [what, mimeType, data, shown] of CASES) {
  Deno.test(`${what} is ${shown ? "" : "not "}shown to a model`, () => {
    assertEquals(isShowable({ mimeType, data, what: "image" }), shown);
  });
}

Deno.test("a picture whose base64 comes in lines is shown like any other", () => {
  const lines = PNG.replace(/.{40}/g, "$&\r\n");
  const { attachments } = readBlocks({ content: [{ type: "image", mimeType: "image/png", data: lines }] });
  assertEquals(attachments.map(isShowable), [true]);
});
