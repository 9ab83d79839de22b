import type { Prompt, Resource, ResourceTemplateType } from "@modelcontextprotocol/client";
import { z } from "zod";
import { isRecord } from "../../settings/json.ts";
import type { Offers } from "../../tools/mcp_answer.ts";
import { cleanValue } from "../output/clean_value.ts";
import { hashOf } from "./hash.ts";

/** Something of a list: what its server calls it, and what of it may be shown. */
const offered = <T>() => z.object({ own: z.string(), shown: z.custom<T>(isRecord) });

/** What a server offers besides tools, fit to be shown. */
export const LISTED_OFFERS = z.object({
  prompts: z.array(offered<Prompt>()),
  resources: z.array(offered<Resource>()),
  resourceTemplates: z.array(offered<ResourceTemplateType>()),
  capabilities: z.array(z.string()),
  problems: z.array(z.string()),
  /** Of all as it came. */
  sha256: z.string(),
});

export type ListedOffers = z.infer<typeof LISTED_OFFERS>;

/** Makes what a server offers fit to be shown; what has no name left is not. */
export function listedOffers(offers: Offers): ListedOffers {
  const { prompts, resources, resourceTemplates, capabilities, problems } = offers;
  const shown = <T>(items: readonly T[], nameOf: (item: T) => string) =>
    items.map((item) => ({ own: nameOf(item), shown: cleanValue(item) as T }))
      .filter(({ shown }) => nameOf(shown) !== "");
  return {
    prompts: shown(prompts, ({ name }) => name),
    resources: shown(resources, ({ uri }) => uri),
    resourceTemplates: shown(resourceTemplates, ({ uriTemplate }) => uriTemplate),
    capabilities,
    problems,
    sha256: hashOf(offers),
  };
}
