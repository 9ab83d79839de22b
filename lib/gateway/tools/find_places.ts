import { z } from "zod";
import { definitionOf, type OwnTool, readArguments } from "./own_tool.ts";

const parameters = z.object({
  question: z.string().min(1).max(4000).describe("what is sought, in plain words or names"),
  paths: z.array(z.string().max(500)).max(20).optional().describe("files or folders that it is about"),
});

/** The repository's own search for a model that looks a second time, or for a subagent; the search itself is the caller's. */
export const FIND_PLACES: OwnTool = {
  definition: definitionOf(
    "find_places",
    "Places in this repository that answer a question, best first, with their lines.",
    parameters,
    { readOnlyHint: true, openWorldHint: false },
  ),
  async call(args, _client, { findPlaces }) {
    const { question, paths = [] } = readArguments(parameters, args);
    const text = await findPlaces([question, ...paths].join("\n"));
    return {
      content: [{
        type: "text",
        text: text || "No place in this repository answers that with enough evidence.",
      }],
    };
  },
};
