import { editDistance } from "../../settings/edit_distance.ts";

/** Slips that a tool's name may have, and names that are told. */
const MAX_SLIPS = 3;
const MAX_TOLD = 3;

/** Names that a wrong one may have meant: those of tools that are called nearly so, on any server, best first. */
export function similarNames(wanted: string, names: readonly string[]): string[] {
  return names.map((name) => ({ name, slips: editDistance(toolOf(wanted), toolOf(name), MAX_SLIPS) }))
    .filter(({ slips }) => slips <= MAX_SLIPS)
    .sort((a, b) => a.slips - b.slips || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_TOLD)
    .map(({ name }) => name);
}

function toolOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1).toLowerCase();
}
