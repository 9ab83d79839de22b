import type { Example } from "./generated_repository.ts";

/** Prompts of the kinds that people write: a name and a file, plain words, a thing by its own name, Chinese. In turn, over the examples. */
export function promptsFor(examples: readonly Example[]): { text: string; expected?: string }[] {
  return examples.map(({ path, name, words, area }, at) => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    const [verb = "", adjective = "", noun = ""] = words;
    switch (at % 4) {
      case 0:
        return { text: `fix ${name} in ${file}: it gives up after too few attempts`, expected: path };
      case 1:
        return { text: `where do we ${verb} the ${adjective} ${noun} in ${area}, and why is it refused?` };
      case 2:
        return { text: `${file} must not change the amount when ${name} fails`, expected: path };
      default:
        return { text: "订单过期之后在哪里重试？" };
    }
  });
}
