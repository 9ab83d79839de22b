import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { attempt } from "../../settings/attempt.ts";
import { textAt } from "../../settings/json.ts";

const MAX_PROBLEMS = 5;
const DRAFTS = [[/draft-04/, "4"], [/draft-0[67]/, "7"], [/2019-09/, "2019-09"]] as const;

/** Problems of a value against a JSON Schema of any draft; `unusable` where that is broken. One that does not end is for the caller to meet. */
export function validate({ schema, value }: { schema: unknown; value: unknown }) {
  if (typeof schema !== "object" || schema === null) {
    return { problems: [], unusable: "it is no JSON Schema" };
  }
  const declared = textAt(schema, "$schema");
  const draft = DRAFTS.find(([pattern]) => pattern.test(declared))?.[1] ?? "2020-12";
  try {
    const { errors, valid } = new Validator(schema as Schema, draft, false).validate(value);
    if (valid) return { problems: [] };
    // The deepest errors come last and say the most; those above only say that something below is wrong.
    const told = errors.filter(({ keyword }) =>
      !["properties", "items", "$ref", "allOf", "false"].includes(keyword)
    );
    return { problems: (told.length > 0 ? told : errors).slice(0, MAX_PROBLEMS).map(problemText) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // What the validator stumbles over is no word for people.
    const why = error instanceof TypeError ? "it is no JSON Schema" : error.message.split("\n")[0] ?? "";
    return { problems: [], unusable: why.slice(0, 120) };
  }
}

function problemText({ instanceLocation, error }: OutputUnit): string {
  const written = instanceLocation.replace(/^#\/?/, "");
  const place = attempt(() => decodeURIComponent(written)) ?? written;
  const why = error.replace("Instance does not have required", "missing").replace(/\.$/, "");
  return `${place === "" ? "" : `${place}: `}${why}`.slice(0, 200);
}
