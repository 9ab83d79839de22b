/** What the servers of the tasks reach in place of GitHub, of Notion and of a shop's site: one server on 127.0.0.1 that answers as their APIs do. */
import GITHUB from "../../fixtures/apis/github.json" with { type: "json" };
import PAGE from "../../fixtures/apis/notion.json" with { type: "json" };

const PEOPLE = ["ada", "ben", "chen", "dora", "emil", "fatma"];
const WORK = ["Round totals once", "Retry payments", "Move the basket", "Drop old coupons"];
const PULLS = [101, 102, 103, 104, 105, 106];

const one = (list: readonly string[], at: number) => list[at % list.length] ?? "";
const sha = (number: number) => `${number}`.repeat(20).slice(0, 40);
const user = (at: number) => ({ ...GITHUB.person, login: one(PEOPLE, at) });

function github(path: string): unknown {
  const number = Number(/\/(?:pulls|issues)\/(\d+)/.exec(path)?.[1]);
  const pull = (number: number) => ({
    ...GITHUB.pull,
    number,
    requested_reviewers: [user(number + 2)],
    head: { ...GITHUB.pull.head, sha: sha(number) },
  });
  if (path.startsWith("/search/")) {
    return { total_count: 1, incomplete_results: false, items: [GITHUB.repository] };
  }
  if (path.endsWith("/pulls")) return PULLS.map(pull);
  if (path.includes("/commits/")) {
    return { ...GITHUB.status, state: /\/10[123]/.test(path) ? "success" : "failure" };
  }
  if (path.endsWith("/reviews")) return number === 102 || number === 103 ? [] : [GITHUB.review];
  if (path.includes("/pulls/")) return pull(number);
  return {
    ...GITHUB.issue,
    number,
    title: `${one(WORK, number)} (${number})`,
    state: number % 3 === 0 ? "closed" : "open",
    assignee: user(number + 1),
  };
}

/** Ids say what is meant: 3 an item of the roadmap, 4 its customer, 5 who looks after the customer. */
const uuid = (kind: number, at: number) => `${kind}0000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`;
const relation = (id: string) => ({ id: "rel", type: "relation", relation: [{ id }], has_more: false });

function page(kind: number, at: number, title: string, properties: Record<string, unknown>) {
  const [text] = PAGE.properties.Name.title;
  const named = { ...PAGE.properties.Name, title: [{ ...text, plain_text: title }] };
  return { ...PAGE, id: uuid(kind, at), properties: { ...PAGE.properties, Name: named, ...properties } };
}

function notion(path: string, { filter }: { filter?: unknown }): unknown {
  const list = (results: unknown[]) => ({ object: "list", results, next_cursor: null, has_more: false });
  const [, kind, id] = /pages\/(\d)0000000-.*?0*(\d*)$/.exec(path) ?? [];
  const at = Number(id);
  if (kind === "4") return page(4, at, `Customer ${at} Ltd`, { Manager: relation(uuid(5, at % 3)) });
  if (kind === "5") return page(5, at, one(PEOPLE, at), {});
  const items = Array.from(
    { length: 20 },
    (_, at) => ({ at, name: one(["Planned", "Open", "Late", "Done"], at) }),
  )
    .filter(({ name }) => filter === undefined || name === "Late")
    .map(({ at, name }) =>
      page(3, at, `Item ${at}`, {
        Status: { id: "st", type: "status", status: { id: name, name, color: "red" } },
        Customer: relation(uuid(4, at)),
      })
    );
  if (path.endsWith("/query")) return list(items);
  return list([{ object: "data_source", id: uuid(2, 1), title: [], properties: items[0]?.properties }]);
}

/** A page with a link to long terms, of which one line is about sales. */
function site(path: string): string {
  const clauses = Array.from({ length: 300 }, (_, at) => `<p>Both agree on clause ${at + 1}.</p>`);
  if (path !== "/returns") return `<h1>Shop</h1><p>Chairs</p><a href="/returns">Terms of returns</a>`;
  return clauses.with(211, "<p>Items from a sale can be returned within 9 days.</p>").join("\n");
}

export function services(): AsyncDisposable & { url: string } {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const asked = JSON.parse(await request.text() || "{}");
    if (pathname.startsWith("/v1/")) return Response.json(notion(pathname, asked));
    if (/^\/(repos|search)\//.test(pathname)) return Response.json(github(pathname));
    return new Response(site(pathname), { headers: { "content-type": "text/html" } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
