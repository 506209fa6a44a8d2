/**
 * Grouping faces into people: 10,000 and 100,000 synthetic ones from the start, and 1,000 more added to them.
 * `npm run bench -- people faces=1000000` measures only that number.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PeopleRig } from '../support/people-rig.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { clusterQuality, type ClusterQuality } from './cluster-quality.ts';
import { figure } from './measure.ts';
import { syntheticFaces, writeFaces } from './synthetic-faces.ts';

const added = 1000;

/** MB of private memory of a process: mapped parts of the database belong to the system. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Seconds of processor time that a process has used so far. */
function processorTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // Fields 14 and 15 of the line, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** @returns the seconds for adding 1,000 faces */
async function measure(count: number, folder: string): Promise<number> {
  const faces = syntheticFaces(count + added);
  const people = new Set(faces.who.filter((person) => person >= 0)).size;
  const inputs = { faces: count, people, seenOnce: Math.round((count + added) / 5), cpus: availableParallelism() };
  const rig = new PeopleRig({ folder });
  try {
    for (let from = 0; from < count; from += 1000) writeFaces(rig.db, faces, from, from + 1000);
    await rig.vectors.index('face', 'everything');

    const processorTime = (): { main: number; vectors: number } => ({
      main: processorTimeOf(process.pid),
      vectors: processorTimeOf(rig.provider.pid ?? 0),
    });
    const neighbours = await timeOfNeighbours(rig, count);
    figure('people nearest neighbours of all faces, alone', neighbours, 's', inputs);
    const usedBefore = processorTime();
    const before = memoryOf(process.pid);
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, memoryOf(process.pid))), 50);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const seconds = await timeOf(rig);
    delay.disable();
    clearInterval(watch);
    const used = processorTime();
    figure('people clustered', seconds, 's', inputs);
    figure('people processor time of this process', used.main - usedBefore.main, 's', inputs);
    figure('people processor time of the vector process', used.vectors - usedBefore.vectors, 's', inputs);
    figure('people clustered / nearest neighbours alone', seconds / neighbours, '', inputs);
    figure('people memory at most, beyond what was there', peak - before, 'MB', {
      ...inputs,
      before: Math.round(before),
    });
    figure('people memory of the vector process', memoryOf(rig.provider.pid ?? 0), 'MB', inputs);
    figure('people main loop delay p99', delay.percentile(99) / 1e6, 'ms', inputs);
    figure('people main loop delay max', delay.max / 1e6, 'ms', inputs);
    quality('people', rig, faces.who.slice(0, count), inputs);

    writeFaces(rig.db, faces, count, count + added);
    const adding = await timeOf(rig);
    figure('people 1,000 faces added', adding, 's', inputs);
    quality('people, with 1,000 added', rig, faces.who, inputs);
    return adding;
  } finally {
    await rig.close();
  }
}

async function timeOf(rig: PeopleRig): Promise<number> {
  const begin = performance.now();
  await rig.cluster();
  return (performance.now() - begin) / 1000;
}

/** The lower limit for any grouping by nearest neighbours, extrapolated from a sample. */
async function timeOfNeighbours(rig: PeopleRig, count: number): Promise<number> {
  const index = await rig.vectors.index('face');
  if (!index) throw new Error('There is no index of faces');
  const sample = Array.from({ length: 500 }, (_, at) => 1 + at * Math.floor(count / 500));
  const begin = performance.now();
  await index.neighbours(sample, { k: 50, minScore: 0.46 });
  return ((performance.now() - begin) / 1000) * (count / sample.length);
}

function quality(name: string, rig: PeopleRig, is: readonly number[], inputs: Record<string, unknown>): void {
  const found = rig.db.prepare<[], number | null>('SELECT person_id FROM faces ORDER BY id').pluck().all();
  const result = clusterQuality({ is, found });
  const keys: (keyof ClusterQuality)[] = [
    'precision',
    'recall',
    'f1',
    'pairPrecision',
    'pairRecall',
    'groups',
    'mixed',
  ];
  for (const key of keys) figure(`${name}: ${key}`, result[key], '', inputs);
}

export async function bench(given: Readonly<Record<string, string>> = {}): Promise<void> {
  const sizes = (given['faces'] ?? '10000,100000').split(',').map(Number);
  const times: number[] = [];
  for (const count of sizes) await withTempFolder(async (folder) => times.push(await measure(count, folder)));
  const [small, large] = times;
  if (small === undefined || large === undefined) return;
  figure('people 1,000 faces added to the larger / to the smaller number', large / small, '', { faces: sizes });
}
