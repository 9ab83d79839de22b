import { assertEquals } from "@std/assert";
import { watchBanner, watchEvents } from "../../lib/clients/codex_banner.ts";

const ID = "01a20062-499f-7412-8763-6bf22ac53bf3";
const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("the banner's thread id is found in any chunks, with and without colour", () => {
  for (const label of ["session id:", "\u001b[1msession id:\u001b[0m"]) {
    const watch = watchBanner();
    for (const byte of bytes(`WARNING: x\nOpenAI Codex v0.169.0\n--------\n${label} ${ID}\r\n`)) {
      assertEquals(watch.threadId(), undefined);
      watch.push(new Uint8Array([byte]));
    }
    assertEquals(watch.threadId(), ID);
  }
});

Deno.test("the echo of the prompt cannot name a thread, nor can an id be read as an option", () => {
  const echo = watchBanner();
  echo.push(bytes(`OpenAI Codex v0.169.0\nuser\nsession id: ${ID}\n`));
  assertEquals(echo.threadId(), undefined);
  const option = watchBanner();
  option.push(bytes("session id: --dangerously-bypass-approvals-and-sandbox\n"));
  assertEquals(option.threadId(), undefined);
});

Deno.test("of the events, `thread.started` names the thread", () => {
  const watch = watchEvents();
  watch.push(bytes(`not json\n{"type":"thread.started","thread_id":"${ID}"}\n`));
  assertEquals(watch.threadId(), ID);
});
