import type { Listing } from "../../lib/tools/mcp_listing.ts";

export const NOTHING_LISTED: Listing = {
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  capabilities: [],
  instructions: "",
  problems: [],
};
