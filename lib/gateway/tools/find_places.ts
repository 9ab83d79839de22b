import { z } from "zod";
import { readingTool } from "./own_tool.ts";

/** The repository's own search for a model that looks a second time, or for a subagent; the search itself is the caller's. */
export const FIND_PLACES = readingTool(
  "find_places",
  "Places in this repository that answer a question, best first, with their lines.",
  z.object({
    question: z.string().min(1).max(4000).describe("what is sought, in plain words or names"),
    paths: z.array(z.string().max(500)).max(20).optional().describe("files or folders that it is about"),
  }),
  async ({ question, paths = [] }, _client, { findPlaces }) =>
    await findPlaces([question, ...paths].join("\n")) ||
    "No place in this repository answers that with enough evidence.",
);
