import { handles, memory, sockets, valuesOf, type DayRecord, type Measure } from './records.ts';
import { median } from './trend.ts';

/** A line through values over time. */
interface Line {
  readonly name: string;
  readonly values: readonly (readonly [seconds: number, value: number])[];
}

interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
  /** A logarithmic scale instead of one that starts at 0. */
  readonly powers?: true;
}

const width = 960;
const left = 56;
const plotWidth = 660;
const height = 170;
const gap = 44;
const top = 30;
/** Seconds for which one point is drawn. */
const grain = 20;

const style = `
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .title { font-weight: 600 }
  .away { fill: #d977061f }
  path { fill: none; stroke-width: 1.6; stroke-linejoin: round }
  .grid { stroke: #8884; stroke-width: 1 }
  .mark { stroke: #888; stroke-width: 1; stroke-dasharray: 3 3 }
  .c0 { stroke: #111827 } .c1 { stroke: #2563eb } .c2 { stroke: #dc2626 } .c3 { stroke: #059669 }
  .c4 { stroke: #9333ea } .c5 { stroke: #d97706 } .c6 { stroke: #0891b2 } .c7 { stroke: #65a30d }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd }
    .c0 { stroke: #f3f4f6 } .c1 { stroke: #60a5fa } .c2 { stroke: #f87171 } .c3 { stroke: #34d399 }
    .c4 { stroke: #c084fc } .c5 { stroke: #fbbf24 } .c6 { stroke: #22d3ee } .c7 { stroke: #a3e635 }
  }`;

/**
 * Memory, handles, sockets and latency over the minutes, as SVG. Bands are times without the source, dashed lines are
 * changes of models.
 */
export function plot(records: readonly DayRecord[]): string {
  const panels: Panel[] = [
    { title: 'memory, MB', lines: linesOf(records, memory) },
    { title: 'open handles', lines: linesOf(records, handles) },
    { title: 'sockets among them', lines: linesOf(records, sockets) },
    { title: 'answers, ms: median, and 99 of 100 (thin)', lines: latencyLines(records), powers: true },
  ];
  const end = Math.ceil((records.at(-1)?.at ?? 60) / 60 - 0.1) * 60;
  const total = top + panels.length * (height + gap);
  const body = panels.map((panel, at) => drawPanel(panel, { y: top + at * (height + gap), end, records }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${total}" role="img">`,
    `<title>Memory, handles, sockets and latency over ${Math.round(end / 60)} minutes</title>`,
    `<style>${style}\n</style>`,
    ...body,
    '</svg>\n',
  ].join('\n');
}

const linesOf = (records: readonly DayRecord[], measures: Readonly<Record<string, Measure>>): Line[] =>
  Object.entries(measures).map(([name, measure]) => ({ name, values: coarse(valuesOf(records, measure), grain) }));

function latencyLines(records: readonly DayRecord[]): Line[] {
  return ['list', 'thumb', 'search'].flatMap((kind) =>
    (['p50', 'p99'] as const).map((part) => ({
      name: part === 'p50' ? { list: 'lists', thumb: 'thumbnails', search: 'search' }[kind]! : '',
      values: coarse(
        valuesOf(records, ({ latency }) => latency[kind]?.[part]),
        60,
      ),
    })),
  );
}

/** The median of each interval of `seconds`. */
function coarse(values: Line['values'], seconds: number): Line['values'] {
  const pieces = new Map<number, number[]>();
  for (const [at, value] of values) {
    // A record covers the five seconds before it.
    const piece = Math.floor((at - 2.5) / seconds);
    pieces.set(piece, [...(pieces.get(piece) ?? []), value]);
  }
  return [...pieces].map(([piece, all]) => [(piece + 0.5) * seconds, median(all)] as const);
}

function drawPanel(
  { title, lines, powers }: Panel,
  { y, end, records }: { y: number; end: number; records: readonly DayRecord[] },
): string {
  const all = lines.flatMap(({ values }) => values.map(([, value]) => value));
  const ticks = powers ? powersOver(all) : stepsTo(Math.max(...all));
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const part = (value: number): number =>
    powers ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low);
  const atY = (value: number): string => (y + height * (1 - part(value))).toFixed(1);
  const atX = (seconds: number): string => (left + (plotWidth * seconds) / end).toFixed(1);
  const grid = ticks.map(
    (tick) =>
      `<path class="grid" d="M${left} ${atY(tick)}h${plotWidth}"/><text x="${left - 6}" y="${Number(atY(tick)) + 4}" text-anchor="end">${tick}</text>`,
  );
  const minutes = Math.ceil(end / 60);
  const step = minutes > 20 ? 10 : 1;
  for (let minute = 0; minute * 60 <= end; minute += step) {
    grid.push(`<text x="${atX(minute * 60)}" y="${y + height + 16}" text-anchor="middle">${minute}</text>`);
  }
  const bands = timesAway(records).map(
    ([from, to]) =>
      `<rect class="away" x="${atX(from)}" y="${y}" width="${(Number(atX(to)) - Number(atX(from))).toFixed(1)}" height="${height}"/>`,
  );
  const marks = timesOf(records, 'models changed').map((at) => `<path class="mark" d="M${atX(at)} ${y}v${height}"/>`);
  // Two lines of one kind have the same colour.
  const colour = (at: number): number => (powers ? Math.floor(at / 2) + 1 : at);
  const drawn = lines.map(({ name, values }, at) => {
    const path = values.map(([seconds, value], index) => `${index ? 'L' : 'M'}${atX(seconds)} ${atY(value)}`).join('');
    const thin = name === '' ? ' stroke-width="0.8" style="stroke-width:.8"' : '';
    return `<path class="c${colour(at)}"${thin} d="${path}"/>`;
  });
  const named = lines.map(({ name }, at) => ({ name, at })).filter(({ name }) => name !== '');
  const legend = named.map(({ name, at }, row) => {
    const [x, line] = [left + plotWidth + 16, y + 10 + row * 18];
    return `<path class="c${colour(at)}" d="M${x} ${line}h18"/><text x="${x + 24}" y="${line + 4}">${name}</text>`;
  });
  const heading = `<text class="title" x="${left}" y="${y - 8}">${title}</text>`;
  return [heading, ...bands, ...marks, ...grid, ...drawn, ...legend].join('\n');
}

function timesOf(records: readonly DayRecord[], what: string): number[] {
  const count = (record: DayRecord | undefined): number => record?.happened[what] ?? 0;
  return records.filter((record, at) => at > 0 && count(record) > count(records[at - 1])).map(({ at }) => at);
}

function timesAway(records: readonly DayRecord[]): [number, number][] {
  const times: [number, number][] = [];
  for (const [at, record] of records.entries()) {
    if (!record.sourceAway) continue;
    const last = times.at(-1);
    if (last && records[at - 1]?.sourceAway) last[1] = record.at;
    else times.push([record.at - 5, record.at]);
  }
  return times;
}

/** Round values from 0 in equal steps, up to at least `most`. */
function stepsTo(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

function powersOver(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => Math.log10(Math.max(value, 0.1)));
  const [from, to] = [Math.floor(low ?? 0), Math.ceil(high ?? 1)];
  return Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
}
