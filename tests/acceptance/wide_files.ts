/** Functions of long lines, in Latin and in Chinese letters: what may be quoted of three of them is more than any client takes of a hook. */

const LINES = 18;

function wide(name: string, words: string): string {
  const lines = Array.from(
    { length: LINES },
    (_, at) => `  const step${at} = "${`${words} ${at} `.repeat(40)}";`,
  )
    .map((line) => `${line.slice(0, 236)}";\n`);
  return `export function ${name}(input: number) {\n${lines.join("")}  return input;\n}\n`;
}

export const WIDE_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  [0, 1, 2].flatMap((at) => [
    [`src/gauge${at}.ts`, wide(`gaugeReading${at}`, "the height of the water")],
    [`src/lamp${at}.ts`, wide(`lampReading${at}`, "登录失败后重试的间隔")],
  ]),
);

/** Ask for all functions of one alphabet. */
export const WIDE_PROMPTS: readonly string[] = ["gaugeReading", "lampReading"].map((name) =>
  `where are ${[0, 1, 2].map((at) => `${name}${at}`).join(", ")} defined?`
);
