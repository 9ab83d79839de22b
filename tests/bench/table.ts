/** A table in Markdown; all columns but the first hold numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|---|${head.slice(1).map(() => "--:|").join("")}`, ...rows.map(line)].join("\n");
}
