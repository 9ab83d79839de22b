/** What tool definitions cost: all that a client sends more with servers than without any. */
import { table } from "../table.ts";
import { type ClientName, CLIENTS, session, type Setting, settingName, SETTINGS, WAYS } from "./clients.ts";

const COUNTS = [1, 5, 20];

export async function definitions(): Promise<void> {
  for (const client of CLIENTS) {
    const rows: string[][] = [];
    const without = new Map<Setting, number>();
    for (const setting of SETTINGS) without.set(setting, await standing(client, setting, 0));
    for (const count of COUNTS) {
      const added: number[] = [];
      for (const setting of SETTINGS) {
        added.push(await standing(client, setting, count) - (without.get(setting) ?? NaN));
      }
      // Each way of the client, beside the same way with the gateway.
      const less = WAYS.map((_, at) => 100 * (1 - (added[2 * at + 1] ?? NaN) / (added[2 * at] ?? NaN)));
      rows.push([`${count}`, ...added.map(String), ...less.map((share) => `${share.toFixed(1)} %`)]);
    }
    console.log(`\n${client}: bytes that servers add to the request\n`);
    console.log(
      table(["servers", ...SETTINGS.map(settingName), ...WAYS.map((way) => `less than ${way}`)], rows),
    );
  }
}

async function standing(client: ClientName, setting: Setting, servers: number): Promise<number> {
  const { sent: [first] } = await session({ client, setting, servers, script: () => () => "done" });
  return first?.standing ?? NaN;
}
