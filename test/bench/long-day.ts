/**
 * Eight hours of a household, compressed into one: photos are added, deleted and replaced all the time, twenty users browse
 * and decide, snapshots are taken, models change, the photo source becomes unavailable and returns. Every five seconds, the
 * resources of all processes and the latency of requests are written to a file (NDJSON), which is plotted in the end. The
 * library is filled before, and keeps its size.
 *
 * `npm run build`, then `TEST_BUILT=1 npm run bench -- long-day minutes=60 photos=2000 users=20`. `records=` and `plot=`
 * name the files that are written; `from=` plots the records of an earlier run again.
 */
import { setMaxListeners } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Choice } from '../support/choice.ts';
import { cpuOfTree } from '../support/process-tree.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { Browser } from './day/browser.ts';
import { Happenings } from './day/happenings.ts';
import { House } from './day/house.ts';
import { Ledger, SourceTrouble } from './day/ledger.ts';
import { live } from './day/person.ts';
import { Pictures } from './day/pictures.ts';
import { plot } from './day/plot.ts';
import { heldBelow, machineTicks } from './day/processes.ts';
import { handles, memory, sockets, threads, valuesOf, type DayRecord } from './day/records.ts';
import { median, mediansOfMinutes, trendOf } from './day/trend.ts';
import { figure, quantile } from './measure.ts';

/** Seconds between two records. */
const grain = 5;
/** Minutes after which nothing may grow any more. */
const warm = 10;
/** Every third user may only read. */
const readersAmong = 3;

interface BenchArguments {
  readonly minutes?: string;
  readonly photos?: string;
  readonly users?: string;
  /** Seconds between two changes in the folder. */
  readonly change?: string;
  readonly records?: string;
  readonly plot?: string;
  readonly from?: string;
}

export async function bench(given: BenchArguments = {}): Promise<void> {
  const drawing = given.plot ?? join(tmpdir(), 'long-day.svg');
  if (given.from !== undefined) {
    finish(readRecords(given.from), drawing, {});
    return;
  }
  if (process.env['TEST_BUILT'] !== '1')
    throw new Error('Build first, and set TEST_BUILT=1: it is the built programs that count.');
  const [minutes, photos, users] = [given.minutes ?? 60, given.photos ?? 2000, given.users ?? 20].map(Number) as [
    number,
    number,
    number,
  ];
  const file = given.records ?? join(tmpdir(), 'long-day.ndjson');
  await withTempFolder(async (folder) => {
    const seconds = minutes * 60;
    const inputs = { minutes, photos, users };
    const { records, ledger } = await spend(folder, {
      seconds,
      photos,
      users,
      file,
      changeEvery: Number(given.change ?? 0.25),
    });
    ledger.print(inputs);
    finish(records, drawing, inputs);
    console.error(`The records are in ${file}, the plot in ${drawing}.`);
  });
}

interface DayPlan {
  readonly seconds: number;
  readonly photos: number;
  readonly users: number;
  readonly file: string;
  readonly changeEvery: number;
}

async function spend(folder: string, wanted: DayPlan): Promise<{ records: readonly DayRecord[]; ledger: Ledger }> {
  const choice = new Choice(randomNumbers(1));
  const pictures = await Pictures.gather(choice);
  const store = join(folder, 'store');
  mkdirSync(store);
  const files: string[] = [];
  while (files.length < wanted.photos) files.push((await pictures.make()).writeTo(store));
  const source = new SourceTrouble();
  const house = await House.open(folder, new Ledger(), source);
  try {
    const begin = performance.now();
    await house.filled(wanted.photos);
    figure('long-day.fill', (performance.now() - begin) / 1000, 's', { photos: wanted.photos });

    const ledger = new Ledger();
    house.admin.entersInto(ledger);
    const stop = new AbortController();
    // Every pause of a user adds a listener.
    setMaxListeners(0, stop.signal);
    const happenings = new Happenings(house, { pictures, choice, source, files });
    const people = await addPeople(house, wanted.users, (url) => new Browser(url, ledger, source));
    const living = people.map(({ account, browser, mayChange }, at) =>
      live({ account, browser, mayChange, pictures, choice: new Choice(randomNumbers(at + 2)) }, stop.signal),
    );
    const happening = happenings.run(stop.signal, wanted);
    const all = Promise.all([...living, happening]);
    const records: DayRecord[] = [];
    writeFileSync(wanted.file, '');
    const watching = watch({ house, ledger, source, happenings }, wanted.seconds, (record) => {
      records.push(record);
      appendFileSync(wanted.file, `${JSON.stringify(record)}\n`);
    });
    await Promise.race([watching, all]);
    stop.abort();
    await Promise.all([watching, all]);
    for (const [what, count] of Object.entries(happenings.counts)) figure(`long-day.happened: ${what}`, count, 'times');
    figure('long-day.events heard', house.listener.heard, 'events');
    for (const [line, count] of house.logged) figure('long-day.logged', count, 'lines', { line });
    return { records, ledger };
  } finally {
    await house.close();
  }
}

async function addPeople(house: House, count: number, open: (url: string) => Browser) {
  const people = Array.from({ length: count }, (_, at) => ({
    account: { username: `person${at}`, password: `the password of person ${at}` },
    mayChange: at % readersAmong !== 0,
    browser: open(house.server.url),
  }));
  for (const { account, mayChange } of people) {
    const body = { ...account, role: mayChange ? 'write' : 'read' };
    await house.admin.ask('add user', '/api/admin/users', { method: 'POST', body });
  }
  return people;
}

interface Watched {
  readonly house: House;
  readonly ledger: Ledger;
  readonly source: SourceTrouble;
  readonly happenings: Happenings;
}

async function watch(
  { house, ledger, source, happenings }: Watched,
  seconds: number,
  keep: (record: DayRecord) => void,
): Promise<void> {
  const [server, bridge] = [house.server.child.pid ?? 0, house.bridge.child.pid ?? 0];
  const cpu = (): number => (cpuOfTree(server) + cpuOfTree(bridge)) / 1000;
  let [ticks, used] = [machineTicks(), cpu()];
  for (let next = grain; next <= seconds; next += grain) {
    await sleep(Math.max(0, (next - ledger.at) * 1000));
    if (house.server.child.exitCode !== null)
      throw new Error(`The server ended:\n${house.server.output().slice(-2000)}`);
    const status = await house.status();
    const [now, usedNow] = [machineTicks(), cpu()];
    keep({
      at: ledger.at,
      held: { ...heldBelow(server, 'server'), ...heldBelow(bridge, 'bridge') },
      told: house.told ?? null,
      ...ledger.interval(),
      rows: status ? { photos: status.photos, faces: status.faces, pending: status.pending } : null,
      happened: { ...happenings.counts },
      sourceAway: source.isAway,
      sourceReachable: status?.bridge.reachable ?? null,
      busy: (now.busy - ticks.busy) / Math.max(1, now.all - ticks.all),
      // There are 100 ticks in a second.
      used: (100 * (usedNow - used)) / Math.max(1, now.all - ticks.all),
    });
    [ticks, used] = [now, usedNow];
  }
}

function readRecords(file: string): DayRecord[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as DayRecord);
}

/** Prints what grew, and plots all records. */
function finish(records: readonly DayRecord[], drawing: string, inputs: Record<string, unknown>): void {
  const end = (records.at(-1)?.at ?? 0) / 60;
  // A short run, as during changes to this benchmark, has no ten minutes for warming up.
  const from = end > 2 * warm ? warm : end / 3;
  const sets = {
    memory: [memory, 'MB'],
    handles: [handles, ''],
    sockets: [sockets, ''],
    threads: [threads, ''],
  } as const;
  for (const [what, [measures, unit]] of Object.entries(sets)) {
    for (const [name, measure] of Object.entries(measures)) {
      const minutes = mediansOfMinutes(valuesOf(records, measure));
      const within = (a: number, b: number): number =>
        median(minutes.filter(([minute]) => minute >= a && minute <= b).map(([, value]) => value));
      const { slope, uncertainty } = trendOf(minutes.filter(([minute]) => minute >= from));
      const of = { of: name, ...inputs };
      figure(`long-day.${what}.begin`, within(from, from + 3), unit, { ...of, minute: from });
      figure(`long-day.${what}.end`, within(end - 3, end), unit, of);
      figure(`long-day.${what}.slope`, slope, `${unit}/h`, { ...of, uncertainty: Number(uncertainty.toPrecision(3)) });
    }
  }
  const told = records.flatMap(({ told: one }) => one ?? []);
  figure(
    'long-day.loop delay.p99',
    quantile(
      told.map(({ p99 }) => p99),
      0.5,
    ),
    'ms, median of all five seconds',
    inputs,
  );
  figure('long-day.loop delay.max', Math.max(...told.map(({ max }) => max)), 'ms', inputs);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  figure('long-day.processor.all', mean(records.map(({ busy }) => busy)), 'of its time, whoever used it', inputs);
  figure('long-day.processor', mean(records.map(({ used }) => used)), 'of its time, server and bridge', inputs);
  const rows = records.flatMap(({ rows: one }) => one ?? []);
  figure('long-day.photos.first', rows[0]?.photos ?? 0, 'photos', inputs);
  figure('long-day.photos.last', rows.at(-1)?.photos ?? 0, 'photos', inputs);
  writeFileSync(drawing, plot(records));
}
