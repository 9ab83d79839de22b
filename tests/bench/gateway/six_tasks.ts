/** The tasks: what the person says, what a model calls turn by turn, and the answer that comes of what it was given. */
// deno-lint-ignore-file no-explicit-any
import { DatabaseSync } from "node:sqlite";

export interface Call {
  name: string;
  arguments: Record<string, unknown>;
  [more: string]: unknown;
}

export interface Place {
  repo: string;
  home: string;
  api: string;
}

/** Of each turn so far, what its calls gave: JSON read, other texts as they are. */
type Seen = any;

export interface Task {
  name: string;
  prompt: string;
  /** In the repository. */
  files?: Record<string, string>;
  tools: string[];
  alone: ((seen: Seen, place: Place) => Call[])[];
  answer(seen: Seen, place: Place): string;
  /** Batches of the gateway, and what is answered from their results, where that is another way. */
  behind?: Call[][];
  answerBehind?(seen: Seen): string;
  expected: string;
}

const call = (name: string, args: Record<string, unknown>, more: Record<string, unknown> = {}): Call => ({
  ...more,
  name,
  arguments: args,
});

const [STATUS, REVIEWS] = ["github/get_pull_request_status", "github/get_pull_request_reviews"] as const;
const [REPOSITORIES, LIST] = ["github/search_repositories", "github/list_pull_requests"] as const;
const SHOP = { owner: "acme", repo: "shop" };
const EACH_PULL = {
  owner: { $item: "head.repo.owner.login" },
  repo: { $item: "head.repo.name" },
  pull_number: { $item: "number" },
};

/** Of pull requests, each with whom was asked: those that are green and wait. */
const waiting = (pulls: [number, string][], states: string[], reviews: unknown[][]) =>
  pulls.filter((_, at) => states[at] === "success" && reviews[at]?.length === 0).map((pull) => pull.join(" "))
    .join(", ");

const pulls: Task = {
  name: "pulls",
  prompt:
    "Which open pull requests of acme's shop repository have green checks but no review yet, and whom did we ask for one?",
  tools: [REPOSITORIES, LIST, STATUS, REVIEWS],
  alone: [
    () => [call(REPOSITORIES, { query: "shop org:acme" })],
    ([[found]]) => [call(LIST, { owner: found.items[0].owner.login, repo: found.items[0].name })],
    ([_, [listed]]) =>
      [STATUS, REVIEWS].flatMap((tool) =>
        listed.map((pull: any) => call(tool, { ...SHOP, pull_number: pull.number }))
      ),
  ],
  answer([_, [listed], parts]) {
    const pulls = listed.map((pull: any) => [pull.number, pull.requested_reviewers[0].login]);
    return waiting(
      pulls,
      parts.slice(0, pulls.length).map(({ state }: any) => state),
      parts.slice(pulls.length),
    );
  },
  behind: [[
    call(REPOSITORIES, { query: "shop org:acme" }, { id: "found", pick: { path: "total_count" } }),
    call(LIST, {
      owner: { $from: "found", path: "items[0].owner.login" },
      repo: { $from: "found", path: "items[0].name" },
    }, { id: "pulls", pick: { fields: ["number", "requested_reviewers[0].login"] } }),
    call(STATUS, EACH_PULL, { each: { $from: "pulls" }, pick: { path: "state" } }),
    call(REVIEWS, EACH_PULL, { each: { $from: "pulls" }, pick: { map: "state" } }),
  ]],
  answerBehind: ([[_, listed, ...parts]]) =>
    waiting(listed.map(Object.values), parts.slice(0, listed.length), parts.slice(listed.length)),
  expected: "102 chen, 103 dora",
};

const [SEARCH, QUERY] = ["notion/API-post-search", "notion/API-query-data-source"] as const;
const PAGE = "notion/API-retrieve-a-page";
const LATE = { path: "results", filter: '@.properties.Status[?@.name == "Late"]' };
const TITLE = "properties.Name.title[0].plain_text";
const titleOf = ({ properties }: any) => properties.Name.title[0].plain_text;
const linked = (page: any, name: string) => page.properties[name].relation[0].id;

const roadmap: Task = {
  name: "roadmap",
  prompt:
    "Which items of our Roadmap in Notion have the Status Late, which Customer waits for each, and who is the Manager of that customer?",
  tools: [SEARCH, QUERY, PAGE],
  alone: [
    () => [call(SEARCH, { query: "Roadmap", filter: { property: "object", value: "data_source" } })],
    ([[found]]) => {
      const filter = { property: "Status", status: { equals: "Late" } };
      return [call(QUERY, { data_source_id: found.results[0].id, filter })];
    },
    ([_, [items]]) => items.results.map((item: any) => call(PAGE, { page_id: linked(item, "Customer") })),
    ([_, __, customers]) =>
      [...new Set(customers.map((page: any) => linked(page, "Manager")))].map((page_id) =>
        call(PAGE, { page_id })
      ),
  ],
  answer([_, [items], customers, managers]) {
    const names = new Map(managers.map((page: any) => [page.id, titleOf(page)]));
    return items.results.map((item: any, at: number) =>
      `${titleOf(item)}: ${titleOf(customers[at])}, ${names.get(linked(customers[at], "Manager"))}`
    ).join("; ");
  },
  behind: [[
    call(SEARCH, { query: "Roadmap" }, { id: "found", pick: { path: "results", count: true } }),
    call(QUERY, { data_source_id: { $from: "found", path: "results[0].id" } }, {
      id: "items",
      pick: { ...LATE, map: TITLE },
    }),
    call(PAGE, { page_id: { $item: "" } }, {
      id: "customers",
      each: { $from: "items", ...LATE, map: "properties.Customer.relation[0].id" },
      pick: { path: TITLE },
    }),
    call(PAGE, { page_id: { $item: "" } }, {
      each: { $from: "customers", path: "[*].properties.Manager.relation[0].id" },
      pick: { path: TITLE },
    }),
  ]],
  answerBehind: ([[_, items, ...names]]) =>
    items.map((item: string, at: number) => `${item}: ${names[at]}, ${names[at + items.length]}`).join("; "),
  expected:
    "Item 2: Customer 2 Ltd, chen; Item 6: Customer 6 Ltd, ada; Item 10: Customer 10 Ltd, ben; Item 14: Customer 14 Ltd, chen; Item 18: Customer 18 Ltd, ada",
};

const [SQL, WRITE] = ["sqlite/execute_sql", "filesystem/write_file"] as const;
const TABLES = call(SQL, { sql: "select name, sql from sqlite_master where type = 'table'" });
const SUMS = {
  sql:
    "select group_concat(month || ': ' || (ordered - paid), char(10)) as report from (select month, (select sum(amount) from orders where month = m.month) as ordered, (select sum(amount) from payments where month = m.month) as paid from (select distinct month from orders order by month) m)",
};
const rowsOf = ([result]: any) => result.data.statements[0].rows;
const ROWS = "data.statements[0].rows";

const totals: Task = {
  name: "totals",
  prompt:
    "Compare, month by month, what was ordered with what was paid (the shop's database) and write the differences to report.md.",
  tools: [SQL, WRITE],
  alone: [
    () => [TABLES],
    () => [call(SQL, SUMS)],
    ([_, sums]) => [call(WRITE, { path: "report.md", content: rowsOf(sums)[0].report })],
  ],
  answer: (_, { repo }) => Deno.readTextFileSync(`${repo}/report.md`),
  behind: [[TABLES], [
    call(SQL, SUMS, { id: "sums", pick: { path: ROWS, count: true } }),
    call(WRITE, { path: "report.md", content: { $from: "sums", path: `${ROWS}[0].report` } }),
  ]],
  expected: "2026-07: 0\n2026-08: 2450\n2026-09: 0\n2026-10: 2950",
};

const [REMEMBER, ISSUE] = ["memory/create_entities", "github/get_issue"] as const;
const BLOCKERS = { sql: "select issue from release_blockers" };
/** Names and observations of what the memory server has kept. */
const remembered: Task["answer"] = (_, { home }) =>
  Deno.readTextFileSync(`${home}/memory.jsonl`).trim().split("\n").map((line) => JSON.parse(line))
    .map(({ name, observations }) => `${name}: ${observations.join(", ")}`).sort().join("; ");

const blockers: Task = {
  name: "blockers",
  prompt:
    "The table release_blockers (column issue) in the shop's database lists issues of acme/shop. Note those that are still open in your memory, with whom they are assigned to.",
  tools: [SQL, ISSUE, REMEMBER],
  alone: [
    () => [call(SQL, BLOCKERS)],
    ([rows]) => rowsOf(rows).map(({ issue }: any) => call(ISSUE, { ...SHOP, issue_number: issue })),
    ([_, issues]) => [call(REMEMBER, {
      entities: issues.filter(({ state }: any) => state === "open")
        .map(({ title, assignee }: any) => ({
          name: title,
          entityType: "blocker",
          observations: [assignee.login],
        })),
    })],
  ],
  answer: remembered,
  behind: [[
    call(SQL, BLOCKERS, { id: "rows", pick: { path: ROWS, count: true } }),
    call(ISSUE, { ...SHOP, issue_number: { $item: "issue" } }, {
      id: "issues",
      each: { $from: "rows", path: ROWS },
      pick: { path: "state" },
    }),
    call(REMEMBER, {
      entities: [{
        name: { $item: "title" },
        entityType: "blocker",
        observations: [{ $item: "assignee.login" }],
      }],
    }, { each: { $from: "issues", filter: '@.state == "open"' } }),
  ]],
  expected:
    "Drop old coupons (7): chen; Move the basket (10): fatma; Move the basket (2): dora; Retry payments (1): chen; Retry payments (5): ada; Round totals once (4): fatma; Round totals once (8): dora",
};

const READ = "filesystem/read_text_file";
const PEOPLE = ["ada", "ben", "chen", "dora", "emil", "fatma", "gil", "hana"];
const YEAR = { year: 2010, role: "engineer", place: "Berlin", notes: "Moved between teams." };
const fileOf = (name: string) => `team/${name}.json`;
const worksOn = (at: number) => [`project ${at % 3}`, `area ${at}`];

const team: Task = {
  name: "team",
  prompt: "team/index.json names the file of each of our people. Note in your memory who works on what.",
  files: {
    "team/index.json": JSON.stringify({ people: PEOPLE.map((name) => ({ name, file: fileOf(name) })) }),
    ...Object.fromEntries(PEOPLE.map((name, at) => [
      fileOf(name),
      JSON.stringify({ name, works_on: worksOn(at), history: Array(12).fill(YEAR) }, null, 2),
    ])),
  },
  tools: [READ, REMEMBER],
  alone: [
    () => [call(READ, { path: "team/index.json" })],
    ([[index]]) => index.people.map(({ file }: any) => call(READ, { path: file })),
    ([_, files]) => [call(REMEMBER, {
      entities: files.map(({ name, works_on }: any) => ({
        name,
        entityType: "person",
        observations: works_on,
      })),
    })],
  ],
  answer: remembered,
  behind: [[
    call(READ, { path: "team/index.json" }, { id: "index", pick: { path: "people", count: true } }),
    call(READ, { path: { $item: "file" } }, {
      id: "files",
      each: { $from: "index", path: "people" },
      pick: { path: "name" },
    }),
    call(REMEMBER, {
      entities: [{ name: { $item: "name" }, entityType: "person", observations: { $item: "works_on" } }],
    }, { each: { $from: "files" } }),
  ]],
  expected: PEOPLE.map((name, at) => `${name}: ${worksOn(at).join(", ")}`).join("; "),
};

const [OPEN, FIND] = ["playwright/browser_navigate", "playwright/browser_find"] as const;
const CLICK = "playwright/browser_click";

const page: Task = {
  name: "page",
  prompt:
    "Within how many days can items from a sale be returned, by the terms that the shop's page links to?",
  tools: [OPEN, FIND, CLICK],
  alone: [
    (_, { api }) => [call(OPEN, { url: `${api}/` }), call(FIND, { text: "returns" })],
    ([[_, found]]) => [
      call(CLICK, { target: /link "Terms of returns" \[ref=(\w+)\]/.exec(found)?.[1] }),
      call(FIND, { text: "sale" }),
    ],
  ],
  answer: ([_, [__, found]]) => /within (\d+) days/.exec(found)?.[1] ?? "",
  expected: "9",
};

export const TASKS: readonly Task[] = [pulls, roadmap, totals, blockers, team, page];

export function makeDatabase(path: string): void {
  const database = new DatabaseSync(path);
  const numbers = (last: number) =>
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${last})`;
  database.exec(`
    create table orders (id integer primary key, month text, customer text, amount integer);
    create table payments (id integer primary key, month text, amount integer);
    create table release_blockers (issue integer);
    ${
    numbers(100)
  } insert into orders (month, customer, amount) select '2026-' || printf('%02d', (i - 1) % 4 + 7), 'c' || i, i * 10 - 10 from n;
    insert into payments (month, amount) select month, amount from orders where id % 10 > 0;
    ${numbers(10)} insert into release_blockers select i from n;
  `);
  database.close();
}
