/** What tool definitions cost: all that a client sends more with servers than without any. */
import {
  byteLength,
  type ClientName,
  CLIENTS,
  session,
  type Setting,
  settingName,
  SETTINGS,
  WAYS,
} from "./clients.ts";
import { table } from "../table.ts";

const COUNTS = [1, 5, 20];

export async function definitions(tokens: (text: string) => number): Promise<void> {
  for (const client of CLIENTS) {
    const rows: string[][] = [];
    const base = new Map<Setting, { bytes: number; tokens: number }>();
    for (const setting of SETTINGS) base.set(setting, await standing(client, setting, 0, tokens));
    for (const count of COUNTS) {
      const added: { bytes: number; tokens: number }[] = [];
      for (const setting of SETTINGS) {
        const with_ = await standing(client, setting, count, tokens);
        const without = base.get(setting) ?? { bytes: 0, tokens: 0 };
        added.push({ bytes: with_.bytes - without.bytes, tokens: with_.tokens - without.tokens });
      }
      // Each way of the client, beside the same way with the gateway.
      const less = WAYS.map((_, at) => {
        const [alone, ours] = [added[2 * at], added[2 * at + 1]];
        return `${(100 * (1 - (ours?.bytes ?? NaN) / (alone?.bytes ?? NaN))).toFixed(1)} %`;
      });
      rows.push([
        String(count),
        ...added.map(({ bytes, tokens }) => `${bytes} / ${tokens}`),
        ...less,
      ]);
    }
    console.log(`\n${client}: bytes / estimated tokens that servers add to the request\n`);
    console.log(
      table(["servers", ...SETTINGS.map(settingName), ...WAYS.map((way) => `less than ${way}`)], rows),
    );
  }
}

async function standing(
  client: ClientName,
  setting: Setting,
  servers: number,
  tokens: (text: string) => number,
): Promise<{ bytes: number; tokens: number }> {
  const [first] = await session({ client, setting, servers, script: () => () => "done" });
  if (first === undefined) throw new Error(`${client} asked its model nothing`);
  return { bytes: byteLength(first.standing), tokens: tokens(first.standing) };
}
