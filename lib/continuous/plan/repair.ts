/** A plan with what was put right in it, each in a sentence for people. */
export interface Repaired {
  /** Shaped like a plan as far as that could be had; still to be checked. */
  plan: unknown;
  repairs: string[];
}

/**
 * Puts right what can be put right without guessing at what was meant: missing fields with one safe value, ids that are no ids, dependencies named
 * twice, tasks given twice. Whatever is left is for `checkPlan`.
 */
export function repairPlan(raw: unknown): Repaired {
  const repairs: string[] = [];
  const document: unknown = Array.isArray(raw) ? { requirements: [], tasks: raw } : raw;
  if (!isRecord(document) || !Array.isArray(document["tasks"])) return { plan: document, repairs };
  const ids = new Map<unknown, string>();
  const taken = new Set<string>();
  for (const task of document["tasks"]) {
    if (!isRecord(task) || typeof task["task_id"] !== "string") continue;
    const id = task["task_id"];
    const slug = slugOf(id);
    if (ids.has(id)) continue;
    const fits = slug !== "" && !taken.has(slug);
    ids.set(id, fits ? slug : id);
    if (fits) taken.add(slug);
    if (fits && slug !== id) repairs.push(`task "${id}" is called ${slug} from here on`);
  }
  const seen = new Set<string>();
  const tasks = document["tasks"].flatMap((task) => {
    if (!isRecord(task)) return [task];
    const repaired = repairTask(task, ids, repairs);
    const text = JSON.stringify(repaired);
    if (seen.has(text)) {
      repairs.push(`task ${String(repaired["task_id"])} was there twice, word for word; one is left out`);
      return [];
    }
    seen.add(text);
    return [repaired];
  });
  const requirements = document["requirements"] ?? [];
  return { plan: { requirements, tasks }, repairs };
}

function repairTask(
  task: Record<string, unknown>,
  ids: ReadonlyMap<unknown, string>,
  repairs: string[],
): Record<string, unknown> {
  const id = ids.get(task["task_id"]) ?? task["task_id"];
  const said = (what: string) => repairs.push(`${String(id)}: ${what}`);
  const fixed: Record<string, unknown> = { ...task, task_id: id };
  for (const [field, value, what] of DEFAULTS) {
    if (fixed[field] === undefined || fixed[field] === null) {
      fixed[field] = value;
      said(what);
    }
  }
  if (typeof fixed["verify"] === "string") fixed["verify"] = [fixed["verify"]];
  if (Array.isArray(fixed["verify"])) {
    fixed["verify"] = fixed["verify"].map((each) => typeof each === "string" ? each.trim() : each);
  }
  if (Array.isArray(fixed["depends_on"])) {
    const renamed = fixed["depends_on"].map((each) => ids.get(each) ?? each);
    const once = [...new Set(renamed)];
    if (once.length < renamed.length) said("a dependency was named twice");
    fixed["depends_on"] = once;
  }
  for (const field of ["title", "description"]) {
    const text = fixed[field];
    if (typeof text === "string") fixed[field] = text.trim();
  }
  if (fixed["risk"] === "high" && fixed["breakpoint"] === false) {
    fixed["breakpoint"] = true;
    said("risk is high, so it waits for your word");
  }
  return fixed;
}

const DEFAULTS: readonly [field: string, value: unknown, what: string][] = [
  ["depends_on", [], "no dependencies were given; it has none"],
  ["breakpoint", false, "no breakpoint was given; it has none"],
  ["risk", "medium", "no risk was given; it counts as medium"],
  ["description", "", "no description was given"],
];

function slugOf(id: string): string {
  return id.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(
    0,
    48,
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
