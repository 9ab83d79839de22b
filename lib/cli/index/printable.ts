import { redact } from "../../guard/secrets/redact.ts";
import { visible } from "../visible.ts";

/** File names come from the repository. Half a secret is known to no rule, so they are cut last. */
export function printable(path: string): string {
  return visible(redact(path).text.slice(0, 200));
}
