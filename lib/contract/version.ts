/** The program's version, the same as in `deno.json` (a test holds them together: a binary has no file to read it from). */
export const VERSION = "0.1.0";
