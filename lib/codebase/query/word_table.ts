/** The fields of a word table in `data/`: entries one a line, `#` begins the heading of the next field. */
export function fieldsOf(table: string): string[][] {
  const fields: string[][] = [];
  let field: string[] | undefined;
  for (const line of table.split("\n")) {
    if (line.startsWith("#")) field = undefined;
    else if (line !== "") {
      if (!field) fields.push(field = []);
      field.push(line);
    }
  }
  return fields;
}

/** All entries of a word table, in its order. */
export function entriesOf(table: string): string[] {
  return table.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}
