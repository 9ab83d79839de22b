/**
 * Starts `index build --background` for a repository and lets go of it. A shell starts it, since a child of this process would end with it;
 * its streams are closed, since a client waits for a stream that somebody still holds. Costs about 2 ms.
 *
 * Only the compiled program can start itself; from the sources nothing is started.
 */
export function startBackgroundIndex(root: string): void {
  if (!Deno.build.standalone) return;
  new Deno.Command("/bin/sh", {
    args: [
      "-c",
      '"$0" index build --background --repo "$1" </dev/null >/dev/null 2>&1 &',
      Deno.execPath(),
      root,
    ],
    cwd: "/",
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).outputSync();
}
