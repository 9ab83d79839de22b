import { z } from "zod";
import shipped from "../../../config/prices.json" with { type: "json" };
import { attempt } from "../../settings/attempt.ts";
import { locations } from "../../settings/locations.ts";
import { readSmallFile } from "../../settings/small_file.ts";
import type { World } from "../../settings/world.ts";

/** A configuration that cannot be used; says where and what. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Tokens of a turn; those of the input that were cached are among the input. */
export interface Usage {
  input: number;
  cached: number;
  output: number;
}

const amount = z.number().min(0);
/** USD for a million tokens. */
const pricesSchema = z.record(
  z.string(),
  z.strictObject({ input: amount, cached_input: amount, output: amount }),
);
export type Prices = z.infer<typeof pricesSchema>;

/** List prices of models, those of the user's own `prices.json` first. Throws `SettingsError`. */
export function pricesFor(world: World): Prices {
  const { config } = locations(world);
  const file = `${config}/prices.json`;
  const text = config === undefined ? undefined : attempt(() => readSmallFile(file));
  if (text === undefined) return shipped;
  const { data, error } = pricesSchema.safeParse(attempt(() => JSON.parse(text)));
  if (data) return { ...shipped, ...data };
  throw new SettingsError(
    `${file}: {"MODEL": {"input": 1, "cached_input": 0.1, "output": 5}}: ${error.issues[0]?.message}`,
  );
}

/** USD; undefined for a model without a price. A name with a date behind it is the model's. */
export function costOf({ input, cached, output }: Usage, model: string, prices: Prices): number | undefined {
  const own = (name: string) => Object.hasOwn(prices, name) ? prices[name] : undefined;
  const price = own(model) ?? own(model.replace(/-\d{4}-\d\d-\d\d$/, ""));
  if (price === undefined) return undefined;
  return ((input - cached) * price.input + cached * price.cached_input + output * price.output) / 1e6;
}
