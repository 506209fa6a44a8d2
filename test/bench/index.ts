import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { createFolderSource } from '../support/folder-source.ts';
import { IndexerRig } from '../support/indexer-rig.ts';
import { MemorySource } from '../support/memory-source.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { cpuOfTree, memoryOfTree } from '../support/process-tree.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { figure } from './measure.ts';

const PHOTOS = 300;
const MANY = 5000;
const WORKERS = 3;

/** Different pictures. The others are copies with other bytes at the end, so that each has different content. */
const DISTINCT = 6;

/**
 * How fast photos are indexed, compared with a bare loop of sharp that makes the same thumbnails; how much requests are
 * delayed meanwhile; and whether memory stays constant.
 */
export async function bench(): Promise<void> {
  await withTempFolder(indexTwelveMegapixels);
  await withTempFolder(indexMany);
}

async function indexTwelveMegapixels(folder: string): Promise<void> {
  const pictures = join(folder, 'pictures');
  mkdirSync(pictures);
  const distinct = await Promise.all(Array.from({ length: DISTINCT }, (_, seed) => photoLikeJpeg(seed, 4000, 3000)));
  const files = Array.from({ length: PHOTOS }, (_, index) => {
    const file = join(pictures, `${index}.jpg`);
    writeFileSync(file, Buffer.concat([distinct[index % DISTINCT] ?? Buffer.alloc(0), Buffer.from(`\n${index}`)]));
    return file;
  });
  const inputs = {
    photos: PHOTOS,
    megapixels: 12,
    megabytes: Number(((distinct[0]?.length ?? 0) / 1e6).toFixed(1)),
    workers: WORKERS,
  };

  // Half of it comes before and half after, since the load of machines changes by the minute. It also runs with as many
  // pictures at a time as the indexer, since two pictures on the two threads of one core slow each other down.
  const bareLoop = (some: readonly string[], atOnce = 1): Promise<Cost> => {
    const left = [...some];
    const loop = async (): Promise<void> => {
      for (let file = left.pop(); file !== undefined; file = left.pop()) {
        await sharp(file).rotate().resize(512, 512, { fit: 'inside', withoutEnlargement: true }).webp().toBuffer();
      }
    };
    return cpuOf(async () => {
      await Promise.all(Array.from({ length: atOnce }, loop));
    });
  };
  const concurrentBefore = await bareLoop(files.slice(0, PHOTOS / 2), WORKERS);
  const bareBefore = await bareLoop(files.slice(0, PHOTOS / 2));

  const rig = new IndexerRig({
    folder: join(folder, 'data'),
    source: createFolderSource({ path: pictures }),
    config: { workers: WORKERS },
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const indexed = await cpuOf(() => rig.settle());
  delay.disable();
  if (rig.photos().filter(({ state }) => state === 'indexed').length !== PHOTOS)
    throw new Error('Not all were indexed');
  await rig.close();
  const bareAfter = await bareLoop(files.slice(PHOTOS / 2));
  const concurrentAfter = await bareLoop(files.slice(PHOTOS / 2), WORKERS);
  const concurrentCpu = concurrentBefore.cpu + concurrentAfter.cpu;
  const bareCpu = bareBefore.cpu + bareAfter.cpu;

  figure('index.rate', PHOTOS / indexed.seconds, 'photos/s', inputs);
  figure('index.cpu', indexed.cpu / PHOTOS, 'ms/photo', inputs);
  figure('index.bare-sharp.cpu', bareCpu / PHOTOS, 'ms/photo', inputs);
  figure('index.cpu-ratio', indexed.cpu / bareCpu, 'of bare sharp', inputs);
  figure('index.cpu-ratio.concurrent', indexed.cpu / concurrentCpu, `of bare sharp, ${WORKERS} at a time`, inputs);
  figure('index.event-loop-delay.p50', delay.percentile(50) / 1e6, 'ms', inputs);
  figure('index.event-loop-delay.p99', delay.percentile(99) / 1e6, 'ms', inputs);
  figure('index.event-loop-delay.max', delay.max / 1e6, 'ms', inputs);
}

interface Cost {
  /** Milliseconds of CPU time of all threads and processes. */
  readonly cpu: number;
  /** Elapsed time. */
  readonly seconds: number;
}

async function cpuOf(work: () => Promise<void>): Promise<Cost> {
  const begin = performance.now();
  const before = cpuOfTree();
  await work();
  return { cpu: cpuOfTree() - before, seconds: (performance.now() - begin) / 1000 };
}

async function indexMany(folder: string): Promise<void> {
  const jpeg = await photoLikeJpeg(1, 2000, 1500);
  const source = new MemorySource();
  for (let index = 0; index < MANY; index += 1) source.put(`p${index}`, jpeg);
  const rig = new IndexerRig({ folder, source, config: { workers: WORKERS } });
  const rss: number[] = [];
  const timer = setInterval(() => {
    const { done } = rig.indexer.progress();
    if (done >= (rss.length + 1) * (MANY / 10)) rss.push(memoryOfTree() / 1e6);
  }, 50);
  await rig.settle();
  clearInterval(timer);
  await rig.close();
  const inputs = { photos: MANY, megapixels: 3, workers: WORKERS };
  for (const [share, megabytes] of [
    [10, rss[0]],
    [50, rss[4]],
    [90, rss[8]],
  ] as const) {
    figure('index.memory', megabytes ?? Number.NaN, 'MB', { ...inputs, percentDone: share });
  }
}
