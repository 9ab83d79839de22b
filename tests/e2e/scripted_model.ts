/** What a scripted model does when it is its turn, whichever client it answers. */

/** A call of one of the tools that the client offers. */
export interface ToolUse {
  name: string;
  /** Where Codex keeps tools of one server together: `mcp__SERVER`. */
  namespace?: string;
  input: Record<string, unknown>;
}

/** Words that end the turn, or tools to call side by side. */
export type ModelAnswer = string | ToolUse[];

export interface ModelTurn {
  /** The request, as the client sent it. */
  body: Record<string, unknown>;
  /** What the tools that were called last gave back, in the order of the calls. */
  results: string[];
}

/** Answers one request after the other. What it throws is told to the client as a failure of the model. */
export type Script = (turn: ModelTurn) => ModelAnswer | Promise<ModelAnswer>;

/** A model that does this step by step; each step sees what the one before gave. After the last it says `done`. */
export function steps(...list: Script[]): Script {
  let at = 0;
  return async (turn) => {
    const step = list[at++];
    return step === undefined ? "done" : await step(turn);
  };
}
