import { attempt } from "./attempt.ts";

/** Who runs this program: read as it starts, before `main.ts` gives the permission to ask back. Undefined in the sandbox, which never has it. */
export const PROCESS_IDS = attempt(
  () => ({ uid: Deno.uid() ?? 0, gid: Deno.gid() ?? 0 }),
  Deno.errors.NotCapable,
);
