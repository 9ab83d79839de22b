import { connect } from "../../acceptance/gateway_client.ts";
import { binary, makeHome, makeRepo } from "../../acceptance/harness.ts";
import { living } from "../../tools/living.ts";
import { table } from "../table.ts";

const CLIENTS = [1, 2, 10];

/** Prints the memory of all our processes with so many clients, each of which has asked for a list and found a tool. */
export async function memory(): Promise<void> {
  await using home = await makeHome();
  await using repo = await makeRepo({ "a.txt": "a\n" });
  const clients = [];
  const rows = [];
  for (const count of CLIENTS) {
    while (clients.length < count) {
      const client = await connect(home, { cwd: repo.path });
      await client.call("find_tools", { query: "issue" });
      clients.push(client);
    }
    const processes = living(`HOME=${home.path}`).filter((pid) =>
      Deno.readLinkSync(`/proc/${pid}/exe`) === binary()
    );
    const mib = (pid: number) =>
      Number(/^Pss:\s+(\d+)/m.exec(Deno.readTextFileSync(`/proc/${pid}/smaps_rollup`))?.[1]) / 1024;
    const sum = processes.reduce((all, pid) => all + mib(pid), 0);
    rows.push([`${count}`, `${processes.length}`, sum.toFixed(1)]);
  }
  for (const client of clients) await client[Symbol.asyncDispose]();
  console.log(table(["clients", "processes", "MiB (proportional set size)"], rows));
}
