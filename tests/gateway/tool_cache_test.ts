import { assertEquals } from "@std/assert";
import { toolCache } from "../../lib/gateway/upstream/tool_cache.ts";

const server = (name: string) => ({ name, source: "", target: { command: "node", args: [name], env: {} } });
const LISTED = { tools: [], shown: {} };

Deno.test("lists of servers as they were configured once are removed in the end, the latest stay", async () => {
  const folder = await Deno.makeTempDir();
  const cache = toolCache(folder);
  for (let at = 0; at < 230; at++) cache.write(server(`s${at}`), LISTED);
  assertEquals([...Deno.readDirSync(`${folder}/gateway`)].length, 200);
  assertEquals(cache.read(server("s229")), LISTED);
  await Deno.remove(folder, { recursive: true });
});
