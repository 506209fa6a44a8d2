/** One line with a value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All samples of one metric, with its description. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const helpLine = new RegExp(`^# HELP (${name}) (\\S.*)$`);
const typeLine = new RegExp(`^# TYPE (${name}) (counter|gauge|histogram|summary|untyped)$`);
const sampleLine = new RegExp(`^(${name})(?:\\{(.*)\\})? (NaN|[+-]Inf|[+-]?[0-9][0-9.eE+-]*)$`);
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;

/** Suffixes of a metric's name in its samples. */
const endings: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/**
 * Parses Prometheus' text exposition format, version 0.0.4, strictly by its definition: every metric once, with HELP
 * and TYPE before its samples, the samples together and without duplicates, histograms complete.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 * @throws Error with the invalid line
 */
export function readPrometheusText(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, Family & { samples: Sample[] }>();
  const series = new Set<string>();
  let help: RegExpExecArray | null = null;
  let family: (Family & { samples: Sample[] }) | undefined;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    if (line.startsWith('# HELP ')) {
      help = helpLine.exec(line);
      if (!help) throw new Error(`no HELP as it should be: ${line}`);
    } else if (line.startsWith('# TYPE ')) {
      const [, of = '', type = ''] = typeLine.exec(line) ?? [];
      if (help?.[1] !== of) throw new Error(`no HELP before: ${line}`);
      if (families.has(of)) throw new Error(`a metric is told twice: ${of}`);
      families.set(of, (family = { name: of, help: help[2] ?? '', type, samples: [] }));
    } else {
      const sample = readSample(line);
      const known = (endings[family?.type ?? ''] ?? ['']).some((ending) => sample.name === `${family?.name}${ending}`);
      if (!family || !known) throw new Error(`a sample of no metric, or of one told elsewhere: ${line}`);
      const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (series.has(key)) throw new Error(`a sample is told twice: ${line}`);
      series.add(key);
      family.samples.push(sample);
    }
  }
  for (const one of families.values()) if (one.type === 'histogram') checkHistogram(one);
  return families;
}

function readSample(line: string): Sample {
  const match = sampleLine.exec(line);
  if (!match) throw new Error(`no sample: ${line}`);
  const [, of = '', inBraces = '', value = ''] = match;
  const labels: Record<string, string> = {};
  label.lastIndex = 0;
  while (label.lastIndex < inBraces.length) {
    const found = label.exec(inBraces);
    if (found?.[1] === undefined || found[1] in labels) throw new Error(`labels that cannot be read: ${line}`);
    labels[found[1]] = found[2] ?? '';
  }
  return { name: of, labels, value: value.endsWith('Inf') ? Number(`${value}inity`) : Number(value) };
}

function checkHistogram({ name: of, samples }: Family): void {
  const rows = new Map<string, { buckets: [number, number][]; count?: number; sum?: number }>();
  for (const { name: part, labels, value } of samples) {
    const { le, ...others } = labels;
    const key = JSON.stringify(Object.entries(others).sort());
    const row = rows.get(key) ?? { buckets: [] };
    rows.set(key, row);
    if (part.endsWith('_bucket')) row.buckets.push([le === '+Inf' ? Infinity : Number(le), value]);
    else if (part.endsWith('_sum')) row.sum = value;
    else row.count = value;
  }
  for (const [key, { buckets, count, sum }] of rows) {
    const rising = buckets.every(
      ([le, value], at) => at === 0 || (le > (buckets[at - 1]?.[0] ?? NaN) && value >= (buckets[at - 1]?.[1] ?? NaN)),
    );
    const whole = buckets.at(-1)?.[0] === Infinity && buckets.at(-1)?.[1] === count && sum !== undefined;
    if (!rising || !whole) throw new Error(`a histogram that is not whole: ${of} ${key}`);
  }
}
