import { createHash } from "node:crypto";

/** Bytes in lower-case hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal digits. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
