/** Draws the figures of charts.json as SVG into docs/charts: `deno task charts`; a test fails when they are stale. */
import data from "./charts.json" with { type: "json" };

type Point = [x: number, y: number];

const WIDTH = 680;

/** Colours that can be read on white and on black: an image does not know the page's theme. */
const STYLE = `<style>
text { font: 13px system-ui, sans-serif; fill: #6e7681 }
.title { font-weight: 600; font-size: 15px }
.small { font-size: 11px }
polyline { fill: none; stroke: #8b949e }
.grid { stroke-width: 0.5; stroke-dasharray: 2 3 }
.ours { fill: #2f81f7 } .other { fill: #8b949e }
.line0 { stroke: #d4762c; stroke-width: 2 } .line1 { stroke: #2f81f7; stroke-width: 2 } .line2 { stroke-width: 2 }
</style>`;

/** SVG documents by path from the project's root. */
export function charts(): Record<string, string> {
  return {
    "docs/charts/quality.svg": quality(data.quality),
    "docs/charts/latency.svg": latency(data.latency),
  };
}

/** Bars from 0 to 1, in the order of the data. */
function quality({ title, unit, note, bars }: typeof data.quality): string {
  const [left, top, step, span] = [170, 40, 26, 430];
  const foot = top + bars.length * step;
  const marks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => {
    const x = left + span * value;
    return line("", [x, foot], [x, foot + 5]) + text([x, foot + 18], value.toFixed(1), "small", "middle");
  });
  const rows = bars.map(({ name, value, ours }, at) => {
    const y = top + at * step;
    const size = `x="${left}" y="${y + 4}" width="${round(span * value)}" height="18"`;
    return text([left - 8, y + 18], name, "", "end") +
      `<rect class="${ours ? "ours" : "other"}" ${size}/>` +
      text([left + span * value + 6, y + 18], value.toFixed(3));
  });
  const axis = line("", [left, top], [left, foot], [left + span, foot]);
  const name = text([left + span / 2, foot + 34], unit, "small", "middle");
  return drawing(title, note, foot + 40, [...marks, ...rows, axis, name]);
}

/** Lines over files (logarithmic, from 1,000 to 100,000) and ms. */
function latency({ title, axes, note, files, lines }: typeof data.latency): string {
  const [left, top, width, height, most] = [52, 60, 430, 220, 1800];
  const foot = top + height;
  const x = (count: number) => left + width * (Math.log10(count) - 3) / 2;
  const y = (ms: number) => foot - height * ms / most;
  const across = [300, 600, 900, 1200, 1500, 1800].map((ms) =>
    line("grid", [left, y(ms)], [left + width, y(ms)]) + text([left - 6, y(ms) + 4], `${ms}`, "small", "end")
  );
  const along = files.map((count) =>
    line("", [x(count), foot], [x(count), foot + 5]) +
    text([x(count), foot + 18], count.toLocaleString("en"), "small", "middle")
  );
  const drawn = lines.map(({ name, ms }, at) => {
    const points = ms.map((value, nth): Point => [x(files[nth] ?? 0), y(value)]);
    const values = points.map(([px, py], nth) => text([px, py - 7], `${ms[nth]}`, "small", "middle"));
    return line(`line${at}`, ...points) + values.join("") +
      text([left + width + 6, y(ms.at(-1) ?? 0) + 4], name);
  });
  return drawing(title, note, foot + 42, [
    ...across,
    ...along,
    ...drawn,
    line("", [left, top], [left, foot], [left + width, foot]),
    text([left - 6, top - 12], axes.y, "small"),
    text([left + width / 2, foot + 36], axes.x, "small", "middle"),
  ]);
}

/** A whole document; the note stands below y, line by line. */
function drawing(title: string, note: readonly string[], y: number, parts: readonly string[]): string {
  const lines = [
    text([8, 20], title, "title"),
    ...parts,
    ...note.map((words, at) => text([8, y + 18 + at * 15], words, "small")),
  ];
  const height = y + 14 + note.length * 15;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${title}</title>
${STYLE}
${lines.join("\n")}
</svg>
`;
}

function line(style: string, ...points: Point[]): string {
  return `<polyline class="${style}" points="${points.map((point) => point.map(round).join()).join(" ")}"/>`;
}

function text([x, y]: Point, words: string, style = "", anchor = "start"): string {
  return `<text class="${style}" text-anchor="${anchor}" x="${round(x)}" y="${round(y)}">${words}</text>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

if (import.meta.main) {
  const root = new URL("../../", import.meta.url);
  for (const [path, svg] of Object.entries(charts())) await Deno.writeTextFile(new URL(path, root), svg);
}
