/** codegraph as a client runs it: an MCP server over stdio, with the daemon that it starts behind itself. */
import type { Answer } from "./programs.ts";

export class ExploreServer implements AsyncDisposable {
  #child: Deno.ChildProcess;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  #lines: ReadableStreamDefaultReader<string>;
  #pending = "";
  #id = 0;

  constructor(program: string, env: Record<string, string>, repo: string) {
    this.#child = new Deno.Command(program, {
      args: ["serve", "--mcp", "--path", repo],
      env,
      clearEnv: true,
      cwd: repo,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  async start(): Promise<void> {
    await this.#request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" },
    });
    await this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  async explore(query: string): Promise<Answer> {
    const start = performance.now();
    const result = await this.#request("tools/call", { name: "codegraph_explore", arguments: { query } });
    const ms = performance.now() - start;
    const { content = [], isError = false }: { content?: { text?: string }[]; isError?: boolean } = result;
    return { ms, code: isError ? 1 : 0, text: content.map(({ text }) => text ?? "").join("\n") };
  }

  async #request(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = ++this.#id;
    await this.#send({ jsonrpc: "2.0", id, method, params });
    for (;;) {
      const message: {
        id?: number;
        method?: string;
        result?: Record<string, unknown>;
        error?: { message: string };
      } = JSON.parse(await this.#line());
      if (message.method !== undefined) continue;
      if (message.id !== id) continue;
      if (message.error !== undefined) throw new Error(`codegraph ${method}: ${message.error.message}`);
      return message.result ?? {};
    }
  }

  async #send(message: Record<string, unknown>): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#pending.indexOf("\n");
      if (end >= 0) {
        const line = this.#pending.slice(0, end);
        this.#pending = this.#pending.slice(end + 1);
        return line;
      }
      const { value, done } = await this.#lines.read();
      if (done) throw new Error("codegraph's server ended without an answer");
      this.#pending += value;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close().catch(() => {
      // It has ended already.
    });
    await this.#lines.cancel();
    await this.#child.status;
  }
}
