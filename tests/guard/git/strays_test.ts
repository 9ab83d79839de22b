import { assertEquals } from "@std/assert";
import { killMarked, MARK, newMark } from "../../../lib/guard/git/strays.ts";
import { systemWorld } from "../../../lib/settings/world.ts";
import { living, remaining } from "../../tools/living.ts";

Deno.test("what carries a mark, or one that begins with it, is ended wherever it has gone; what carries another stays", async () => {
  const [ours, other] = [newMark(systemWorld()), newMark(systemWorld())];
  const start = (mark: string) =>
    new Deno.Command("/bin/sh", {
      args: ["-c", "trap '' TERM HUP; (setsid sleep 600 &) ; exec sleep 600"],
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin", [MARK]: mark.slice(MARK.length + 1) },
    }).spawn();
  const [first, second] = [start(`${ours}1.`), start(other)];
  try {
    killMarked(ours);
    assertEquals((await first.status).signal, "SIGKILL");
    assertEquals(await remaining(ours), []);
    assertEquals(living(other).includes(second.pid), true);
  } finally {
    killMarked(other);
    await second.status;
  }
});
