/**
 * The cost and benefit of workers, with a real NATS server, real worker processes, and models that only sleep: responses per
 * second of one and two workers; the CPU time of server and workers for a picture of the size that the indexer sends,
 * without models; and how long an interactive request takes while workers are busy in the background. `pictures=100` sets a
 * smaller number.
 */
import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RgbImage } from '../../core/plugin-api/index.ts';
import type { MlWorkerProcess } from '../support/ml-worker-process.ts';
import { background, interactive, WorkerRig, type ServerSide } from '../plugins/ml-nats/worker-rig.ts';
import { seal, unseal } from '../../plugins/ml-nats/wire/sealing.ts';
import { figure, quantile } from './measure.ts';

/** Milliseconds that the models sleep for each picture. */
const modelTime = 100;
const [width, height] = [1280, 960];
/** Microseconds of one tick in /proc. */
const tick = 10_000;

export async function bench(given: Readonly<Record<string, string>> = {}): Promise<void> {
  const pictures = Number(given['pictures'] ?? 200);
  const alone = await rateOf(1, pictures / 2);
  figure('workers.rate', alone, 'pictures/s', { workers: 1, modelTime, width, height, most: 1000 / modelTime });
  const together = await rateOf(2, pictures);
  figure('workers.rate', together, 'pictures/s', { workers: 2, modelTime, width, height });
  figure('workers.rate.ratio', together / alone, 'x of one worker', { workers: 2 });
  await measureCpu(pictures);
  await measureWaits(pictures);
}

/** A unique picture. */
function picture(): RgbImage {
  const data = new Uint8Array(width * height * 3);
  randomFillSync(data, 0, 4096);
  return { width, height, data };
}

/** Calls `use` with a server and `count` workers. */
async function withWorkers<T>(
  count: number,
  environment: Readonly<Record<string, string>>,
  use: (server: ServerSide, workers: readonly MlWorkerProcess[]) => Promise<T>,
): Promise<T> {
  const rig = await WorkerRig.start();
  try {
    const server = await rig.server();
    const workers: MlWorkerProcess[] = [];
    for (let number = 0; number < count; number += 1) {
      workers.push(await rig.admitted(server, { RECORD_HASH: '0', LOG_LEVEL: 'warn', ...environment }));
    }
    // Afterwards, all lanes are open, and all code is compiled.
    await many(server, 20 * count);
    return await use(server, workers);
  } finally {
    await rig.close();
  }
}

/** Sends pictures, as many at a time as the indexer. */
async function many(server: ServerSide, count: number): Promise<void> {
  let left = count;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await server.see(picture());
    }
  };
  await Promise.all(Array.from({ length: server.ml.concurrency ?? 1 }, one));
}

function rateOf(workers: number, count: number): Promise<number> {
  return withWorkers(workers, { RECORD_SLEEP: String(modelTime) }, async (server) => {
    const begin = performance.now();
    await many(server, count);
    return (1000 * count) / (performance.now() - begin);
  });
}

/** Microseconds of CPU time that this process and the workers have used. */
function cpuOf(workers: readonly MlWorkerProcess[]): number {
  const { user, system } = process.cpuUsage();
  const others = workers.map(({ child }) => {
    const words = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return tick * (Number(words[11]) + Number(words[12]));
  });
  return others.reduce((sum, one) => sum + one, user + system);
}

async function measureCpu(count: number): Promise<void> {
  const made = process.cpuUsage();
  for (let number = 0; number < count; number += 1) picture();
  const { user, system } = process.cpuUsage(made);
  const baseline = (user + system) / 1000 / count;
  figure('workers.cpu.picture', baseline, 'ms to make a picture', { width, height });
  const ciphered = process.cpuUsage();
  const key = new Uint8Array(32);
  for (let number = 0; number < 20; number += 1) unseal(key, [number], seal(key, [number], [picture().data]));
  const spent = process.cpuUsage(ciphered);
  const cipher = (spent.user + spent.system) / 1000 / 20 - baseline;
  figure('workers.cpu.baseline', cipher, 'ms to seal and open a picture in this process', { width, height });
  const used = await withWorkers(1, { RECORD_SLEEP: '0' }, async (server, workers) => {
    const before = cpuOf(workers);
    await many(server, count);
    return (cpuOf(workers) - before) / 1000 / count;
  });
  figure('workers.cpu', used - baseline, 'ms a picture, server and worker', { width, height, pictures: count });
  figure('workers.cpu.ratio', (used - baseline) / cipher, 'x of sealing and opening', { width, height });
}

/** How long one picture takes on idle workers, and on overloaded ones. */
async function measureWaits(count: number): Promise<void> {
  await withWorkers(1, { RECORD_SLEEP: String(modelTime), RECORD_CONCURRENCY: '2' }, async (server) => {
    const waits = async (): Promise<number[]> => {
      const times: number[] = [];
      for (let number = 0; number < count / 10; number += 1) {
        const begin = performance.now();
        await server.see(picture(), interactive());
        times.push(performance.now() - begin);
        await sleep(modelTime / 2);
      }
      return times;
    };
    const idle = await waits();
    figure('workers.wait.idle.p50', quantile(idle, 0.5), 'ms, interactive', { modelTime });
    const leaving = new AbortController();
    const busy = Array.from({ length: 16 }, async () => {
      while (!leaving.signal.aborted) await server.see(picture(), background(leaving.signal)).catch(() => undefined);
    });
    const loaded = await waits();
    leaving.abort(new Error('enough'));
    await Promise.all(busy);
    figure('workers.wait.busy.p50', quantile(loaded, 0.5), 'ms, interactive', { modelTime, background: 16 });
    figure('workers.wait.busy.p90', quantile(loaded, 0.9), 'ms, interactive', { modelTime, background: 16 });
    figure('workers.wait.ratio', quantile(loaded, 0.5) / quantile(idle, 0.5), 'x of idle', { modelTime });
  });
}
