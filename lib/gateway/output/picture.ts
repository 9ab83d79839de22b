import type { Attachment } from "./read_blocks.ts";

/** Base64 units of a picture that a model is shown besides its being kept. */
const MAX_IMAGE = 2_000_000;
/** Pixels of a side that models take. */
const MAX_SIDE = 8000;
/** What files of these types begin with. */
const BEGINNINGS: Readonly<Record<string, (head: string) => boolean>> = {
  "image/png": (head) =>
    head.startsWith("\x89PNG\r\n\x1a\n") && pngSides(head).every((side) => side > 0 && side <= MAX_SIDE),
  "image/jpeg": (head) => head.startsWith("\xff\xd8\xff"),
  "image/gif": (head) => /^GIF8[79]a/.test(head),
  "image/webp": (head) => /^RIFF[^]{4}WEBP/.test(head),
};

/** Whether an attachment is a picture that a model can look at. One that is not what it says would make the model's API refuse the whole conversation. */
export function isShowable({ mimeType, data }: Attachment): boolean {
  const beginning = Object.hasOwn(BEGINNINGS, mimeType) ? BEGINNINGS[mimeType] : undefined;
  if (beginning === undefined || data.length > MAX_IMAGE) return false;
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return false;
  return beginning(atob(data.slice(0, 32)));
}

/** Width and height, which stand at a fixed place of a PNG file. */
function pngSides(head: string): number[] {
  const number = (at: number) =>
    [0, 1, 2, 3].reduce((sum, more) => sum * 256 + (head.charCodeAt(at + more) || 0), 0);
  return [number(16), number(20)];
}
