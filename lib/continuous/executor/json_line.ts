/** Reading JSON that others write: nothing is taken for granted, nothing throws. */

export function parsedLine(line: string): unknown {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function fieldIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

export function textIn(value: unknown, name: string): string {
  const field = fieldIn(value, name);
  return typeof field === "string" ? field : "";
}

export function numberIn(value: unknown, name: string): number {
  const field = fieldIn(value, name);
  return typeof field === "number" && Number.isFinite(field) && field > 0 ? field : 0;
}

export function arrayIn(value: unknown, name: string): unknown[] {
  const field = fieldIn(value, name);
  return Array.isArray(field) ? field : [];
}

export function relativeTo(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
