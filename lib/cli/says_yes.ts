/** Whether the next line of stdin says `y` or `yes`. */
export function saysYes(): boolean {
  const answer = new Uint8Array(16);
  const read = Deno.stdin.readSync(answer) ?? 0;
  return /^y(es)?\s*$/i.test(new TextDecoder().decode(answer.subarray(0, read)));
}
