/** A line that names what a file takes from others. */
export const IMPORT_LINE =
  /^\s*(?:import\b|from\s+\S+\s+import\b|export\b.*\bfrom\b|use\s|pub\s+use\s|using\s|#\s*include|#\s*import|require(?:_relative)?\b|(?:const|let|var)\b.*\brequire\s*\(|alias\s|@import)/;

/** A name as a whole word; `$` counts as a letter. */
export function wordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, "\\$&")}(?![\\w$])`);
}
