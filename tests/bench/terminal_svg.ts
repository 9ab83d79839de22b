/** Frames of a terminal as one animated SVG, which shows its last frame where nothing may move. */

/** A cell as xterm keeps it. Colours are 0xRRGGBB, or a place in the palette. */
interface Cell {
  getChars(): string;
  getWidth(): number;
  getFgColor(): number;
  isFgRGB(): boolean;
  isFgPalette(): boolean;
  getBgColor(): number;
  isBgRGB(): boolean;
  isBgPalette(): boolean;
  isBold(): number;
  isDim(): number;
  isInverse(): number;
}

/** What is read of a terminal of `@xterm/headless`. */
export interface Screen {
  cols: number;
  rows: number;
  buffer: {
    active: { baseY: number; getLine(y: number): { getCell(x: number): Cell | undefined } | undefined };
  };
}

/** One screen: its rows as SVG, and ms since the first. */
export interface Frame {
  at: number;
  rows: string[];
}

const [CELL, ROW, EDGE] = [8.4, 18, 12];
const [INK, PAPER] = ["#d1d7e0", "#0d1117"];
const PALETTE =
  "#484f58 #ff7b72 #3fb950 #d29922 #58a6ff #bc8cff #39c5cf #b1bac4 #6e7681 #ffa198 #56d364 #e3b341 #79c0ff #d2a8ff #56d4dd #ffffff"
    .split(" ");

/** The rows as they stand now. */
export function rowsOf({ cols, rows, buffer: { active } }: Screen): string[] {
  return Array.from({ length: rows }, (_, y) => {
    const line = active.getLine(active.baseY + y);
    const runs: { x: number; width: number; text: string; ink: string; paper: string; style: string }[] = [];
    for (let x = 0; x < cols; x++) {
      const cell = line?.getCell(x);
      if (cell === undefined || cell.getWidth() === 0) continue;
      const pair = [
        cell.isFgRGB() || cell.isFgPalette() ? colour(cell.getFgColor(), cell.isFgRGB()) : INK,
        cell.isBgRGB() || cell.isBgPalette() ? colour(cell.getBgColor(), cell.isBgRGB()) : PAPER,
      ];
      const [ink = INK, paper = PAPER] = cell.isInverse() ? pair.reverse() : pair;
      const style = `${cell.isBold() ? " font-weight='bold'" : ""}${cell.isDim() ? " opacity='.6'" : ""}`;
      const text = cell.getChars() || " ";
      const last = runs.at(-1);
      if (last?.ink === ink && last.paper === paper && last.style === style) {
        last.text += text;
        last.width += cell.getWidth();
      } else runs.push({ x, width: cell.getWidth(), text, ink, paper, style });
    }
    return runs.map(({ x, width, text, ink, paper, style }) => {
      const size = `width='${px(width)}' height='${ROW}'`;
      const ground = paper === PAPER ? "" : `<rect x='${px(x)}' ${size} fill='${paper}'/>`;
      const shown = text.trim();
      if (shown === "") return ground;
      const place = `x='${px(x + text.length - text.trimStart().length)}'`;
      const length = px(width - (text.length - shown.length));
      const fill = ink === INK ? "" : ` fill='${ink}'`;
      return `${ground}<text ${place} y='13.5' textLength='${length}'${fill}${style}>${
        escaped(shown)
      }</text>`;
    }).join("");
  });
}

/** @param hold ms that the last frame stays before all begins again */
export function animation(
  { cols, rows }: Screen,
  frames: readonly Frame[],
  title: string,
  hold: number,
): string {
  const [width, height] = [Math.ceil(px(cols) + 2 * EDGE), rows * ROW + 2 * EDGE];
  const length = (frames.at(-1)?.at ?? 0) + hold;
  const ids = new Map<string, string>();
  const drawn = frames.map((frame, nth) => {
    const uses = frame.rows.map((row, y) => {
      if (row === "") return "";
      if (!ids.has(row)) ids.set(row, `r${ids.size}`);
      return `<use href="#${ids.get(row)}" y="${y * ROW}"/>`;
    });
    return `<g transform="translate(0 ${nth * height})">${uses.join("")}</g>`;
  });
  const keys = frames.map(({ at }, nth) =>
    `${(at / length * 100).toFixed(2)}%{transform:translateY(${-nth * height}px)}`
  );
  const last = `translateY(${-(frames.length - 1) * height}px)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" xml:space="preserve">
<title>${escaped(title)}</title>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
#film { transform: ${last}; animation: film ${(length / 1000).toFixed(2)}s step-end infinite }
@keyframes film { ${keys.join(" ")} 100%{transform:${last}} }
@media (prefers-reduced-motion: reduce) { #film { animation: none } }
</style>
<defs>
${[...ids].map(([row, id]) => `<g id="${id}">${row}</g>`).join("\n")}
</defs>
<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>
<svg x="${EDGE}" y="${EDGE}" width="${width - 2 * EDGE}" height="${
    height - 2 * EDGE
  }"><g id="film" fill="${INK}">
${drawn.join("\n")}
</g></svg>
</svg>
`;
}

/** The 16 named colours, the cube of 216, 24 greys; or RGB itself. */
function colour(value: number, rgb: boolean): string {
  if (rgb) return `#${value.toString(16).padStart(6, "0")}`;
  if (value < 16) return PALETTE[value] ?? INK;
  if (value > 231) return colour((8 + (value - 232) * 10) * 0x010101, true);
  const [red, green, blue] = [36, 6, 1].map((step) => Math.floor((value - 16) / step) % 6)
    .map((part) => part === 0 ? 0 : 55 + part * 40);
  return `rgb(${red},${green},${blue})`;
}

const px = (cells: number) => Math.round(cells * CELL * 10) / 10;

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
