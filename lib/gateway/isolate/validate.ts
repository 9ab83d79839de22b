import { type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { Jobs } from "./jobs.ts";

/** Problems that are told; a model mends one at a time. */
const MAX_PROBLEMS = 5;
const DRAFTS: readonly [RegExp, SchemaDraft][] = [
  [/draft-04/, "4"],
  [/draft-0[67]/, "7"],
  [/2019-09/, "2019-09"],
];

/** Checks a value against a schema of any draft. A schema that is broken, or does not end, is for the caller to meet. */
export function validate({ schema, value }: Jobs["validate"]["input"]): Jobs["validate"]["output"] {
  if (typeof schema !== "object" || schema === null) {
    return { problems: [], unusable: "it is no JSON Schema" };
  }
  try {
    const { errors, valid } = new Validator(schema as Schema, draftOf(schema), false).validate(value);
    if (valid) return { problems: [] };
    // The deepest errors come last and say the most; those above only say that something below is wrong.
    const told = errors.filter(({ keyword }) =>
      !["properties", "items", "$ref", "allOf", "false"].includes(keyword)
    );
    return {
      problems: (told.length > 0 ? told : errors).slice(0, MAX_PROBLEMS).map(
        ({ instanceLocation, error }) => {
          const place = instanceLocation.replace(/^#\/?/, "");
          return `${place === "" ? "" : `${place}: `}${
            error.replace(/^Instance does not have required property/, "missing property").replace(/\.$/, "")
          }`
            .slice(0, 200);
        },
      ),
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problems: [], unusable: (error.message.split("\n")[0] ?? "").slice(0, 120) };
  }
}

function draftOf(schema: object): SchemaDraft {
  const declared = Reflect.get(schema, "$schema");
  return DRAFTS.find(([pattern]) => typeof declared === "string" && pattern.test(declared))?.[1] ?? "2020-12";
}
