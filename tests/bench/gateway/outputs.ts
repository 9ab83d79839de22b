/** What of a tool's output reaches the model, without and with the gateway. */
import { byteLength, type ClientName, CLIENTS, session } from "./clients.ts";
import { table } from "../table.ts";
import { theirs } from "./task.ts";

const SIZES = [1_000, 20_000, 100_000, 1_000_000];
const FILE = "output.txt";

export async function outputs(): Promise<void> {
  for (const client of CLIENTS) {
    const rows: string[][] = [];
    for (const size of SIZES) {
      const [alone, ours] = [await shown(client, false, size), await shown(client, true, size)];
      rows.push([String(size), String(alone), String(ours), `${(100 * (1 - ours / alone)).toFixed(1)} %`]);
    }
    console.log(`\n${client}: bytes of one output that reach the model\n`);
    console.log(table(["output, bytes", "without gateway", "gateway", "kept out"], rows));
  }
}

/** Bytes of the result as the model gets it. */
async function shown(client: ClientName, gateway: boolean, size: number): Promise<number> {
  let bytes = 0;
  await session({
    client,
    setting: { way: "client's deferral", gateway },
    servers: ["filesystem"],
    files: { [FILE]: lines(size) },
    script: ({ client: { name, own }, repo }) => {
      const args = { path: `${repo.path}/${FILE}` };
      let turn = 0;
      return ({ results }) => {
        if (turn++ === 0) {
          return gateway
            ? [own("run_tool_batch", { calls: [{ name: "filesystem/read_text_file", arguments: args }] })]
            : [theirs(name, { server: "filesystem", tool: "read_text_file", args })];
        }
        const result = results.join("\n");
        // Claude Code keeps long results out as well: it says where it has saved them.
        if (!/0 request 0 took|has been saved to/.test(result)) {
          throw new Error(`not the output: ${result.slice(0, 500)}`);
        }
        bytes = byteLength(result);
        return "done";
      };
    },
  });
  return bytes;
}

function lines(bytes: number): string {
  let text = "";
  for (let at = 0; text.length < bytes; at++) {
    text += `${at} request ${(at * 7919) % 1000} took ${at % 97} ms\n`;
  }
  return text.slice(0, bytes);
}
